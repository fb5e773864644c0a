import type { EventEnvelope } from '@scheduling/events'
import {
  isOriginalGone,
  maskedExcerpt,
  readMessageId,
  secretsInHeaders,
  type ChatFormat,
  type SendResult,
} from '@scheduling/webhooks'
import type { Service } from '../context.ts'
import { chatRequestOf, isChat, requestOf, type Naming } from './compose.ts'
import type { Subscription } from './subscription.ts'

/** How one attempt went, as it is recorded. */
export type Attempted = {
  readonly result: Omit<SendResult, 'errorCode'> & {
    readonly errorCode: SendResult['errorCode'] | 'result_too_large'
  }
  /** First 1024 characters of the answer, secrets covered. */
  readonly responseBody: string | null
  readonly host: string
  /** Chat platforms that number their messages: the one that this attempt made or changed. */
  readonly message: { readonly id: string; readonly isReplacement: boolean } | null
}

export type AttemptInput = {
  readonly subscription: Subscription
  readonly event: EventEnvelope
  readonly deliveryId: string
  /** Its record is made up: there is no page to open. */
  readonly isTest: boolean
  readonly originalMessageId: string | null
  readonly signal?: AbortSignal
}

/**
 * Renders, signs and sends once. Never throws: a delivery that makes us stumble must fail by itself, not hold
 * up those behind it for ever.
 */
export async function attempt(service: Service, input: AttemptInput): Promise<Attempted> {
  const { subscription, event } = input
  const naming: Naming = {
    deliveryId: input.deliveryId,
    eventId: event.id,
    eventType: event.type,
    timestampSeconds: Math.floor(service.now() / 1000),
  }
  try {
    return await (isChat(subscription) ? chat : plain)(service, input, naming)
  } catch (error) {
    service.log.error({ err: error, delivery: input.deliveryId }, 'attempt could not be made')
    return unsent(subscription, 'connection_error', 'The request could not be sent.', true)
  }
}

async function plain(service: Service, input: AttemptInput, naming: Naming): Promise<Attempted> {
  const { subscription, event } = input
  const clock = { now: service.now(), elapsedMs: service.elapsedMs }
  const composition = requestOf(subscription, event, naming, clock)
  if (!composition.ok) return unsent(subscription, composition.code, composition.message)
  const { request } = composition
  const result = await service.sender.send(request, signalOf(input))
  return {
    result,
    // Those that the template made of secrets, too.
    responseBody: excerpt(result, subscription, secretsInHeaders(request.customHeaders ?? {})),
    host: subscription.host,
    message: null,
  }
}

async function chat(service: Service, input: AttemptInput, naming: Naming): Promise<Attempted> {
  const { subscription, event, originalMessageId } = input
  const made = chatRequestOf(subscription, event, naming, {
    originalMessageId,
    recordUrl: input.isTest ? null : recordUrl(service, event),
    now: service.now(),
    elapsedMs: service.elapsedMs,
  })
  let result = await service.sender.send(made.outgoing, signalOf(input))
  const isReplacement = isOriginalGone(made.request, result.status, result.responseBody)
  if (made.fallback !== null && isReplacement) {
    result = await service.sender.send(made.fallback, signalOf(input))
  }
  const id = messageIdOf(made.format, result)
  return {
    result,
    responseBody: excerpt(result, subscription, partsOf(subscription.url)),
    host: subscription.host,
    message: id === null ? null : { id, isReplacement },
  }
}

function messageIdOf(format: ChatFormat, result: SendResult): string | null {
  return result.errorCode === null ? readMessageId(format, result.responseBody) : null
}

function signalOf(input: AttemptInput): { signal?: AbortSignal } {
  return input.signal === undefined ? {} : { signal: input.signal }
}

/** Nothing left the house. */
function unsent(
  subscription: Subscription,
  code: 'template_error' | 'result_too_large' | 'connection_error',
  message: string,
  ownFault = false,
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
      ownFault,
    },
    responseBody: null,
    host: subscription.host,
    message: null,
  }
}

function excerpt(
  result: SendResult,
  subscription: Subscription,
  others: readonly string[],
): string | null {
  const secrets = [
    ...others,
    ...Object.values(subscription.secrets),
    ...secretsInHeaders(subscription.headers),
    ...(subscription.signingSecret === null ? [] : [subscription.signingSecret]),
    ...subscription.previousSecrets,
  ]
  return maskedExcerpt(result.responseBody, secrets, result.isResponseBodyCut)
}

/** The address of a chat channel is its key: none of its telling parts may show in the history. */
function partsOf(url: string): string[] {
  if (!URL.canParse(url)) return [url]
  const { pathname, search, searchParams } = new URL(url)
  return [
    url,
    pathname + search,
    pathname.split('/').at(-1) ?? '',
    ...searchParams.values(),
  ].filter((part) => part.length >= 8)
}

/** Page of the record in the dashboard, for the button of a chat message. */
function recordUrl(service: Service, event: EventEnvelope): string | null {
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
