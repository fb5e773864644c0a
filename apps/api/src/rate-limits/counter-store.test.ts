/** Windows of requests, on each store. */
import { expect, test } from 'vitest'
import type { WindowSizes } from './allowances.ts'
import type { Decision, KnownRequest } from './rate-limits.ts'
import {
  AS_DOCUMENTED,
  countInvalid,
  decisionFrom,
  DOCUMENTED,
  fresh,
  look,
  onEachStore,
  openScene,
  ROOMY,
  START,
} from './testing/each-store.ts'

onEachStore((under) => {
  const scene = (key: WindowSizes) => openScene(under, key)

  async function repeat(times: number, take: () => Promise<Decision>): Promise<Decision[]> {
    const decisions: Decision[] = []
    for (let count = 0; count < times; count += 1) decisions.push(await take())
    return decisions
  }

  test('a key makes ten requests in a second, the eleventh waits for the next second', async () => {
    const { clock, take } = scene(AS_DOCUMENTED)
    const minute = {
      allowed: true,
      limit: 120,
      resetAt: START / 1000 + 60,
      retryAfterSeconds: null,
    }
    const decisions = await repeat(10, take)
    expect(decisions).toEqual(
      Array.from({ length: 10 }, (_, index) => ({ ...minute, remaining: 119 - index })),
    )
    clock.now = START + 999
    expect(await take()).toEqual({
      allowed: false,
      limit: 10,
      remaining: 0,
      resetAt: START / 1000 + 1,
      retryAfterSeconds: 1,
      window: 'key second',
    })
    clock.now = START + 1000
    expect(await take()).toEqual({ ...minute, remaining: 109 })
  })

  test('a key makes 120 requests in a minute, then the minute refuses, not the second', async () => {
    const { clock, take } = scene(AS_DOCUMENTED)
    for (let second = 0; second < 12; second += 1) {
      clock.now = START + second * 1000
      expect((await repeat(10, take)).filter((decision) => decision.allowed)).toHaveLength(10)
    }
    // Both windows are full: the one that ends last says how long to wait.
    expect(await take()).toMatchObject({ allowed: false, limit: 120, retryAfterSeconds: 49 })
    clock.now = START + 59_001
    expect(await take()).toEqual({
      allowed: false,
      limit: 120,
      remaining: 0,
      resetAt: START / 1000 + 60,
      retryAfterSeconds: 1,
      window: 'key minute',
    })
    clock.now = START + 60_000
    expect(await take()).toMatchObject({ allowed: true, limit: 120, remaining: 119 })
  })

  test('an availability request is described by its own window, and only that refuses it', async () => {
    const { clock, take } = scene({ ...AS_DOCUMENTED, keySecond: 1000 })
    const search = () => take({ availabilityCalls: 1 })
    expect(await search()).toMatchObject({ allowed: true, limit: 30, remaining: 29 })
    expect(await take()).toMatchObject({ allowed: true, limit: 120, remaining: 118 })
    await repeat(29, search)
    expect(await search()).toMatchObject({ allowed: false, limit: 30, remaining: 0 })
    expect(await take()).toMatchObject({ allowed: true, limit: 120, remaining: 88 })
    clock.now += 60_000
    expect(await search()).toMatchObject({ allowed: true, limit: 30, remaining: 29 })
  })

  test('the tightest window describes an availability request, even when it is not its own', async () => {
    const { take } = scene({ ...AS_DOCUMENTED, keySecond: 1000 })
    await repeat(100, take)
    expect(await take({ availabilityCalls: 1 })).toMatchObject({ limit: 120, remaining: 19 })
  })

  test('the keys of an organization share 300 requests a minute', async () => {
    const { clock, organizationId, take } = scene({ ...AS_DOCUMENTED, keySecond: 1000 })
    const by = (key: string) => () => take({ keyId: `${key}_${organizationId}` })
    await repeat(100, by('one'))
    await repeat(100, by('two'))
    expect((await repeat(100, by('three'))).at(-1)).toMatchObject({
      allowed: true,
      limit: 300,
      remaining: 0,
    })
    for (const key of ['one', 'two', 'three', 'four']) {
      expect(await by(key)()).toMatchObject({ allowed: false, limit: 300, remaining: 0 })
    }
    expect(
      await take({ organizationId: fresh(), keyId: `stranger_${organizationId}` }),
    ).toMatchObject({
      allowed: true,
    })
    clock.now += 60_000
    expect(await by('four')()).toMatchObject({ allowed: true, limit: 120, remaining: 119 })
  })

  test('what one window refuses consumes nothing from the others', async () => {
    const limits = { ...ROOMY, keySecond: 2, keyMinute: 6, organizationMinute: 5 }
    const { clock, organizationId, take } = scene(limits)
    await repeat(50, take) // 2 allowed
    clock.now += 1000
    expect(await take()).toMatchObject({ allowed: true, limit: 5, remaining: 2 })
    // Another key fills the organization; then 50 refusals must not touch the first key's minute.
    const other = () => take({ keyId: `other_${organizationId}` })
    await repeat(1, other)
    expect(await take()).toMatchObject({ allowed: true, limit: 5, remaining: 0 })
    expect(await repeat(50, take)).toSatisfy((all: Decision[]) => all.every((one) => !one.allowed))
    Object.assign(limits, { ...ROOMY, keyMinute: 6 })
    expect(await take()).toMatchObject({ allowed: true, limit: 6, remaining: 1 })
  })

  test('a refused availability request consumes nothing, nor is it counted by other routes', async () => {
    const { take } = scene({ ...ROOMY, keyMinute: 4, availabilityMinute: 1 })
    await take({ availabilityCalls: 1 })
    await repeat(20, () => take({ availabilityCalls: 1 }))
    expect(await take()).toMatchObject({ allowed: true, limit: 4, remaining: 2 })
  })

  test('a session has windows of its own, and those of all sessions of a team', async () => {
    const { clock, organizationId, take } = scene(AS_DOCUMENTED)
    const user = (calls: number, availabilityCalls = 0, name = 'user') =>
      take({ holder: 'session', keyId: `${name}_${organizationId}`, calls, availabilityCalls })
    await repeat(49, () => user(1))
    expect(await user(1)).toMatchObject({ allowed: true, limit: 600, remaining: 550 })
    expect(await user(1)).toMatchObject({ allowed: false, limit: 50, window: 'key second' })
    for (let second = 1; second < 12; second += 1) {
      clock.now = START + second * 1000
      expect(await user(50)).toMatchObject({ allowed: true })
    }
    clock.now = START + 12_000
    expect(await user(1)).toMatchObject({ allowed: false, limit: 600, window: 'key minute' })
    for (let second = 12; second < 18; second += 1) {
      clock.now = START + second * 1000
      expect(await user(20, 20, 'searching')).toMatchObject({ allowed: true, limit: 120 })
    }
    expect(await user(2, 1, 'searching')).toMatchObject({
      allowed: false,
      limit: 120,
      window: 'availability minute',
    })
    // 600 and 120 so far.
    for (let other = 0; other < 105; other += 1) await user(50, 0, `other_${other}`)
    expect(await user(29, 0, 'last')).toMatchObject({ allowed: true, limit: 6000, remaining: 1 })
    expect(await user(2, 0, 'another')).toMatchObject({
      allowed: false,
      limit: 6000,
      remaining: 1,
      window: 'organization minute',
    })
  })

  test('a batch counts its calls, all or none; one larger than a window needs the whole of it', async () => {
    const { clock, take } = scene({ ...ROOMY, keySecond: 10, keyMinute: 25, availabilityMinute: 6 })
    const batch = (calls: number, availabilityCalls = 0) => take({ calls, availabilityCalls })
    expect(await batch(7)).toMatchObject({ allowed: true, limit: 25, remaining: 18 })
    expect(await batch(4)).toMatchObject({ allowed: false, limit: 10, remaining: 3 })
    expect(await batch(3)).toMatchObject({ allowed: true, remaining: 15 })
    clock.now += 1000
    // The minute has room for 15 more, the second for none beside it.
    expect(await batch(12)).toMatchObject({ allowed: true, limit: 25, remaining: 3 })
    expect(await batch(1)).toMatchObject({ allowed: false, limit: 10, remaining: 0 })
    clock.now += 60_000
    expect(await batch(8, 5)).toMatchObject({ allowed: true, limit: 6, remaining: 1 })
    clock.now += 1000
    expect(await batch(3, 2)).toMatchObject({ allowed: false, limit: 6, remaining: 1 })
    expect(await batch(3, 1)).toMatchObject({ allowed: true, limit: 6, remaining: 0 })
    expect(await batch(2)).toMatchObject({ allowed: true, limit: 25, remaining: 12 })
  })

  test('200 requests at once, half through each process: exactly ten pass', async () => {
    const { processes, take } = scene(AS_DOCUMENTED)
    const decisions = await Promise.all(
      Array.from({ length: 200 }, (_, index) => take({}, processes[index % 2 === 0 ? 0 : 1])),
    )
    const allowed = decisions.filter((decision) => decision.allowed)
    expect(allowed.map((decision) => decision.remaining).sort((a, b) => a - b)).toEqual([
      110, 111, 112, 113, 114, 115, 116, 117, 118, 119,
    ])
    expect(decisions.filter((decision) => !decision.allowed && decision.limit === 10)).toHaveLength(
      190,
    )
  })

  test('400 requests of 40 keys at once through two processes: exactly the organization’s 50 pass', async () => {
    const { processes, organizationId, take } = scene({ ...AS_DOCUMENTED, organizationMinute: 50 })
    const decisions = await Promise.all(
      Array.from({ length: 400 }, (_, index) =>
        take(
          {
            keyId: `key_${index % 40}_${organizationId}`,
            availabilityCalls: index % 3 === 0 ? 1 : 0,
          },
          processes[index % 2 === 0 ? 0 : 1],
        ),
      ),
    )
    expect(decisions.filter((decision) => decision.allowed)).toHaveLength(50)
  })

  test('by the store’s own clock: the limit holds in each minute', async () => {
    const key = { ...ROOMY, keyMinute: 25 }
    const processes = under().open({ ...DOCUMENTED, windows: { ...DOCUMENTED.windows, key } })
    const organizationId = fresh()
    const request: KnownRequest = {
      holder: 'key',
      address: null,
      keyId: `key_${organizationId}`,
      organizationId,
      calls: 1,
      availabilityCalls: 0,
    }
    const before = Date.now()
    const decisions = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        decisionFrom(processes[index % 2 === 0 ? 0 : 1], request),
      ),
    )
    const minutes = new Set(decisions.map((decision) => decision.resetAt))
    for (const resetAt of minutes) {
      expect(resetAt % 60).toBe(0)
      expect(Math.abs(resetAt * 1000 - before)).toBeLessThan(120_000)
      const allowed = decisions.filter(
        (decision) => decision.allowed && decision.resetAt === resetAt,
      )
      expect(allowed.length).toBeLessThanOrEqual(25)
    }
    expect(decisions.filter((decision) => decision.allowed).length).toBeGreaterThanOrEqual(25)
  })

  test('a clock that steps back over the start of a window does not hand it out again', async () => {
    const { clock, take } = scene({ ...ROOMY, keyMinute: 3 })
    clock.now = START + 60_000
    await repeat(3, take)
    clock.now = START + 59_990
    expect(await take()).toMatchObject({ allowed: false, limit: 3, resetAt: START / 1000 + 120 })
    clock.now = START + 60_010
    expect(await take()).toMatchObject({ allowed: false })
    // A clock that was an hour ahead must not close the API for an hour.
    clock.now = START - 3_600_000
    expect(await take()).toMatchObject({ allowed: true })
  })

  test('a lower limit than was counted refuses and never shows a negative number', async () => {
    const limits = { ...ROOMY }
    const { take } = scene(limits)
    await repeat(5, take)
    limits.keyMinute = 3
    expect(await take()).toMatchObject({ allowed: false, limit: 3, remaining: 0 })
  })

  test('hostile names are names', async () => {
    const { processes, take } = scene(AS_DOCUMENTED)
    const names = [`'; DROP TABLE rate_limit_key; --`, '}{*?[]\\', '', 'é'.repeat(200), ' \n']
    for (const name of names) {
      const unique = `${name}${fresh()}`
      expect(await take({ keyId: unique })).toMatchObject({ allowed: true })
      expect(await countInvalid(processes[0], unique)).toMatchObject({ remaining: 19 })
      expect(await look(processes[1], unique)).toMatchObject({ remaining: 19 })
    }
  })
})
