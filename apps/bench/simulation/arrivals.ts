/** When requests come: each kind by itself, at random, and the same for the same seed. */
import { seeded } from '@scheduling/availability/seeded'
import { REQUESTS, type Rates, type Request } from './rates.ts'

/** `at`: milliseconds after the beginning. */
export type Arrival = { readonly at: number; readonly request: Request }

/** Poisson: the waits between two requests of a kind are exponential. In the order of their times. */
export function arrivals(rates: Rates, clinics: number, seconds: number, seed: number): Arrival[] {
  const all = REQUESTS.flatMap((request, place) => {
    const random = seeded(seed * 100 + place)
    const perSecond = rates[request] * clinics
    const found: Arrival[] = []
    let at = waitAt(perSecond, random())
    while (at < seconds) {
      found.push({ at: at * 1000, request })
      at += waitAt(perSecond, random())
    }
    return found
  })
  return all.toSorted((one, other) => one.at - other.at)
}

/** The most that came in one second, of so many: what "the peak second" means. */
export function busiestSecond(all: readonly Arrival[]): number {
  const counts = new Map<number, number>()
  for (const { at } of all) {
    const second = Math.floor(at / 1000)
    counts.set(second, (counts.get(second) ?? 0) + 1)
  }
  return Math.max(0, ...counts.values())
}

function waitAt(perSecond: number, chance: number): number {
  return perSecond === 0 ? Number.POSITIVE_INFINITY : -Math.log(1 - chance) / perSecond
}
