/** A timer that asks banks: one that does not answer must not hold up the deposits of others. */

/** Accounts that are asked at the same time. */
const AT_ONCE = 8
/** After so many failures in a row the rest of an account waits for the next run. */
const MOST_FAILURES = 2

type Charged = { readonly connectionId: number | null }

/**
 * Does something with each, those of one account in their order and one after the other.
 *
 * @param run whether it went well
 * @returns how many went well
 */
export async function eachByAccount<One extends Charged>(
  all: readonly One[],
  run: (one: One) => Promise<boolean>,
): Promise<number> {
  const accounts = [...Map.groupBy(all, ({ connectionId }) => connectionId).values()]
  let done = 0
  const work = async (): Promise<void> => {
    for (let ones = accounts.shift(); ones !== undefined; ones = accounts.shift()) {
      let failures = 0
      for (const one of ones) {
        const isDone = await run(one)
        done += isDone ? 1 : 0
        failures = isDone ? 0 : failures + 1
        // The sandbox is ours, and has no network.
        if (failures === MOST_FAILURES && one.connectionId !== null) break
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return done
}
