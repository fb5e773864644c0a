import { randomBytes, scrypt, type ScryptOptions } from 'node:crypto'
import { sameBytes } from '../crypto.ts'

/** OWASP's scrypt setting of 128 MB is too much for two cores at once; this one takes 64 MB and some 150 ms. */
const COST = { N: 2 ** 16, r: 8, p: 2, maxmem: 160 * 1024 * 1024 } as const
const KEY_BYTES = 32

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
  const key = await derive(password, salt, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), key.toString('base64')].join(
    '$',
  )
}

export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = hash.split('$')
  if (scheme !== 'scrypt' || salt === undefined || key === undefined) return false
  const options = { N: Number(N), r: Number(r), p: Number(p), maxmem: COST.maxmem }
  return sameBytes(
    await derive(password, Buffer.from(salt, 'base64'), options),
    Buffer.from(key, 'base64'),
  )
}
