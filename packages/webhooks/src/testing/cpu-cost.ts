import { threadStopwatch } from '../template/stopwatch.ts'

/** CPU milliseconds of the reference on the machine on which the limits of the tests were written. */
const REFERENCE_MS = 20

/** A fixed piece of work of the kind that texts cost: slices, lookups, garbage. */
function reference(): number {
  const text = 'abcdefghijklmnopqrstuvwxyz0123456789'.repeat(400)
  const seen = new Map<string, number>()
  let at = 0
  for (let turn = 0; turn < 70_000; turn += 1) {
    at = (at * 48_271 + 11) % 14_000
    const key = `${text.slice(at, at + 8)}${turn % 977}`
    seen.set(key, (seen.get(key) ?? 0) + 1)
  }
  return seen.size
}

/**
 * CPU milliseconds of the fastest of some runs: compiling and collecting garbage slow down the others.
 *
 * @param enough a run that takes less is the last
 */
export function fastest(runs: number, run: () => unknown, enough = 0): number {
  let best = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < runs && best >= enough; turn += 1) {
    const startedAt = threadStopwatch()
    run()
    best = Math.min(best, threadStopwatch() - startedAt)
  }
  return best
}

/**
 * What took so many CPU milliseconds, as the machine of the limits would take it: a busy machine is slow in CPU time
 * too. What took less than `most` stays as it is.
 */
export function atReference(most: number, took: number): number {
  return took < most ? took : took / Math.max(1, fastest(4, reference) / REFERENCE_MS)
}

/** CPU milliseconds of `run`, as the machine of the limits would take them. */
export function cpuCost(most: number, run: () => unknown): number {
  return atReference(most, fastest(4, run, most / 2))
}
