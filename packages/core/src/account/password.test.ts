import { randomBytes, scryptSync } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { expect, it } from 'vitest'
import { NoPlaceError } from '../ground/line.ts'
import { hashPassword, isPassword } from './password.ts'

const AT_ONCE = Math.max(1, Math.min(availableParallelism() - 1, 3))

/** A hash at a low cost. The cost is part of the hash. */
function quickHash(password: string): string {
  const salt = randomBytes(16)
  const key = scryptSync(password, salt, 32, { N: 1024, r: 8, p: 1 })
  return `scrypt$1024$8$1$${salt.toString('base64')}$${key.toString('base64')}`
}

it('knows a password by its hash, however its letters are composed', async () => {
  const hash = async () => stored
  const stored = await hashPassword('Zoë’s ﬁrst key')
  expect(stored).toMatch(/^scrypt\$65536\$8\$2\$[^$]{24}\$[^$]{44}$/)
  expect(await isPassword('Zoe\u0308’s first key', hash)).toBe(true)
  expect(await isPassword('Zoe’s first key', hash)).toBe(false)
})

it('knows no password of someone without a hash, or with one that cannot be read', async () => {
  const [scheme, ...parts] = quickHash('x').split('$')
  for (const stored of [null, '', 'none', `${scheme}2$${parts.join('$')}`, 'scrypt$1$1$1$$']) {
    expect(await isPassword('x', async () => stored), String(stored)).toBe(false)
  }
})

it('looks at few at once and in turn, refuses what has no chance, and lets some go first', async () => {
  const stored = quickHash('x')
  const begun: string[] = []
  const inside = { now: 0, most: 0 }
  const visit = async (name: string, goesFirst = false): Promise<boolean> => {
    const hashOf = async () => {
      begun.push(name)
      inside.now += 1
      inside.most = Math.max(inside.most, inside.now)
      return stored
    }
    return isPassword('x', hashOf, { goesFirst }).finally(() => {
      if (begun.includes(name)) inside.now -= 1
    })
  }
  const crowd = Array.from({ length: 30 * AT_ONCE }, (_, index) => visit(`visitor ${index}`))
  const owner = visit('owner', true)
  const results = await Promise.allSettled(crowd)
  expect(await owner).toBe(true)
  const refused = results.flatMap((result) => (result.status === 'rejected' ? result.reason : []))
  expect(refused.length).toBe(4 * AT_ONCE)
  for (const reason of refused) expect(reason).toBeInstanceOf(NoPlaceError)
  expect(inside.most).toBe(AT_ONCE)
  expect(begun.indexOf('owner')).toBeLessThanOrEqual(2 * AT_ONCE)
})

it('frees its place when the hash cannot be had', async () => {
  const failing = async () => Promise.reject(new Error('no database'))
  for (let time = 0; time < 3 * AT_ONCE; time += 1) {
    await expect(isPassword('x', failing)).rejects.toThrow('no database')
  }
  const stored = quickHash('x')
  expect(await isPassword('x', async () => stored)).toBe(true)
})
