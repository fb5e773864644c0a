/** One key asks more than it may, at all processes at once, now and then. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Arrangement } from '@scheduling/test/arrangement/arrangement.ts'
import { ask } from './asking.ts'
import type { Door } from './callers.ts'
import type { Burst } from './history.ts'
import type { Clinic } from './world.ts'

/** Of `requestsPerKeyPerSecond`, at the scale of a run. */
const MOST = 40
const ASKED = 56
const EACH_MS = 12_000

export type Bursts = { readonly counted: readonly Burst[]; stop(): Promise<void> }

/** How many requests the processes have judged alone, because the store did not answer them. Null: one can't be asked. */
async function judgedAlone(doors: readonly Door[]): Promise<number | null> {
  const counts = doors.map(async ({ url }) => {
    const text = await (await fetch(`${url}/metrics`)).text()
    return Number(/^rate_limit_store_failures_total (\d+)$/m.exec(text)?.[1])
  })
  return Promise.all(counts).then(
    (all) => all.reduce((sum, count) => sum + count, 0),
    () => null,
  )
}

/** While a process counts by itself, nothing is looked at: what is promised then is another promise. */
export function countBursts(
  { redis }: Pick<Arrangement, 'redis'>,
  { key }: Clinic,
  doors: readonly Door[],
): Bursts {
  const counted: Burst[] = []
  const stopping = new AbortController()
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await pause(EACH_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      if (redis?.isRunning !== true) continue
      const before = await judgedAlone(doors)
      // At the start of a second, so that most of it stands in one.
      await pause(1000 - (Date.now() % 1000) + 20)
      const passed: number[] = []
      await Promise.all(
        Array.from({ length: ASKED }, async (_, place) => {
          const door = doors[place % doors.length]
          if (door === undefined) return
          const from = Date.now()
          const { outcome } = await ask(door.url, { method: 'GET', path: '/v1/me', key })
          const [first, last] = [from, Date.now()].map((at) => Math.floor(at / 1000))
          // What spans two seconds may have been counted in either.
          if (outcome.kind === 'ok' && first === last && first !== undefined) passed.push(first)
        }),
      )
      if (before === null || before !== (await judgedAlone(doors))) continue
      for (const [second, all] of Map.groupBy(passed, (at) => at))
        counted.push({ second, passed: all.length, most: MOST })
    }
  }
  const running = run()
  return {
    counted,
    async stop() {
      stopping.abort()
      await running
    },
  }
}
