/** Types and groups of types, as webhooks and the feed take them. */
import { Misuse } from '../failure.ts'
import { oneLine } from '../terminal/safe-text.ts'
import { suggestion } from '../terminal/nearest.ts'
import { EVENT_TYPES } from '../trigger/causes.ts'

const TYPES = EVENT_TYPES.filter((type) => type !== 'ping')
const GROUPS = [...new Set(TYPES.map((type) => `${groupOf(type)}.*`))]

/** @throws Misuse for one that does not exist, with the nearest that does */
export function selectorsOf(selectors: readonly string[]): string[] {
  if (selectors.includes('*')) return []
  for (const selector of selectors) {
    if (GROUPS.includes(selector) || TYPES.some((type) => type === selector)) continue
    throw new Misuse(
      `There is no event type ${oneLine(selector)}.${suggestion(selector, [...TYPES, ...GROUPS])} All types: scheduling trigger --list`,
    )
  }
  return [...new Set(selectors)]
}

/** Whether events of the type are asked for. A test of a webhook always is. */
export function isSelected(selectors: readonly string[], type: string): boolean {
  return (
    selectors.length === 0 ||
    type === 'ping' ||
    selectors.includes(type) ||
    selectors.includes(`${groupOf(type)}.*`)
  )
}

function groupOf(type: string): string {
  return type.slice(0, Math.max(type.indexOf('.'), 0))
}
