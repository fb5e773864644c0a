/** The two signatures of a delivery: `X-Service-Signature`, and that of Standard Webhooks. */

/** What one header says was signed, and with what result. */
export type Signed = {
  readonly scheme: 'service' | 'standard'
  /** Unix seconds. */
  readonly time: number
  /** What stands before the body in the signed text. */
  readonly prefix: string
  /** Any of them may be right: one for each secret. */
  readonly signatures: readonly Uint8Array<ArrayBuffer>[]
}

/** A header with more is not read: a delivery has one signature for each secret that is still valid. */
const MOST_CHARACTERS = 4096
const MOST_SIGNATURES = 40

/** The readable ones of the two headers. @param header its value, by its name in lower case; null: there is none */
export function signaturesIn(header: (name: string) => string | null): readonly Signed[] {
  return [serviceSignature(header), standardSignature(header)].filter((one) => one !== null)
}

/** `t=<unix seconds>,v1=<hex>[,v0=<hex>]…`: `v0` are of secrets before a rotation. */
function serviceSignature(header: (name: string) => string | null): Signed | null {
  const parts = partsOf(header('x-service-signature'), ',')
  const times = parts.filter((part) => part.startsWith('t=')).map((part) => part.slice(2))
  const [time = ''] = times
  const signatures = parts
    .filter((part) => /^v[01]=[0-9a-f]{64}$/i.test(part))
    .map((part) => fromHex(part.slice(3)))
  if (times.length !== 1 || !isTime(time) || signatures.length === 0) return null
  return { scheme: 'service', time: Number(time), prefix: `${time}.`, signatures }
}

/** `v1,<base64>[ v1,<base64>]…`, with `webhook-id` and `webhook-timestamp` beside it. */
function standardSignature(header: (name: string) => string | null): Signed | null {
  const id = header('webhook-id') ?? ''
  const time = header('webhook-timestamp') ?? ''
  const signatures = partsOf(header('webhook-signature'), ' ')
    .filter((part) => /^v1,[A-Za-z0-9+/]{43}=$/.test(part))
    .map((part) => fromBase64(part.slice(3)))
  if (id === '' || id.length > MOST_CHARACTERS || !isTime(time) || signatures.length === 0) {
    return null
  }
  return { scheme: 'standard', time: Number(time), prefix: `${id}.${time}.`, signatures }
}

/** Whether one of the signatures was made with one of the secrets. */
export async function isSigned(
  { scheme, prefix, signatures }: Signed,
  secrets: readonly string[],
  body: Uint8Array,
): Promise<boolean> {
  const text = signedText(prefix, body)
  let isRight = false
  for (const secret of secrets) {
    const key = await keyOf(scheme, secret)
    // Compared in constant time, and all of them: how long it takes must not tell which secret is right.
    for (const signature of signatures) {
      if (await crypto.subtle.verify('HMAC', key, signature, text)) isRight = true
    }
  }
  return isRight
}

/** Both signatures of a body, with the headers that go with them. @param seconds Unix time */
export async function signatureHeaders({
  eventId,
  seconds,
  bytes,
  secret,
}: {
  readonly eventId: string
  readonly seconds: number
  readonly bytes: Uint8Array
  readonly secret: string
}): Promise<Record<string, string>> {
  const sign = async (scheme: Signed['scheme'], prefix: string) =>
    new Uint8Array(
      await crypto.subtle.sign('HMAC', await keyOf(scheme, secret), signedText(prefix, bytes)),
    )
  const service = await sign('service', `${seconds}.`)
  const standard = await sign('standard', `${eventId}.${seconds}.`)
  return {
    'content-type': 'application/json',
    'x-service-signature': `t=${seconds},v1=${toHex(service)}`,
    'webhook-id': eventId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${btoa(String.fromCharCode(...standard))}`,
  }
}

function signedText(prefix: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const before = new TextEncoder().encode(prefix)
  const text = new Uint8Array(before.length + body.length)
  text.set(before)
  text.set(body, before.length)
  return text
}

function keyOf(scheme: Signed['scheme'], secret: string) {
  const bytes = scheme === 'service' ? new TextEncoder().encode(secret) : standardKey(secret)
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])
}

/** What follows `whsec_`, base64 decoded. Of a secret that is no base64, the bytes of its whole text. */
function standardKey(secret: string): Uint8Array<ArrayBuffer> {
  const text = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret
  const isBase64 = text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)
  return isBase64 ? fromBase64(text) : new TextEncoder().encode(secret)
}

function partsOf(header: string | null, separator: string): string[] {
  if (header === null || header.length > MOST_CHARACTERS) return []
  return header.split(separator, MOST_SIGNATURES).map((part) => part.trim())
}

function isTime(text: string): boolean {
  return /^\d{1,12}$/.test(text)
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: text.length / 2 }, (_, index) =>
    Number.parseInt(text.slice(2 * index, 2 * index + 2), 16),
  )
}
