/** Refusals after which the same can be sent again, by whatever form it was: what they say. */
import type { ProblemCode } from '@scheduling/core'
import type { BookingTexts } from './texts.ts'

const SAYS: Partial<Record<ProblemCode, 'sentBefore' | 'tooMany' | 'busy' | 'failed'>> = {
  duplicate_request: 'sentBefore',
  action_not_allowed: 'tooMany',
  rate_limited: 'busy',
  service_unavailable: 'failed',
  outcome_unknown: 'failed',
}

type Says = Pick<BookingTexts, 'sentBefore' | 'tooMany' | 'busy' | 'failed'>

/** Null: it is another refusal. */
export function sayAgain(code: ProblemCode, texts: Says): string | null {
  const says = SAYS[code]
  return says === undefined ? null : texts[says]
}
