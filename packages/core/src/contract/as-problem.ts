import { databaseFault, isUnavailable, OutcomeUnknown } from '@scheduling/database'
import { CONSTRAINTS } from './constraints.ts'
import { Problem } from './problems.ts'

const UNAVAILABLE =
  'The service cannot reach its database at the moment, or has no free connection. Nothing was saved. Try again shortly.'

/**
 * What an error tells the caller. A Problem is itself; a database that is away is `503`; a violated
 * constraint is its entry in the table. Null for any other error.
 */
export function asProblem(error: unknown): Problem | null {
  if (error instanceof Problem) return error
  if (error instanceof OutcomeUnknown) return outcomeUnknown(error, false)
  if (isUnavailable(error)) return new Problem('service_unavailable', UNAVAILABLE, { cause: error })
  const fault = databaseFault(error)
  if (fault?.constraint == null) return null
  return CONSTRAINTS[fault.constraint]?.() ?? null
}

/** `503 outcome_unknown`. @param hasKey whether the call carries an `Idempotency-Key` */
export function outcomeUnknown(error: OutcomeUnknown, hasKey: boolean): Problem {
  const next = hasKey
    ? 'Send the same request with the same Idempotency-Key again: it is executed once.'
    : 'Check whether it was saved before you send the request again.'
  return new Problem(
    'outcome_unknown',
    `The connection to the database broke while the change was being saved, so it may have been saved or not. ${next}`,
    { cause: error.cause },
  )
}
