/** From which room each professional called last, in this browser. */
const KEPT_AS = 'queue places'
const MOST_KEPT = 200

function kept(): Record<string, string> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT_AS) ?? '{}')
    if (typeof found !== 'object' || found === null) return {}
    return Object.fromEntries(
      Object.entries(found).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    )
  } catch {
    return {}
  }
}

/** Null: it was not said. */
export function placeOf(professionalId: number): string | null {
  return kept()[String(professionalId)] ?? null
}

export function keepPlace(professionalId: number, place: string): void {
  const others = Object.entries(kept()).filter(([id]) => id !== String(professionalId))
  const all = place === '' ? others : [...others, [String(professionalId), place]]
  localStorage.setItem(KEPT_AS, JSON.stringify(Object.fromEntries(all.slice(-MOST_KEPT))))
}
