/** What the fairness rule compares. */
export type Candidate = {
  readonly id: number
  /** Appointments that block time on the local date of the start. */
  readonly load: number
  /** When the rule last chose this professional, in epoch milliseconds; null: never. */
  readonly lastAssignedAt: number | null
}

/** The candidate with the fewest appointments on that date, then the longest wait for an assignment, then the lowest id. */
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
