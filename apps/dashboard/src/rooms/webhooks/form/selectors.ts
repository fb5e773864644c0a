/** What a webhook subscribes to: `*`, groups such as `client.*`, and single types. */
import { SUBSCRIBABLE_EVENT_TYPES } from '@scheduling/events/event-types'

export function groupOf(type: string): string {
  return type.slice(0, type.indexOf('.'))
}

export function typesIn(group: string): readonly string[] {
  return SUBSCRIBABLE_EVENT_TYPES.filter((type) => groupOf(type) === group)
}

/** The selectors after one was chosen or not: what a wider one includes is not named beside it. */
export function withSelector(
  selectors: readonly string[],
  selector: string,
  isChosen: boolean,
): string[] {
  const others = selectors.filter((one) => one !== selector)
  if (!isChosen) return others
  if (selector === '*') return ['*']
  if (!selector.endsWith('.*')) return [...others, selector]
  return [...others.filter((one) => groupOf(one) !== groupOf(selector)), selector]
}
