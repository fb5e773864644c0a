import {
  addQuery,
  chatMessage,
  chatRequest,
  deliveryHeaders,
  mergedHeaders,
  readChatFormat,
  renderTemplate,
  signatureHeaders,
  type ChatFormat,
  type OutgoingRequest,
  type WebhookEvent,
} from '@scheduling/webhooks'
import type { Subscription } from './subscription.ts'

/** What does not change between the attempts of one delivery: made once, kept when an attempt fails. */
export type Composed = {
  readonly method: 'POST' | 'PUT' | 'PATCH'
  readonly contentType: string
  readonly body: string
  /** Of the template; the subscription's own are read at attempt time. */
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** Values of secrets that stand in it: then it is encrypted at rest, and they are covered in answers. */
  readonly secrets: readonly string[]
}

export type Composition =
  | { readonly ok: true; readonly composed: Composed }
  | {
      readonly ok: false
      readonly code: 'template_error' | 'result_too_large'
      readonly message: string
    }

export type ComposeClock = { readonly now: number; readonly elapsedMs: () => number }

/** The body of a `generic` or `custom` delivery. */
export function compose(
  subscription: Subscription,
  event: WebhookEvent,
  clock: ComposeClock,
): Composition {
  if (subscription.format !== 'custom' || subscription.template === null) {
    return {
      ok: true,
      composed: {
        method: 'POST',
        contentType: 'application/json',
        body: JSON.stringify(event),
        headers: {},
        query: {},
        secrets: [],
      },
    }
  }
  const { template } = subscription
  const outcome = renderTemplate(
    {
      method: template.method,
      contentType: template.content_type,
      body: template.body,
      headers: template.headers,
      query: template.query,
    },
    {
      event,
      organization: subscription.organization,
      secrets: subscription.secrets,
      now: clock.now,
      elapsedMs: clock.elapsedMs,
    },
  )
  if (!outcome.ok) return outcome
  const { rendered } = outcome
  return {
    ok: true,
    composed: {
      method: rendered.method,
      contentType: rendered.contentType,
      body: rendered.body,
      headers: rendered.headers,
      query: rendered.query,
      secrets: rendered.secretsUsed.flatMap((name) => subscription.secrets[name] ?? []),
    },
  }
}

export type Naming = {
  readonly deliveryId: string
  readonly eventId: string
  readonly eventType: string
  readonly timestampSeconds: number
}

/** The request of one attempt: signed now, with the address, headers and secrets of now. */
export function requestOf(
  subscription: Subscription,
  composed: Composed,
  naming: Naming,
): OutgoingRequest {
  const body = Buffer.from(composed.body)
  const named = { ...naming, webhookId: subscription.id }
  return {
    url: addQuery(subscription.url, composed.query),
    method: composed.method,
    contentType: composed.contentType,
    body,
    serviceHeaders:
      subscription.signingSecret === null
        ? deliveryHeaders(named)
        : signatureHeaders({
            ...named,
            body,
            secret: subscription.signingSecret,
            previousSecret: subscription.previousSecret,
          }),
    customHeaders: mergedHeaders(subscription.headers, composed.headers),
  }
}

/** The request of one attempt at a chat platform, and what to send when the original message is gone. */
export function chatRequestOf(
  subscription: Subscription,
  event: WebhookEvent,
  naming: Naming,
  options: {
    readonly originalMessageId: string | null
    readonly recordUrl: string | null
  } & ComposeClock,
) {
  const format = chatFormatOf(subscription)
  const message = chatMessage(event, {
    organization: subscription.organization,
    showFullPersonalData: subscription.showFullPersonalData,
    messageTemplate: subscription.messageTemplate,
    recordUrl: options.recordUrl,
    now: options.now,
    elapsedMs: options.elapsedMs,
  })
  const request = chatRequest(format, message, subscription.url, {
    event,
    originalMessageId: options.originalMessageId,
  })
  const outgoing = (part: {
    method: 'POST' | 'PATCH'
    url: string
    body: string
  }): OutgoingRequest => ({
    url: part.url,
    method: part.method,
    contentType: 'application/json',
    body: Buffer.from(part.body),
    serviceHeaders: deliveryHeaders({ ...naming, webhookId: subscription.id }),
    customHeaders: { ...subscription.headers },
  })
  return {
    format,
    request,
    outgoing: outgoing(request),
    fallback: request.fallback === null ? null : outgoing(request.fallback),
  }
}

/** Chat platforms take one message a second per channel. */
export const CHAT_PAUSE_MS = 1000

export function isChat(subscription: Pick<Subscription, 'format'>): boolean {
  return readChatFormat(subscription.format) !== null
}

function chatFormatOf(subscription: Subscription): ChatFormat {
  const format = readChatFormat(subscription.format)
  if (format === null) throw new Error(`"${subscription.format}" is no chat format.`)
  return format
}
