import { envelopeJson, type EventEnvelope } from '@scheduling/events'
import {
  addQuery,
  chatMessage,
  chatRequest,
  deliveryHeaders,
  mergedHeaders,
  renderTemplate,
  signatureHeaders,
  type OutgoingRequest,
  type RenderedTemplate,
  type RenderOutcome,
} from '@scheduling/webhooks'
import { chatFormatOf } from '../subscriptions/chat.ts'
import type { Subscription } from '../subscriptions/subscription.ts'

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
 * The request of one attempt, `generic` or `custom`: rendered, addressed and signed for the subscription as it is
 * now. Nothing of it outlives the attempt, so a deleted secret is never sent again.
 */
export function requestOf(
  subscription: Subscription,
  event: EventEnvelope,
  naming: Naming,
  clock: ComposeClock,
): Composition {
  const outcome = render(subscription, event, clock)
  if (!outcome.ok) return outcome
  const { rendered } = outcome
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

type Rendered = Omit<RenderedTemplate, 'secretsUsed'>

function render(
  { format, template, organization, secrets }: Subscription,
  event: EventEnvelope,
  clock: ComposeClock,
): { ok: true; rendered: Rendered } | Extract<RenderOutcome, { ok: false }> {
  if (format !== 'custom' || template === null) {
    const rendered = {
      method: 'POST',
      contentType: 'application/json',
      body: envelopeJson(event),
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

/** The request of one attempt to a chat platform, and the one to send when the original message is gone. */
export function chatRequestOf(
  subscription: Subscription,
  event: EventEnvelope,
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
