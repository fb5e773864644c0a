/** What the fairness rule weighs. */
export type Candidate = {
  readonly id: number
  /** Blocking appointments on the local date of the start. */
  readonly load: number
  /** Epoch milliseconds of the last time the rule chose this one; null = never. */
  readonly lastAssignedAt: number | null
}

/** Fewest appointments on that date; then whoever waited longest for an assignment; then the lowest id. */
export function chooseProfessional<Someone extends Candidate>(
  candidates: readonly Someone[],
): Someone | null {
  const [first, ...others] = candidates
  if (first === undefined) return null
  return others.reduce((best, other) => (isBefore(other, best) ? other : best), first)
}

function isBefore(one: Candidate, other: Candidate): boolean {
  if (one.load !== other.load) return one.load < other.load
  const waited = (one.lastAssignedAt ?? -Infinity) - (other.lastAssignedAt ?? -Infinity)
  if (waited < 0 || waited > 0) return waited < 0
  return one.id < other.id
}
