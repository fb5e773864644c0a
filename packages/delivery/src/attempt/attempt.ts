import type { EventEnvelope } from '@scheduling/events'
import {
  isOriginalGone,
  maskedExcerpt,
  readMessageId,
  secretsInHeaders,
  type ChatFormat,
  type SendResult,
} from '@scheduling/webhooks'
import type { Runtime } from '../runtime.ts'
import { isChat } from '../subscriptions/chat.ts'
import type { Subscription } from '../subscriptions/subscription.ts'
import { chatRequestOf, requestOf, type Naming } from './compose.ts'

/** How one attempt went, as the history shows it. */
export type Attempted = {
  readonly result: Omit<SendResult, 'errorCode'> & {
    readonly errorCode: SendResult['errorCode'] | 'result_too_large'
  }
  /** The first 1024 characters of the answer, without secrets. */
  readonly responseBody: string | null
  readonly host: string
  /** The message that this attempt posted or edited; null where the platform does not name it. */
  readonly message: { readonly id: string; readonly isReplacement: boolean } | null
}

export type AttemptInput = {
  readonly subscription: Subscription
  readonly event: EventEnvelope
  readonly deliveryId: string
  /** The record of a test is made up, so there is no page to link to. */
  readonly isTest: boolean
  readonly originalMessageId: string | null
  readonly signal?: AbortSignal
}

/**
 * Renders, signs and sends once. It never throws: a delivery that this code fails on must not hold up the deliveries
 * behind it for ever.
 */
export async function attempt(runtime: Runtime, input: AttemptInput): Promise<Attempted> {
  const { subscription, event } = input
  const naming: Naming = {
    deliveryId: input.deliveryId,
    eventId: event.id,
    eventType: event.type,
    timestampSeconds: Math.floor(runtime.now() / 1000),
  }
  try {
    return await (isChat(subscription) ? chat : plain)(runtime, input, naming)
  } catch (error) {
    runtime.log.error({ err: error, delivery: input.deliveryId }, 'an attempt could not be made')
    return unsent(subscription, 'connection_error', 'The request could not be sent.', true)
  }
}

async function plain(runtime: Runtime, input: AttemptInput, naming: Naming): Promise<Attempted> {
  const { subscription, event } = input
  const clock = { now: runtime.now(), elapsedMs: runtime.elapsedMs }
  const composition = requestOf(subscription, event, naming, clock)
  if (!composition.ok) return unsent(subscription, composition.code, composition.message)
  const { request } = composition
  const result = await runtime.sender.send(request, signalOf(input))
  return {
    result,
    // Headers of the template may contain secrets, too.
    responseBody: excerpt(result, subscription, secretsInHeaders(request.customHeaders ?? {})),
    host: subscription.host,
    message: null,
  }
}

async function chat(runtime: Runtime, input: AttemptInput, naming: Naming): Promise<Attempted> {
  const { subscription, event, originalMessageId } = input
  const made = chatRequestOf(subscription, event, naming, {
    originalMessageId,
    recordUrl: input.isTest ? null : recordUrl(runtime, event),
    now: runtime.now(),
    elapsedMs: runtime.elapsedMs,
  })
  let result = await runtime.sender.send(made.outgoing, signalOf(input))
  const isReplacement = isOriginalGone(made.request, result.status, result.responseBody)
  if (made.fallback !== null && isReplacement) {
    result = await runtime.sender.send(made.fallback, signalOf(input))
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

/** The request was not sent. */
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

/** The address of a chat channel is a secret: the history must not show any part that identifies the channel. */
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

/** Where the dashboard shows a record. The queue shows all entries of the day. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  appointment: (id) => `/?appointment=${id}`,
  client: (id) => `/clients/${id}`,
  queue_entry: () => '/queue',
  deposit: (id) => `/deposits?deposit=${id}`,
  service: (id) => `/services?service_id=${id}`,
  professional: (id) => `/professionals?professional_id=${id}`,
}

/** The page of the record in the dashboard, for the button of a chat message. */
export function recordUrl(
  runtime: Pick<Runtime, 'publicBaseUrl'>,
  event: EventEnvelope,
): string | null {
  const { object, id } = { object: event.data.object['object'], id: event.data.object['id'] }
  const page = typeof object === 'string' ? PAGES[object] : undefined
  return page === undefined || id === undefined
    ? null
    : `${runtime.publicBaseUrl}/app${page(String(id))}`
}
