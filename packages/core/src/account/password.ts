import { randomBytes, scrypt, type ScryptOptions } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { sameBytes } from '../ground/crypto.ts'
import { LIMITS } from '../contract/limits.ts'
import { createLine } from '../ground/line.ts'

/** OWASP's scrypt setting takes 128 MB, too much for a few at once. This one takes 64 MB and about 150 ms. */
const COST = { N: 2 ** 16, r: 8, p: 2, maxmem: 160 * 1024 * 1024 } as const
const KEY_BYTES = 32

/** The hash of a random password, at the same cost. */
const UNKNOWN_PASSWORD = [
  'scrypt',
  COST.N,
  COST.r,
  COST.p,
  'bm9ib2R5J3Mgc2FsdCEh',
  'A'.repeat(43),
].join('$')

/**
 * Hashing leaves one core free, and one of the four threads on which Node also looks up names and reads files.
 * Other requests wait, as many as can be served in time.
 */
const AT_ONCE = Math.max(1, Math.min(availableParallelism() - 1, 3))
/** Passwords that one place checks in a second, on a busy machine. */
const CHECKED_PER_SECOND = 5
const hashing = createLine({
  places: AT_ONCE,
  patienceMs: () => LIMITS.signInWaitSeconds * 1000,
  mostWaiting: AT_ONCE * CHECKED_PER_SECOND * LIMITS.signInWaitSeconds,
})

/** A new password. */
export const NewPassword = z
  .string()
  .min(LIMITS.passwordMinCharacters)
  .max(LIMITS.passwordCharacters)

function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}

/**
 * `scrypt$N$r$p$salt$key`. The hash contains its cost, so that the cost can be raised later.
 *
 * @throws NoPlaceError when too many requests wait
 */
export async function hashPassword(
  password: string,
  { goesFirst = true }: { readonly goesFirst?: boolean } = {},
): Promise<string> {
  const salt = randomBytes(16)
  const key = await hashing.through(() => derive(password, salt, COST), { goesFirst })
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), key.toString('base64')].join(
    '$',
  )
}

/**
 * Whether a password belongs to a hash. Without a readable hash the result is false, after the same time.
 *
 * @param hashOf is called when this request gets its turn; its errors are thrown
 * @throws NoPlaceError when too many requests wait
 */
export async function isPassword(
  password: string,
  hashOf: () => Promise<string | null>,
  { goesFirst = false }: { readonly goesFirst?: boolean } = {},
): Promise<boolean> {
  return hashing.through(
    async () => {
      const hash = (await hashOf()) ?? ''
      const isReadable = /^scrypt(\$\d{1,9}){3}\$[A-Za-z0-9+/=]+\$[A-Za-z0-9+/=]+$/.test(hash)
      const [, N, r, p, salt = '', key = ''] = (isReadable ? hash : UNKNOWN_PASSWORD).split('$')
      const options = { N: Number(N), r: Number(r), p: Number(p), maxmem: COST.maxmem }
      const derived = await derive(password, Buffer.from(salt, 'base64'), options)
      return sameBytes(derived, Buffer.from(key, 'base64')) && isReadable
    },
    { goesFirst },
  )
}
