/**
 * The secret a webhook signs with, and the key each of the two signature schemes makes of it.
 */
import { createSecretKey, type KeyObject } from 'node:crypto'
import { WEBHOOK_LIMITS } from './limits.ts'

const PREFIX = 'whsec_'
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
export const GENERATED_SECRET_BYTES = 32

/** A fresh secret, `whsec_` + base64, from 32 random bytes that the caller draws. */
export function newSecret(randomBytes: Uint8Array): string {
  if (randomBytes.length !== GENERATED_SECRET_BYTES) {
    throw new RangeError(`a secret is made from ${GENERATED_SECRET_BYTES} random bytes`)
  }
  return PREFIX + Buffer.from(randomBytes).toString('base64')
}

/**
 * Whether a customer may sign with this text: neither too short nor too long, and without white space.
 * Control characters and lone surrogates are refused too: neither survives being copied into a
 * receiver's settings.
 */
export function isOwnSecret(text: string): boolean {
  const { signingSecretMinCharacters: least, signingSecretMaxCharacters: most } = WEBHOOK_LIMITS
  if (text.length > 2 * most) return false
  const length = [...text].length
  return (
    length >= least &&
    length <= most &&
    text.isWellFormed() &&
    !/[\s\p{Cc}\p{Cf}\p{Zs}]/u.test(text)
  )
}

export type SigningKeys = {
  /** Key of `X-Service-Signature`: the whole secret as it is shown, `whsec_` included. */
  readonly service: KeyObject
  /**
   * Key of `webhook-signature` (https://www.standardwebhooks.com): the text after `whsec_`, base64
   * decoded. Of a secret whose text is not padded base64, the UTF-8 bytes of the whole secret, which
   * the public libraries can be given as a raw key.
   */
  readonly standard: KeyObject
}

/** Made once for the secrets in use: making a key takes four times as long as signing with it. */
const made = new Map<string, SigningKeys>()
const MADE_MOST = 1000

/** @param secret not empty */
export function signingKeys(secret: string): SigningKeys {
  const known = made.get(secret)
  if (known !== undefined) return known
  const bytes = Buffer.from(secret, 'utf8')
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret
  const isBase64 = text.length % 4 === 0 && BASE64.test(text)
  const keys = {
    service: createSecretKey(bytes),
    standard: createSecretKey(isBase64 ? Buffer.from(text, 'base64') : bytes),
  }
  if (made.size >= MADE_MOST) made.clear()
  made.set(secret, keys)
  return keys
}
