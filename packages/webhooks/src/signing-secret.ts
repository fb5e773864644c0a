/**
 * The secret a webhook signs with, and the key each of the two signature schemes makes of it.
 */

const PREFIX = 'whsec_'
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
export const OWN_SECRET_MIN_CHARACTERS = 16
export const OWN_SECRET_MAX_CHARACTERS = 128
export const GENERATED_SECRET_BYTES = 32

/** A fresh secret, `whsec_` + base64, from 32 random bytes that the caller draws. */
export function newSecret(randomBytes: Uint8Array): string {
  if (randomBytes.length !== GENERATED_SECRET_BYTES) {
    throw new RangeError(`a secret is made from ${GENERATED_SECRET_BYTES} random bytes`)
  }
  return PREFIX + Buffer.from(randomBytes).toString('base64')
}

/**
 * Whether a customer may sign with this text: 16 to 128 characters, no blanks. Control characters
 * and lone surrogates are refused too: neither survives being copied into a receiver's settings.
 */
export function isOwnSecret(text: string): boolean {
  const length = [...text].length
  return (
    length >= OWN_SECRET_MIN_CHARACTERS &&
    length <= OWN_SECRET_MAX_CHARACTERS &&
    text.isWellFormed() &&
    !/[\s\p{Cc}\p{Cf}\p{Zs}]/u.test(text)
  )
}

/** Key of `X-Service-Signature`: the whole secret as it is shown, `whsec_` included. */
export function serviceKey(secret: string): Buffer {
  return Buffer.from(secret, 'utf8')
}

/**
 * Key of `webhook-signature` (https://www.standardwebhooks.com): the text after `whsec_`, base64
 * decoded. Of a secret whose text is not padded base64, the UTF-8 bytes of the whole secret, which
 * the public libraries can be given as a raw key.
 */
export function standardKey(secret: string): Buffer {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret
  const isBase64 = text.length % 4 === 0 && BASE64.test(text)
  return isBase64 ? Buffer.from(text, 'base64') : Buffer.from(secret, 'utf8')
}
