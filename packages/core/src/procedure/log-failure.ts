import type { Log } from '../ground/log.ts'
import type { Problem } from '../contract/problems.ts'

/** An outage refuses every request. The log says so this often, and how many requests were refused since. */
const LOG_EVERY_MS = 30_000

type Outage = { loggedAt: number; unlogged: number }

/** By the log of a process. */
const outages = new WeakMap<Log, Outage>()

const logged = new WeakSet<Problem>()

/** For code that logs a failure itself, with more than the handlers know: they don't log it again. */
export function markLogged(problem: Problem): void {
  logged.add(problem)
}

/**
 * Logs a refusal that the caller did not cause. It logs no other, and none that was logged already.
 *
 * @param fields which request
 * @param error what led to the problem, where that carries no cause
 */
export function logFailure(
  log: Log,
  problem: Problem,
  fields: object,
  error: unknown,
  monotonic: () => number = () => performance.now(),
): void {
  if (logged.has(problem)) return
  const err = problem.cause ?? error
  if (problem.code === 'internal_error') log.error({ ...fields, err }, 'request failed')
  if (problem.code === 'outcome_unknown')
    log.error({ ...fields, err }, 'it is not known whether a change was saved')
  if (problem.code !== 'service_unavailable') return
  const outage = outages.get(log) ?? { loggedAt: Number.NEGATIVE_INFINITY, unlogged: 0 }
  outages.set(log, outage)
  if (monotonic() - outage.loggedAt < LOG_EVERY_MS) {
    outage.unlogged += 1
    return
  }
  const { unlogged } = outage
  Object.assign(outage, { loggedAt: monotonic(), unlogged: 0 })
  log.error(
    { ...fields, err, refused_before: unlogged },
    'a request was refused: the database is unavailable',
  )
}
