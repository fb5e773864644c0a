/** Which calls are new since the screen was last drawn: each makes a sound once, a repeated call too. */

type Call = {
  readonly entry_id: number
  readonly call_count: number
  readonly is_in_service: boolean
}

export type Heard = ReadonlySet<string>

export function keyOf({ entry_id, call_count }: Call): string {
  return `${entry_id} ${call_count}`
}

/**
 * @param heard null: the screen has just been opened, so nothing is new
 */
export function newCalls<One extends Call>(
  calls: readonly One[],
  heard: Heard | null,
): readonly One[] {
  if (heard === null) return []
  return calls.filter((call) => !call.is_in_service && !heard.has(keyOf(call)))
}
