/** A request that is refused for its address, on each store. */
import { expect, test } from 'vitest'
import {
  AS_DOCUMENTED,
  countInvalid,
  fresh,
  onEachStore,
  openScene,
  START,
} from './testing/each-store.ts'

const BLOCKED_UNTIL = START + 1_800_000

onEachStore((under) => {
  const scene = () => openScene(under, AS_DOCUMENTED)

  test('a request from a blocked address is refused first, and counts in no window', async () => {
    const { clock, processes, take } = scene()
    const address = `192.0.2.${fresh()}`
    const from = (ours: string | null) => take({ address: ours }, processes[1])
    for (let count = 0; count < 19; count += 1) await countInvalid(processes[0], address)
    expect(await from(address)).toMatchObject({ allowed: true, remaining: 119 })
    await countInvalid(processes[0], address)
    for (let count = 0; count < 15; count += 1) {
      expect(await from(address)).toEqual({
        allowed: false,
        limit: 20,
        remaining: 0,
        resetAt: BLOCKED_UNTIL / 1000,
        retryAfterSeconds: 1800,
        window: 'blocked address',
      })
    }
    expect(await from(`${address}9`), 'another address').toMatchObject({ remaining: 118 })
    expect(await from(null), 'without an address').toMatchObject({ remaining: 117 })
    clock.now = BLOCKED_UNTIL - 1
    expect(await from(address)).toMatchObject({ allowed: false, retryAfterSeconds: 1 })
    clock.now = BLOCKED_UNTIL
    expect(await from(address)).toMatchObject({ allowed: true, limit: 120, remaining: 119 })
  })

  test('says what is counted against the address, as a look does', async () => {
    const { clock, processes, organizationId } = scene()
    const address = `198.51.100.${fresh()}`
    const attempts = async () => {
      const request = { holder: 'key', keyId: `key_${organizationId}`, organizationId } as const
      const taken = await processes[0].take({
        ...request,
        address,
        calls: 1,
        availabilityCalls: 0,
      })
      expect(taken.attempts).toEqual(await processes[1].lookAtAttempts('invalid key', address))
      return taken.attempts
    }
    expect(await attempts()).toMatchObject({ counted: 0, newestSecond: null, blockedUntil: null })
    await processes[0].countAttempts('invalid key', address, 7)
    clock.now += 5000
    expect(await attempts()).toMatchObject({ counted: 7, newestSecond: START / 1000 })
    await processes[0].countAttempts('invalid key', address, 13)
    expect(await attempts()).toMatchObject({
      isCounted: false,
      blockedUntil: clock.now + 1_800_000,
    })
  })
})
