/** Signs as the service signs: for events of the feed, and for what is sent again when its signature has grown old. */
import { createHmac, randomBytes } from 'node:crypto'
import { pairs } from './delivery.ts'

export type ToSign = {
  readonly eventId: string
  readonly eventType: string
  /** Unix seconds. */
  readonly seconds: number
  readonly body: Buffer
  readonly secret: string
}

/** A secret such as the service makes. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** The headers of a delivery, names and values in turn. The ids of webhook and delivery are of this program. */
export function deliveryHeaders(event: ToSign): string[] {
  const named = {
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhooks/1.0 (scheduling listen --feed)',
    'X-Service-Event': event.eventType,
    'X-Service-Event-Id': event.eventId,
    'X-Service-Delivery-Id': `dlv_${randomBytes(13).toString('hex')}`,
    'X-Service-Webhook-Id': 'whk_scheduling_listen',
    'webhook-id': event.eventId,
    ...signatures(event),
  }
  return Object.entries(named).flat()
}

/** The same headers with a new signature. */
export function signedAnew(
  rawHeaders: readonly string[],
  event: Omit<ToSign, 'eventType'>,
): string[] {
  const signed = Object.entries(signatures(event))
  const replaced = new Set(signed.map(([name]) => name.toLowerCase()))
  const kept = pairs(rawHeaders).filter(([name]) => !replaced.has(name.toLowerCase()))
  return [...kept, ...signed].flat()
}

function signatures({ eventId, seconds, body, secret }: Omit<ToSign, 'eventType'>) {
  const service = hmac(Buffer.from(secret), `${seconds}.`, body).toString('hex')
  const standard = hmac(standardKey(secret), `${eventId}.${seconds}.`, body).toString('base64')
  return {
    'X-Service-Timestamp': String(seconds),
    'X-Service-Signature': `t=${seconds},v1=${service}`,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${standard}`,
  }
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** What a secret of Standard Webhooks stands for: base64 after `whsec_`, else the text itself. */
function standardKey(secret: string): Buffer {
  const text = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret
  const isBase64 = text.length % 4 === 0 && BASE64.test(text)
  return isBase64 ? Buffer.from(text, 'base64') : Buffer.from(secret)
}

function hmac(key: Buffer, prefix: string, body: Buffer): Buffer {
  return createHmac('sha256', key).update(prefix).update(body).digest()
}
