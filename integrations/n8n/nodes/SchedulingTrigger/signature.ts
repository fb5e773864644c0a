import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IDataObject } from 'n8n-workflow'

/** A delivery that is older, or of a time further ahead, is refused. */
const TOLERANCE_SECONDS = 300

/**
 * Whether a delivery was signed with the secret (Standard Webhooks).
 *
 * @param headers as Node gives them, names in lower case
 * @param body the bytes as they were sent
 * @param secret as the API answered it, with `whsec_`
 * @param now Unix time in seconds
 */
export function isSigned(
  headers: IDataObject | NodeJS.Dict<string | string[]>,
  body: Uint8Array,
  secret: string,
  now: number,
): boolean {
  const [id, time, signatures] = [
    headers['webhook-id'],
    headers['webhook-timestamp'],
    headers['webhook-signature'],
  ]
  if (typeof id !== 'string' || typeof time !== 'string' || typeof signatures !== 'string') {
    return false
  }
  if (!/^\d{1,12}$/.test(time) || Math.abs(now - Number(time)) > TOLERANCE_SECONDS) return false

  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const sum = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest('base64')
  const expected = Buffer.from(`v1,${sum}`)
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
