/** Secrets that a client carries, in a cookie or in a link. */
import { randomBytes } from 'node:crypto'
import { sameBytes, type Cryptography, type HmacPurpose } from './crypto.ts'

/** A token is a secret and a mark. The mark exposes an invented token without a query. */
const SECRET_BYTES = 24
const MARK_BYTES = 8
/** Secret and mark, in base64url. */
const TOKEN = /^[\w-]{43}$/

type Signer = { readonly crypto: Pick<Cryptography, 'hmac'> }

export type SecretTokens = {
  /** A new token. Only its hash is stored. */
  create(service: Signer): { token: string; hash: Uint8Array<ArrayBuffer> }
  /** The hash by which a token is stored; null for a text that was never a token of this kind. */
  hashOf(service: Signer, token: string): Uint8Array<ArrayBuffer> | null
}

/** Tokens of one kind. Those of another kind are strangers to it. */
export function secretTokens(kind: {
  readonly mark: HmacPurpose
  readonly hash: HmacPurpose
}): SecretTokens {
  const markOf = ({ crypto }: Signer, secret: Uint8Array): Buffer =>
    crypto.hmac(kind.mark, secret).subarray(0, MARK_BYTES)
  const stored = ({ crypto }: Signer, token: string): Uint8Array<ArrayBuffer> =>
    new Uint8Array(crypto.hmac(kind.hash, token))
  return {
    create(service) {
      const secret = randomBytes(SECRET_BYTES)
      const token = Buffer.concat([secret, markOf(service, secret)]).toString('base64url')
      return { token, hash: stored(service, token) }
    },
    hashOf(service, token) {
      if (!TOKEN.test(token)) return null
      const bytes = Buffer.from(token, 'base64url')
      const [secret, mark] = [bytes.subarray(0, SECRET_BYTES), bytes.subarray(SECRET_BYTES)]
      return sameBytes(mark, markOf(service, secret)) ? stored(service, token) : null
    },
  }
}
