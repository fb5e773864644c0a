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

function cpuMs(run: () => unknown): number {
  const startedAt = threadStopwatch()
  run()
  return threadStopwatch() - startedAt
}

/** How many times slower this machine is now than the one of the limits, at least 1. */
export function slowness(): number {
  const turns = Array.from({ length: 4 }, () => cpuMs(reference))
  return Math.max(1, Math.min(...turns) / REFERENCE_MS)
}

/**
 * CPU milliseconds of the fastest of up to four runs, as the machine of the limits would take
 * them. The fastest, because compiling and garbage slow down the others; measured against the
 * reference when it comes near `most`, because a busy machine is slow in CPU time too.
 */
export function cpuCost(most: number, run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 4 && best >= most / 2; turn += 1) best = Math.min(best, cpuMs(run))
  return best < most / 2 ? best : best / slowness()
}
