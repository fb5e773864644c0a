/** Free starts of a day as they are offered: each start once, with any professional who is free then. */

export type FreeStart = {
  /** An instant. */
  readonly start: string
  /** Seats that are left; 1 for what is not a group session. */
  readonly seats: number
  readonly professionals: readonly { readonly id: number; readonly name: string }[]
}

/** A free start of one professional. */
export type Slot = {
  readonly start: string
  readonly remaining_capacity: number
  readonly professional: { readonly id: number; readonly name: string }
}

/** @param slots by start, one for each professional who is free then */
export function startsOf(slots: readonly Slot[]): readonly FreeStart[] {
  const starts = new Map<string, FreeStart>()
  for (const { start, remaining_capacity: seats, professional } of slots) {
    const one = starts.get(start)
    starts.set(start, {
      start,
      seats: Math.max(one?.seats ?? 0, seats),
      professionals: [...(one?.professionals ?? []), professional],
    })
  }
  return [...starts.values()]
}

/** The one that is meant: two texts can mean the same instant. */
export function amongOf(start: string, starts: readonly FreeStart[]): FreeStart | null {
  return starts.find((one) => Date.parse(one.start) === Date.parse(start)) ?? null
}

/** The starts nearest to one that is gone, in the order of the day. */
export function nearestTo(
  start: string,
  starts: readonly FreeStart[],
  most: number,
): readonly FreeStart[] {
  const away = (one: FreeStart): number => Math.abs(Date.parse(one.start) - Date.parse(start))
  return starts
    .toSorted((one, other) => away(one) - away(other))
    .slice(0, most)
    .toSorted((one, other) => Date.parse(one.start) - Date.parse(other.start))
}

/** A date, `YYYY-MM-DD`, some days later. */
export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
