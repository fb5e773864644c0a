/** Attempts that block their address, on each store. */
import { expect, test } from 'vitest'
import {
  AS_DOCUMENTED,
  countInvalid,
  fresh,
  look,
  onEachStore,
  openScene,
  START,
} from './testing/each-store.ts'

onEachStore((under) => {
  const scene = () => openScene(under, AS_DOCUMENTED)

  test('20 invalid keys in ten minutes block an address for 30', async () => {
    const { clock, processes } = scene()
    const [one, other] = processes
    const address = `192.0.2.${fresh()}`
    const now = START / 1000
    expect(await look(one, address)).toEqual({
      allowed: true,
      limit: 20,
      remaining: 20,
      resetAt: now + 600,
      retryAfterSeconds: null,
    })
    for (let remaining = 19; remaining > 0; remaining -= 1) {
      const decision = await countInvalid(remaining % 2 === 0 ? one : other, address)
      expect(decision).toMatchObject({ allowed: true, limit: 20, remaining, resetAt: now + 601 })
      expect(await look(other, address)).toEqual(decision)
    }
    expect(await countInvalid(one, address)).toEqual({
      allowed: true,
      limit: 20,
      remaining: 0,
      resetAt: now + 1800,
      retryAfterSeconds: null,
    })
    const blocked = { allowed: false, limit: 20, remaining: 0, resetAt: now + 1800 }
    expect(await look(other, address)).toEqual({ ...blocked, retryAfterSeconds: 1800 })
    expect(await look(other, `${address}9`)).toMatchObject({ allowed: true, remaining: 20 })

    // Attempts during the block neither count nor make it longer.
    clock.now = START + 1_799_999
    expect(await countInvalid(other, address)).toEqual({ ...blocked, retryAfterSeconds: 1 })
    expect(await look(one, address)).toEqual({ ...blocked, retryAfterSeconds: 1 })
    clock.now = START + 1_800_000
    expect(await look(other, address)).toMatchObject({ allowed: true, remaining: 20 })
    expect(await countInvalid(one, address)).toMatchObject({ allowed: true, remaining: 19 })
  })

  test('the ten minutes slide: a burst over any boundary blocks, old attempts are forgotten', async () => {
    const { clock, processes } = scene()
    const [store] = processes
    const address = `198.51.100.${fresh()}`
    await countInvalid(store, address)
    clock.now = START + 599_000
    for (let count = 0; count < 18; count += 1) await countInvalid(store, address)
    clock.now = START + 601_000 // the first is 10 minutes and a second old
    expect(await look(store, address)).toMatchObject({ remaining: 2, resetAt: START / 1000 + 1200 })
    expect(await countInvalid(store, address)).toMatchObject({ remaining: 1 })
    clock.now = START + 602_000
    expect(await countInvalid(store, address)).toMatchObject({ remaining: 0 })
    expect(await look(store, address)).toMatchObject({ allowed: false })
  })

  test('the twentieth at ten minutes to the millisecond still blocks', async () => {
    const { clock, processes } = scene()
    const [store] = processes
    const address = `203.0.113.${fresh()}`
    clock.now = START + 999
    for (let count = 0; count < 19; count += 1) await countInvalid(store, address)
    clock.now += 600_000
    await countInvalid(store, address)
    expect(await look(store, address)).toMatchObject({ allowed: false, retryAfterSeconds: 1800 })
  })

  test('10 failures to sign in within 15 minutes block an account for 15, until they are forgotten', async () => {
    const { clock, processes } = scene()
    const [one, other] = processes
    const account = `account ${fresh()}`
    const failed = () => countInvalid(one, account, 'failed sign-in')
    for (let count = 0; count < 9; count += 1) {
      clock.now += 99_000
      expect(await failed()).toMatchObject({ allowed: true, limit: 10 })
    }
    expect(await failed()).toMatchObject({ allowed: true, remaining: 0 })
    expect(await look(other, account, 'failed sign-in')).toMatchObject({
      allowed: false,
      retryAfterSeconds: 900,
    })
    expect(await look(other, account), 'as an address').toMatchObject({ remaining: 20 })
    expect(await look(other, account, 'sign-in')).toMatchObject({ remaining: 10 })
    await other.forgetAttempts('failed sign-in', account)
    expect(await failed()).toMatchObject({ allowed: true, remaining: 9 })
    await other.forgetAttempts('failed sign-in', `${account} that was never counted`)
  })

  test('several attempts can be counted at once', async () => {
    const { processes } = scene()
    const address = `192.0.2.${fresh()}`
    const count = (times: number) => processes[0].countAttempts('invalid key', address, times)
    expect(await count(18)).toMatchObject({ isCounted: true, counted: 18, blockedUntil: null })
    expect(await count(5)).toMatchObject({
      isCounted: true,
      counted: 23,
      blockedUntil: START + 1_800_000,
    })
    expect(await count(1)).toMatchObject({ isCounted: false })
  })

  test('100 invalid keys at once through two processes: exactly 20 are counted', async () => {
    const { processes } = scene()
    const address = `2001:db8:${fresh().toString(16)}::/64`
    const decisions = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        countInvalid(processes[index % 2 === 0 ? 0 : 1], address),
      ),
    )
    expect(decisions.filter((decision) => decision.allowed)).toHaveLength(20)
    expect(decisions.filter((decision) => decision.retryAfterSeconds === 1800)).toHaveLength(80)
  })
})
