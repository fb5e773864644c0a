/** What overlaps stands side by side. */
import type { Span } from './hours.ts'

export type Placed<Item extends Span> = Item & {
  /** From 0. */
  readonly lane: number
  /** Of what it overlaps, itself included. */
  readonly lanes: number
}

/** Each in the first lane that is free. Items that touch do not overlap. Ordered by start. */
export function inLanes<Item extends Span>(items: readonly Item[]): readonly Placed<Item>[] {
  const placed: Placed<Item>[] = []
  let group: { item: Item; lane: number }[] = []
  let ends: number[] = []
  const close = (): void => {
    placed.push(...group.map(({ item, lane }) => ({ ...item, lane, lanes: ends.length })))
    group = []
    ends = []
  }
  for (const item of items.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    if (ends.every((end) => end <= item.from)) close()
    const free = ends.findIndex((end) => end <= item.from)
    const lane = free === -1 ? ends.length : free
    ends[lane] = Math.max(item.to, item.from + 1)
    group.push({ item, lane })
  }
  close()
  return placed
}
