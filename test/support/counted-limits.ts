/** Rate limits whose counters stand in the database, by a clock that the test moves. */
import { createRateLimits, type RateLimits } from '@scheduling/api'
import { Pool } from 'pg'
import { TEST_NOW, type Reply } from './api.ts'

const MINUTE_MS = 60_000

export type Counters = {
  /** Now, for the counters: a test stands still in one second, or steps on. */
  clock: number
  /** As another process would have them: all on the database of this address count together. */
  inDatabase(url: string, scale?: number): RateLimits
  /** They are remembered for a second, by a clock that is not `clock`. */
  forgetRefusals(): void
  /** Another minute each time: a full window is remembered for a second. */
  turnToAnotherMinute(): void
}

export function openCounters(): Counters {
  /** How far the clock is ahead by which refusals are remembered. */
  let aheadMs = 0
  const counters: Counters = {
    clock: 0,
    inDatabase(url, scale = 1) {
      const pool = new Pool({ connectionString: url, max: 2 })
      const limits = createRateLimits({
        scale,
        pool,
        now: () => counters.clock,
        monotonic: () => performance.now() + aheadMs,
        timeoutMs: 20_000,
      })
      return {
        ...limits,
        async close() {
          await limits.close()
          await pool.end()
        },
      }
    },
    forgetRefusals() {
      aheadMs += 1000
    },
    turnToAnotherMinute() {
      const minute = Math.floor(TEST_NOW / MINUTE_MS) + Math.floor(Math.random() * 1e6)
      counters.clock = minute * MINUTE_MS
    },
  }
  return counters
}

export function limitHeaders({ headers }: Reply) {
  const number = (name: string) => Number(headers.get(`x-ratelimit-${name}`))
  return { limit: number('limit'), remaining: number('remaining'), reset: number('reset') }
}

export const count = (replies: readonly Reply[], status: number) =>
  replies.filter((reply) => reply.status === status).length
