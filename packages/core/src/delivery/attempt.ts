import {
  isOriginalGone,
  maskedExcerpt,
  readMessageId,
  secretsInHeaders,
  type ChatFormat,
  type SendResult,
  type WebhookEvent,
} from '@scheduling/webhooks'
import type { Service } from '../context.ts'
import { chatRequestOf, compose, isChat, requestOf, type Composed, type Naming } from './compose.ts'
import type { Subscription } from './subscription.ts'

/** How one attempt went, as it is recorded. */
export type Attempted = {
  readonly result: Omit<SendResult, 'errorCode'> & {
    readonly errorCode: SendResult['errorCode'] | 'result_too_large'
  }
  /** First 1024 characters of the answer, secrets covered. */
  readonly responseBody: string | null
  readonly host: string
  /** Exact bytes for the next attempt; null for chat, whose message follows the latest state. */
  readonly composed: Composed | null
  /** Chat platforms that number their messages: the id that this attempt made. */
  readonly messageId: string | null
}

export type AttemptInput = {
  readonly subscription: Subscription
  readonly event: WebhookEvent
  readonly deliveryId: string
  /** From an earlier attempt. */
  readonly composed: Composed | null
  readonly originalMessageId: string | null
  readonly signal?: AbortSignal
}

/** Renders, signs and sends once. Never throws for anything that a customer or an endpoint can do. */
export async function attempt(service: Service, input: AttemptInput): Promise<Attempted> {
  const { subscription, event } = input
  const naming: Naming = {
    deliveryId: input.deliveryId,
    eventId: event.id,
    eventType: event.type,
    timestampSeconds: Math.floor(service.now() / 1000),
  }
  return isChat(subscription) ? chat(service, input, naming) : plain(service, input, naming)
}

async function plain(service: Service, input: AttemptInput, naming: Naming): Promise<Attempted> {
  const { subscription } = input
  const clock = { now: service.now(), elapsedMs: service.elapsedMs }
  const composition =
    input.composed === null
      ? compose(subscription, input.event, clock)
      : { ok: true as const, composed: input.composed }
  if (!composition.ok) return unsent(subscription, composition.code, composition.message)
  const request = requestOf(subscription, composition.composed, naming)
  const result = await service.sender.send(request, signalOf(input))
  return {
    result,
    responseBody: excerpt(result, subscription, request.customHeaders ?? {}),
    host: hostOf(subscription.url),
    composed: composition.composed,
    messageId: null,
  }
}

async function chat(service: Service, input: AttemptInput, naming: Naming): Promise<Attempted> {
  const { subscription, event, originalMessageId } = input
  const made = chatRequestOf(subscription, event, naming, {
    originalMessageId,
    recordUrl: recordUrl(service, event),
    now: service.now(),
    elapsedMs: service.elapsedMs,
  })
  let result = await service.sender.send(made.outgoing, signalOf(input))
  if (made.fallback !== null && isOriginalGone(made.request, result.status, result.responseBody)) {
    result = await service.sender.send(made.fallback, signalOf(input))
  }
  return {
    result,
    responseBody: excerpt(result, subscription, {}),
    host: hostOf(subscription.url),
    composed: null,
    messageId: messageIdOf(made.format, result),
  }
}

function messageIdOf(format: ChatFormat, result: SendResult): string | null {
  return result.errorCode === null ? readMessageId(format, result.responseBody) : null
}

function signalOf(input: AttemptInput): { signal?: AbortSignal } {
  return input.signal === undefined ? {} : { signal: input.signal }
}

/** Nothing left the house: the template failed. */
function unsent(
  subscription: Subscription,
  code: 'template_error' | 'result_too_large',
  message: string,
): Attempted {
  return {
    result: {
      status: null,
      errorCode: code,
      errorMessage: message,
      responseBody: null,
      isResponseBodyCut: false,
      durationMs: 0,
      retryAfter: null,
      ownFault: false,
    },
    responseBody: null,
    host: hostOf(subscription.url),
    composed: null,
    messageId: null,
  }
}

function excerpt(
  result: SendResult,
  subscription: Subscription,
  headers: Readonly<Record<string, string>>,
): string | null {
  const secrets = [
    ...Object.values(subscription.secrets),
    ...secretsInHeaders({ ...subscription.headers, ...headers }),
    ...[subscription.signingSecret, subscription.previousSecret].flatMap((secret) => secret ?? []),
  ]
  return maskedExcerpt(result.responseBody, secrets, result.isResponseBodyCut)
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : ''
}

/** Page of the record in the dashboard, for the button of a chat message. */
function recordUrl(service: Service, event: WebhookEvent): string | null {
  const { object, id } = { object: event.data.object['object'], id: event.data.object['id'] }
  const pages: Readonly<Record<string, string>> = {
    appointment: 'appointments',
    client: 'clients',
    queue_entry: 'queue',
    deposit: 'deposits',
    service: 'services',
    professional: 'professionals',
  }
  const page = typeof object === 'string' ? pages[object] : undefined
  return page === undefined || id === undefined
    ? null
    : `${service.publicBaseUrl}/dashboard/${page}/${String(id)}`
}
