import type { EventType } from '@scheduling/events'

/** An event that an outcome always has, or, with `maybe`, only when there is something to tell. */
export type Emission = EventType | { readonly maybe: EventType }

/** The events of each outcome, in the order of the feed. An outcome that is not named has none. */
export type Emits = Readonly<Record<string, readonly Emission[]>>

export const maybe = (type: EventType): Emission => ({ maybe: type })

export function typeOf(emission: Emission): EventType {
  return typeof emission === 'string' ? emission : emission.maybe
}

/**
 * Whether a call emitted what it declares for its outcome: every event that always comes, none that is not
 * named, in the declared order. Null when it did, else what is wrong.
 */
export function emissionFault(
  { name, emits }: { readonly name: string; readonly emits: Emits },
  outcome: string,
  emitted: readonly EventType[],
): string | null {
  const declared = emits[outcome] ?? []
  let at = 0
  for (const type of emitted) {
    const index = declared.findIndex(
      (emission, position) => position >= at && typeOf(emission) === type,
    )
    if (index === -1) return `${name} (${outcome}) emitted ${type}, which it does not declare there`
    at = index + 1
  }
  const missing = declared.filter(
    (emission) => typeof emission === 'string' && !emitted.includes(emission),
  )
  return missing.length === 0 ? null : `${name} (${outcome}) did not emit ${missing.join(', ')}`
}
