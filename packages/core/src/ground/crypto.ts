/** Keyed hashes and encryption at rest. Keys are derived from the service's settings once. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'

/** `current` seals; every key opens what it sealed, so that keys can be rotated. */
export type SealingKeys = { readonly current: string; readonly keys: ReadonlyMap<string, Buffer> }

export type Cryptography = {
  /** HMAC-SHA256 under a key of its own per purpose. */
  hmac(purpose: HmacPurpose, message: string | Uint8Array): Buffer
  /** AES-256-GCM. `context` is authenticated, not stored: what was sealed for one row opens for no other. */
  seal(plain: string | Uint8Array, context: string): Buffer
  open(sealed: Uint8Array, context: string): Buffer
}

export type HmacPurpose =
  | 'account'
  | 'agent-confirmation'
  | 'api-key'
  | 'busy-calendar'
  | 'cursor'
  | 'device'
  | 'import'
  | 'invite'
  | 'invite-token'
  | 'link'
  | 'link-id'
  | 'link-mark'
  | 'password-reset'
  | 'password-reset-token'
  | 'email-change'
  | 'email-change-token'
  | 'payment-notice'
  | 'receipt'
  | 'request'
  | 'session'
  | 'session-token'
  | 'submission'
  | 'unsubscribe'
  | 'visitor'
  | 'webhook-url'

const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * @param rootSecret at least 32 characters; hashes and cursors die when it changes.
 * @param sealing keys of 32 bytes by id (at most 255 bytes of ASCII).
 */
export function cryptography(rootSecret: string, sealing: SealingKeys): Cryptography {
  // Key objects: of bytes, Node makes a new one for each use, which takes four times as long as the use.
  const sealingKeyObjects = new Map(
    [...sealing.keys].map(([id, key]) => [id, createSecretKey(key)] as const),
  )
  const derived = new Map<HmacPurpose, KeyObject>()
  const keyFor = (purpose: HmacPurpose): KeyObject => {
    let key = derived.get(purpose)
    if (key === undefined) {
      const bytes = hkdfSync('sha256', rootSecret, '', `scheduling:${purpose}`, 32)
      key = createSecretKey(Buffer.from(bytes))
      derived.set(purpose, key)
    }
    return key
  }
  return {
    hmac: (purpose, message) => createHmac('sha256', keyFor(purpose)).update(message).digest(),
    seal(plain, context) {
      const key = sealingKeyObjects.get(sealing.current)
      if (key === undefined) throw new Error(`No encryption key named "${sealing.current}".`)
      const keyId = Buffer.from(sealing.current, 'ascii')
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      cipher.setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([
        Buffer.from([VERSION, keyId.length]),
        keyId,
        nonce,
        cipher.getAuthTag(),
        body,
      ])
    },
    open(sealed, context) {
      const buffer = Buffer.from(sealed)
      const keyLength = buffer[1] ?? 0
      if (buffer[0] !== VERSION) throw new Error('Sealed with an unknown format.')
      const keyId = buffer.subarray(2, 2 + keyLength).toString('ascii')
      const key = sealingKeyObjects.get(keyId)
      if (key === undefined)
        throw new Error(`Sealed with the key "${keyId}", which is not configured.`)
      const nonceAt = 2 + keyLength
      const tagAt = nonceAt + NONCE_BYTES
      const bodyAt = tagAt + TAG_BYTES
      const decipher = createDecipheriv('aes-256-gcm', key, buffer.subarray(nonceAt, tagAt))
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(buffer.subarray(tagAt, bodyAt))
      return Buffer.concat([decipher.update(buffer.subarray(bodyAt)), decipher.final()])
    },
  }
}

/** Equality in constant time; false for different lengths. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Reads `id:base64,id:base64`, the first being current. Throws with a plain sentence. */
export function sealingKeys(text: string): SealingKeys {
  const keys = new Map<string, Buffer>()
  let current: string | null = null
  for (const entry of text.split(',')) {
    const [id, value] = entry.trim().split(':')
    const key = Buffer.from(value ?? '', 'base64')
    if (id === undefined || !/^[A-Za-z0-9_-]{1,32}$/.test(id) || key.length !== 32) {
      throw new Error(
        'Expected `id:base64 of 32 bytes`, several separated by commas, the current one first.',
      )
    }
    keys.set(id, key)
    current ??= id
  }
  if (current === null) throw new Error('At least one key is required.')
  return { current, keys }
}
