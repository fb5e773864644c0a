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
  type RenderedTemplate,
  type RenderOutcome,
  type WebhookEvent,
} from '@scheduling/webhooks'
import type { Subscription } from './subscription.ts'

export type ComposeClock = { readonly now: number; readonly elapsedMs: () => number }

export type Naming = {
  readonly deliveryId: string
  readonly eventId: string
  readonly eventType: string
  readonly timestampSeconds: number
}

export type Composition =
  | { readonly ok: true; readonly request: OutgoingRequest }
  | {
      readonly ok: false
      readonly code: 'template_error' | 'result_too_large'
      readonly message: string
    }

/**
 * The request of one attempt, `generic` or `custom`: made, addressed and signed by the subscription as it is now.
 * Nothing of it outlives the attempt, so that a secret that was deleted is never sent again.
 */
export function requestOf(
  subscription: Subscription,
  event: WebhookEvent,
  naming: Naming,
  clock: ComposeClock,
): Composition {
  const made = madeOf(subscription, event, clock)
  if (!made.ok) return made
  const { rendered } = made
  const body = Buffer.from(rendered.body)
  const named = { ...naming, webhookId: subscription.id }
  return {
    ok: true,
    request: {
      url: addQuery(subscription.url, rendered.query),
      method: rendered.method,
      contentType: rendered.contentType,
      body,
      serviceHeaders:
        subscription.signingSecret === null
          ? deliveryHeaders(named)
          : signatureHeaders({
              ...named,
              body,
              secret: subscription.signingSecret,
              previousSecrets: subscription.previousSecrets,
            }),
      customHeaders: mergedHeaders(subscription.headers, rendered.headers),
    },
  }
}

type Made = Omit<RenderedTemplate, 'secretsUsed'>

function madeOf(
  { format, template, organization, secrets }: Subscription,
  event: WebhookEvent,
  clock: ComposeClock,
): { ok: true; rendered: Made } | Extract<RenderOutcome, { ok: false }> {
  if (format !== 'custom' || template === null) {
    const rendered = {
      method: 'POST',
      contentType: 'application/json',
      body: JSON.stringify(event),
      headers: {},
      query: {},
    } as const
    return { ok: true, rendered }
  }
  return renderTemplate(template, {
    event,
    organization,
    secrets,
    now: clock.now,
    elapsedMs: clock.elapsedMs,
  })
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
