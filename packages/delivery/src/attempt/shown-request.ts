import type { Sql } from '@scheduling/database'
import type { EventEnvelope } from '@scheduling/events'
import {
  checkCustomHeaders,
  isCredentialHeader,
  truncateChatUrl,
  type OutgoingRequest,
} from '@scheduling/webhooks'
import { WEBHOOK_LIMITS } from '@scheduling/webhooks/limits'
import { isChat } from '../subscriptions/chat.ts'
import type { Subscription } from '../subscriptions/subscription.ts'
import { recordUrl } from './attempt.ts'
import { originalMessageId } from './chat-messages.ts'
import { chatRequestOf, requestOf, type ComposeClock } from './compose.ts'

/** Stands for every value that is never shown. */
const COVER = '***'

/** An id is given when the attempt is made. */
const COMING_DELIVERY = `dlv_${COVER}`

export type ShownRequest = {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type ShownComposition =
  | { readonly ok: true; readonly request: ShownRequest }
  | { readonly ok: false; readonly code: string; readonly message: string }

/**
 * The request that an attempt would make now. What was sent is not stored: each attempt makes its request again.
 *
 * Secrets are covered before anything is made of them, so none can be in what comes out.
 */
export async function shownRequest(
  client: Sql,
  subscription: Subscription,
  event: EventEnvelope,
  options: ComposeClock & { readonly publicBaseUrl: string },
): Promise<ShownComposition> {
  const covered: Subscription = {
    ...subscription,
    headers: mapped(subscription.headers, (value, name) =>
      isCredentialHeader(name) ? COVER : value,
    ),
    secrets: mapped(subscription.secrets, () => COVER),
    signingSecret: null,
    previousSecrets: [],
  }
  const naming = {
    deliveryId: COMING_DELIVERY,
    eventId: event.id,
    eventType: event.type,
    timestampSeconds: Math.floor(options.now / 1000),
  }
  if (isChat(subscription)) {
    const { outgoing } = chatRequestOf(covered, event, naming, {
      ...options,
      originalMessageId: await originalMessageId(client, subscription.id, event),
      recordUrl: recordUrl(options, event),
    })
    return { ok: true, request: shown({ ...outgoing, url: truncateChatUrl(outgoing.url) }, {}) }
  }
  const composition = requestOf(covered, event, naming, options)
  if (!composition.ok) return composition
  const { request } = composition
  const [fault] = checkCustomHeaders(request.customHeaders ?? {}, 2 * WEBHOOK_LIMITS.webhookHeaders)
  if (fault !== undefined) {
    return { ok: false, code: 'template_error', message: `Header ${fault.name}: ${fault.message}` }
  }
  return {
    ok: true,
    request: shown(request, signatures(naming.timestampSeconds, subscription.previousSecrets)),
  }
}

function shown(request: OutgoingRequest, signed: Readonly<Record<string, string>>): ShownRequest {
  return {
    method: request.method,
    url: request.url,
    headers: {
      ...request.customHeaders,
      ...request.serviceHeaders,
      ...signed,
      'Content-Type': request.contentType,
    },
    body: Buffer.from(request.body).toString('utf8'),
  }
}

/** In the form of `signatureHeaders`. */
function signatures(
  timestampSeconds: number,
  previousSecrets: readonly string[],
): Record<string, string> {
  const previous = previousSecrets.map(() => `v0=${COVER}`)
  return {
    'X-Service-Signature': [`t=${timestampSeconds}`, `v1=${COVER}`, ...previous].join(','),
    'webhook-signature': Array.from({ length: previous.length + 1 }, () => `v1,${COVER}`).join(' '),
  }
}

function mapped(
  values: Readonly<Record<string, string>>,
  change: (value: string, name: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, change(value, name)]),
  )
}
