/** Why a call failed, told apart by what a person can do about it. */
import { refusalOf, type Refusal } from '@scheduling/client'

export type Reason = {
  /** Null: no answer of the service came. */
  readonly refusal: Refusal | null
  /** Whether the same call can succeed in a moment. */
  readonly isPassing: boolean
  /** Whether the session has ended. */
  readonly isSignedOut: boolean
}

const PASSING: ReadonlySet<Refusal['code']> = new Set([
  'service_unavailable',
  'rate_limited',
  'request_in_progress',
  'api_disabled',
])

export function reasonOf(error: unknown): Reason {
  const refusal = refusalOf(error)
  return {
    refusal,
    isPassing: refusal === null || PASSING.has(refusal.code),
    isSignedOut: refusal?.code === 'unauthorized',
  }
}
