import { createHmac, timingSafeEqual } from 'node:crypto'

const TOLERANCE_SECONDS = 300

/** Checks the header X-Service-Signature. `body`: the raw bytes; `now`: Unix seconds. */
export function verifyServiceSignature(
  header: string,
  body: Uint8Array,
  secrets: string[],
  now: number,
): boolean {
  const parts = header.split(',').map((part) => part.trim().split('='))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!isRecent(time, now)) return false

  return secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')
    return parts.some(
      ([name, value]) => /^v[01]$/.test(name ?? '') && isEqual(value ?? '', expected),
    )
  })
}

/** Checks the headers webhook-id, webhook-timestamp and webhook-signature (Standard Webhooks). */
export function verifyStandardSignature(
  headers: { id: string; timestamp: string; signature: string },
  body: Uint8Array,
  secrets: string[],
  now: number,
): boolean {
  if (!isRecent(headers.timestamp, now)) return false

  return secrets.some((secret) => {
    const hmac = createHmac('sha256', standardKey(secret))
    hmac.update(`${headers.id}.${headers.timestamp}.`).update(body)
    const expected = `v1,${hmac.digest('base64')}`
    return headers.signature.split(' ').some((given) => isEqual(given, expected))
  })
}

function standardKey(secret: string): Buffer {
  const text = secret.replace(/^whsec_/, '')
  const isBase64 = text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)
  return isBase64 ? Buffer.from(text, 'base64') : Buffer.from(secret)
}

function isRecent(time: string, now: number): boolean {
  return /^\d+$/.test(time) && Math.abs(now - Number(time)) <= TOLERANCE_SECONDS
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
