import { randomBytes, scrypt, type ScryptOptions } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { sameBytes } from '../ground/crypto.ts'
import { createLine } from '../ground/line.ts'

/** OWASP's scrypt setting of 128 MB is too much for two cores at once; this one takes 64 MB and some 150 ms. */
const COST = { N: 2 ** 16, r: 8, p: 2, maxmem: 160 * 1024 * 1024 } as const
const KEY_BYTES = 32

/** Of a password that nobody knows, at the same cost. */
const NOBODYS = ['scrypt', COST.N, COST.r, COST.p, 'bm9ib2R5J3Mgc2FsdCEh', 'A'.repeat(43)].join('$')

/**
 * One core stays free for everything else, and one of the four threads on which Node also looks up names and
 * reads files. The rest wait, as many as have a chance to be done in time.
 */
const AT_ONCE = Math.max(1, Math.min(availableParallelism() - 1, 3))
const PATIENCE_MS = 5000
const hashing = createLine({
  places: AT_ONCE,
  patienceMs: () => PATIENCE_MS,
  mostWaiting: AT_ONCE * 25,
})

function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}

/** `scrypt$N$r$p$salt$key`: the cost stands with the hash, so that it can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await hashing.through(() => derive(password, salt, COST), { goesFirst: true })
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), key.toString('base64')].join(
    '$',
  )
}

/**
 * Whether a password is the one of a hash. Where there is no hash, or none that can be read, it is not, and
 * finding out takes as long.
 *
 * @param hashOf asked when the turn has come to work; what it throws is thrown
 * @throws NoPlaceError when too many want the same at once
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
      const [, N, r, p, salt = '', key = ''] = (isReadable ? hash : NOBODYS).split('$')
      const options = { N: Number(N), r: Number(r), p: Number(p), maxmem: COST.maxmem }
      const derived = await derive(password, Buffer.from(salt, 'base64'), options)
      return sameBytes(derived, Buffer.from(key, 'base64')) && isReadable
    },
    { goesFirst },
  )
}
