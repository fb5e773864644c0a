/** One behaviour for all stores: its tests run against each of them, as two processes would use it. */
import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import { allowances, type Allowances, type AttemptKind, type WindowSizes } from '../allowances.ts'
import type { CounterStore } from '../counter-store.ts'
import { decisionOfAttempts, decisionOfTaken } from '../decision.ts'
import type { Decision, KnownRequest } from '../rate-limits.ts'
import {
  memoryUnderTest,
  postgresUnderTest,
  redisBinary,
  redisUnderTest,
  type StoreUnderTest,
} from './stores.ts'

/** The start of a minute. */
export const START = Date.UTC(2026, 10, 20, 12, 0, 0)
export const DOCUMENTED = allowances(1)
export const AS_DOCUMENTED = DOCUMENTED.windows.key
export const ROOMY: WindowSizes = {
  organizationMinute: 100_000,
  keySecond: 100_000,
  keyMinute: 100_000,
  availabilityMinute: 100_000,
}

const STORES: readonly [string, () => Promise<StoreUnderTest>, boolean][] = [
  ['memory', memoryUnderTest, true],
  ['PostgreSQL', postgresUnderTest, true],
  ['Redis (needs redis-server or valkey-server)', redisUnderTest, redisBinary !== null],
]

type Under = () => StoreUnderTest

export function onEachStore(behaviour: (under: Under) => void): void {
  for (const [name, start, isHere] of STORES) {
    describe.skipIf(!isHere)(name, () => {
      let under: StoreUnderTest
      beforeAll(async () => void (under = await start()))
      afterEach(() => under.closeOpened())
      afterAll(() => under?.close())
      behaviour(() => under)
    })
  }
}

/** A clock that the test moves, two processes, an organization of its own. */
export function openScene(under: Under, key: WindowSizes, attempts = DOCUMENTED.attempts) {
  const clock = { now: START }
  const limits: Allowances = { windows: { ...DOCUMENTED.windows, key }, attempts }
  const processes = under().open(limits, () => clock.now)
  const organizationId = fresh()
  const take = (overrides: Partial<KnownRequest> = {}, by = processes[0]): Promise<Decision> =>
    decisionFrom(by, {
      holder: 'key',
      address: null,
      keyId: `key_${organizationId}`,
      organizationId,
      calls: 1,
      availabilityCalls: 0,
      ...overrides,
    })
  return { clock, processes, organizationId, take }
}

export async function decisionFrom(store: CounterStore, request: KnownRequest): Promise<Decision> {
  return decisionOfTaken(await store.take(request), DOCUMENTED)
}

export async function look(
  store: CounterStore,
  whose: string,
  kind: AttemptKind = 'invalid key',
): Promise<Decision> {
  const limit = DOCUMENTED.attempts[kind]
  return decisionOfAttempts(await store.lookAtAttempts(kind, whose), { kind, limit, isOne: false })
}

export async function countInvalid(
  store: CounterStore,
  whose: string,
  kind: AttemptKind = 'invalid key',
): Promise<Decision> {
  const limit = DOCUMENTED.attempts[kind]
  return decisionOfAttempts(await store.countAttempts(kind, whose, 1), { kind, limit, isOne: true })
}

let last = 1000
/** A number that no test had. */
export function fresh(): number {
  last += 1
  return last
}
