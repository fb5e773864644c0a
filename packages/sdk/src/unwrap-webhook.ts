/** Receiving webhooks: the one way from a request to an event that can be trusted. */
import type { WebhookEvent } from './api-records.ts'
import { SchedulingError } from './errors.ts'
import { fromWire } from './names.ts'
import { isSigned, signaturesIn, type Signed } from './signature.ts'

/** Those of fetch, of Node (`request.headers`), or a plain object. Names in any case. */
export type WebhookHeaders =
  | { readonly get: (name: string) => string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

export type UnwrapOptions = {
  /** How far the time of a signature may be from your clock, in either direction. Default: 300. */
  readonly toleranceSeconds?: number
  /** Epoch milliseconds. Default: the clock. */
  readonly now?: () => number
}

/** More than any delivery has. */
const MOST_BYTES = 1024 * 1024

/** While secrets change, there are two. */
const MOST_SECRETS = 20

/**
 * Verifies a delivery of the formats `generic` and `custom`, and returns its event. Either of the two signatures is
 * enough, made with any of the secrets: a delivery of the days after a rotation has signatures of both.
 *
 * Discard an event whose `id` you have seen, and ignore types that you do not know: new ones may come.
 *
 * @param rawBody the bytes or the text that came, before anything parsed them
 * @param secrets the secret of the webhook, or several
 * @throws SchedulingError `signature_missing`, `signature_wrong`, `timestamp_too_old`, `body_not_raw`,
 *   `body_too_large`, `body_not_an_event`
 */
export async function unwrapWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options: UnwrapOptions = {},
): Promise<WebhookEvent> {
  const { toleranceSeconds = 300, now = Date.now } = options
  const body = bytesOf(rawBody)
  const keys = secretsOf(secrets)
  const signed = signaturesIn((name) => headerIn(headers, name))
  if (signed.length === 0) {
    throw new SchedulingError(
      'signature_missing',
      'There is neither a readable `X-Service-Signature` nor a readable `webhook-signature`.',
    )
  }
  const time = await timeOfTrue(signed, keys, body)
  if (time === null) {
    throw new SchedulingError(
      'signature_wrong',
      'No signature fits. Check the secret, and verify the raw body: JSON that was parsed and written again has other bytes.',
    )
  }
  if (!(Math.abs(now() / 1000 - time) <= toleranceSeconds)) {
    throw new SchedulingError(
      'timestamp_too_old',
      `The signature is right, but its time differs from your clock by more than ${toleranceSeconds} seconds.`,
    )
  }
  return eventIn(body)
}

/** Unix seconds of the first signature that is right; null: none is. */
async function timeOfTrue(
  signed: readonly Signed[],
  secrets: readonly string[],
  body: Uint8Array<ArrayBuffer>,
): Promise<number | null> {
  for (const one of signed) if (await isSigned(one, secrets, body)) return one.time
  return null
}

function bytesOf(rawBody: unknown): Uint8Array<ArrayBuffer> {
  const isBytes = rawBody instanceof Uint8Array || rawBody instanceof ArrayBuffer
  if (typeof rawBody !== 'string' && !isBytes) {
    throw new SchedulingError(
      'body_not_raw',
      'The body must be the raw text or bytes. Something has parsed it before.',
    )
  }
  const size = typeof rawBody === 'string' ? rawBody.length : rawBody.byteLength
  if (size > MOST_BYTES) {
    throw new SchedulingError('body_too_large', `The body has more than ${MOST_BYTES} bytes.`)
  }
  if (typeof rawBody === 'string') return new TextEncoder().encode(rawBody)
  return new Uint8Array(rawBody)
}

/** @throws TypeError for what is no secret: without one, nothing can be verified */
function secretsOf(secrets: string | readonly string[]): readonly string[] {
  const all = typeof secrets === 'string' ? [secrets] : secrets
  const isValid =
    Array.isArray(all) &&
    all.length > 0 &&
    all.length <= MOST_SECRETS &&
    all.every((secret) => typeof secret === 'string' && secret !== '')
  if (!isValid) {
    throw new TypeError(`\`secrets\` must be a secret, or 1 to ${MOST_SECRETS} of them.`)
  }
  return all
}

/** Null: there is none. A header that came several times is as HTTP joins it. */
function headerIn(headers: WebhookHeaders, name: string): string | null {
  // Those of a library of its own are `Headers` of another kind.
  if (typeof headers.get === 'function') return headers.get(name)
  const values = Object.entries(headers).flatMap(([its, value]) =>
    its.toLowerCase() === name && value !== undefined ? value : [],
  )
  return values.length === 0 ? null : values.join(',')
}

function eventIn(body: Uint8Array): WebhookEvent {
  try {
    const event = fromWire(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)))
    const isEvent =
      typeof event === 'object' &&
      event !== null &&
      ['id', 'type', 'data'].every((name) => name in event)
    // The signature says that the service wrote it.
    if (isEvent) return event as WebhookEvent
  } catch {
    // Told below: signed text that is no JSON comes from a webhook of another format.
  }
  throw new SchedulingError(
    'body_not_an_event',
    'The signature is right, but the body is no event. Is `format` of the webhook `generic`?',
  )
}
