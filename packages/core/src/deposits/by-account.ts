/** A timer that asks banks: one that does not answer must not hold up the deposits of others. */
import { ProviderError } from '@scheduling/payments'
import { OutOfTime } from '../ground/in-time.ts'

/** Accounts that are asked at the same time. */
const AT_ONCE = 16
/** After so many calls in a row without an answer, an account is not asked any more in this run. */
const MOST_UNANSWERED = 2
/** What comes later than this is left to the next run: a bank that is slow and does answer must not hold up other accounts. */
const SHARE_MS = 20_000

type Charged = { readonly connectionId: number | null }

/** `failed`: it is about this one alone. `away`: the bank does not answer, or does not let the account in. */
export type Done = 'done' | 'failed' | 'away'

/**
 * Does something with each, those of one account in their order and one after the other.
 *
 * @param run is told whether the account was found to be away: then it asks no bank
 * @param shareMs how long the bank of one account is asked in one run; at least one of each account is tried
 * @returns how many were done
 */
export async function eachByAccount<One extends Charged>(
  all: readonly One[],
  run: (one: One, isAway: boolean) => Promise<Done>,
  shareMs = SHARE_MS,
): Promise<number> {
  const accounts = [...Map.groupBy(all, ({ connectionId }) => connectionId).values()]
  let done = 0
  const work = async (): Promise<void> => {
    for (let ones = accounts.shift(); ones !== undefined; ones = accounts.shift()) {
      let unanswered = 0
      const until = performance.now() + shareMs
      for (const [at, one] of ones.entries()) {
        // The sandbox is ours, and has no network.
        const isAtBank = one.connectionId !== null
        const isAway = isAtBank && unanswered >= MOST_UNANSWERED
        // What asks no bank takes no time of one.
        if (isAtBank && !isAway && at > 0 && performance.now() >= until) break
        const came = await run(one, isAway)
        if (came === 'done') done += 1
        if (!isAway) unanswered = came === 'away' ? unanswered + 1 : 0
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return done
}

/**
 * Whether a failure is about the account, and not about one charge: of that the others of the account must not wait, or a
 * few charges that always fail would hold up all that come after them.
 */
export function afterFailure(error: unknown): 'failed' | 'away' {
  if (error instanceof OutOfTime) return 'away'
  if (!(error instanceof ProviderError)) return 'failed'
  return ['unreachable', 'unavailable', 'denied'].includes(error.fault) ? 'away' : 'failed'
}
