import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'
import { WEBHOOK_LIMITS } from './limits.ts'
import { signingKeys } from './signing-secret.ts'

export type DeliveryToSign = {
  /** `evt_…`; also the `webhook-id`, so receivers can discard repeats by either header. */
  eventId: string
  /** `dlv_…`, new for every attempt. */
  deliveryId: string
  /** `whk_…` */
  webhookId: string
  eventType: string
  /** Unix seconds of the attempt. */
  timestampSeconds: number
  /** The exact bytes that are sent. */
  body: Uint8Array
  secret: string
  /** Secrets before rotations, each while it is still valid; newest first. */
  previousSecrets?: readonly string[]
}

export type DeliveryToName = Omit<DeliveryToSign, 'body' | 'secret' | 'previousSecrets'>

/** The headers that name a delivery, without signatures: all that a chat delivery carries. */
export function deliveryHeaders(delivery: DeliveryToName): Record<string, string> {
  return {
    'X-Service-Event': delivery.eventType,
    'X-Service-Event-Id': delivery.eventId,
    'X-Service-Delivery-Id': delivery.deliveryId,
    'X-Service-Webhook-Id': delivery.webhookId,
    'X-Service-Timestamp': String(delivery.timestampSeconds),
    'webhook-id': delivery.eventId,
    'webhook-timestamp': String(delivery.timestampSeconds),
  }
}

/** Every `X-Service-*` and `webhook-*` header of a signed delivery. */
export function signatureHeaders(delivery: DeliveryToSign): Record<string, string> {
  return {
    ...deliveryHeaders(delivery),
    'X-Service-Signature': serviceSignature(delivery),
    'webhook-signature': standardSignature(delivery),
  }
}

/** `t=<unix seconds>,v1=<hex>[,v0=<hex>]…`: HMAC-SHA256 over `<t>.<raw body>`. */
export function serviceSignature(
  delivery: Pick<DeliveryToSign, 'timestampSeconds' | 'body' | 'secret' | 'previousSecrets'>,
): string {
  const { timestampSeconds, body, secret, previousSecrets = [] } = delivery
  const signWith = (key: string) =>
    hmac(signingKeys(key).service, `${timestampSeconds}.`, body).toString('hex')
  const previous = previousSecrets.map((key) => `v0=${signWith(key)}`)
  return [`t=${timestampSeconds}`, `v1=${signWith(secret)}`, ...previous].join(',')
}

/** `v1,<base64>[ v1,<base64>]…`: Standard Webhooks, over `<id>.<timestamp>.<raw body>`. */
export function standardSignature(
  delivery: Pick<
    DeliveryToSign,
    'eventId' | 'timestampSeconds' | 'body' | 'secret' | 'previousSecrets'
  >,
): string {
  const { eventId, timestampSeconds, body, secret, previousSecrets = [] } = delivery
  const signWith = (key: string) =>
    `v1,${hmac(signingKeys(key).standard, `${eventId}.${timestampSeconds}.`, body).toString('base64')}`
  return [secret, ...previousSecrets].map(signWith).join(' ')
}

export type SignatureCheck =
  | { ok: true; timestampSeconds: number }
  | { ok: false; reason: 'malformed' | 'stale' | 'mismatch' }

/**
 * The receiver's side of `X-Service-Signature`. True signatures only, whatever the secret's age:
 * `v1` and `v0` are each tried with every secret given, in constant time. `stale` is only said of
 * a signature that is otherwise right.
 */
export function verifyServiceSignature(
  header: string,
  body: Uint8Array,
  secrets: readonly string[],
  nowSeconds: number,
  toleranceSeconds: number = WEBHOOK_LIMITS.signatureToleranceMinutes * 60,
): SignatureCheck {
  const parts = header.split(',').map((part) => part.trim())
  const times = parts.filter((part) => part.startsWith('t=')).map((part) => part.slice(2))
  const signatures = parts.filter((part) => /^v[01]=/.test(part)).map((part) => part.slice(3))
  const [time] = times
  if (time === undefined || times.length > 1 || !/^\d{1,12}$/.test(time)) {
    return { ok: false, reason: 'malformed' }
  }
  const candidates = signatures.filter((hex) => /^[0-9a-f]{64}$/i.test(hex))
  if (candidates.length === 0) return { ok: false, reason: 'malformed' }

  const expected = secrets.map((secret) => hmac(signingKeys(secret).service, `${time}.`, body))
  let matches = false
  for (const candidate of candidates) {
    for (const signature of expected) {
      // No early exit: how long this takes must not tell which secret matched.
      if (timingSafeEqual(Buffer.from(candidate, 'hex'), signature)) matches = true
    }
  }
  if (!matches) return { ok: false, reason: 'mismatch' }

  const timestampSeconds = Number(time)
  const isStale = Math.abs(nowSeconds - timestampSeconds) > toleranceSeconds
  return isStale ? { ok: false, reason: 'stale' } : { ok: true, timestampSeconds }
}

function hmac(key: KeyObject, prefix: string, body: Uint8Array): Buffer {
  return createHmac('sha256', key).update(prefix, 'utf8').update(body).digest()
}
