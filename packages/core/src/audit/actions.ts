/** Everything that the audit tells of: the types of events, and the notes. */
import { EVENT_TYPES, SUBSCRIBABLE_EVENT_TYPES } from '@scheduling/events'
import { NOTES } from '../events/notes.ts'

type AuditedAction = {
  readonly action: string
  /** What kind of record it is about. */
  readonly record: string
  readonly when: string
  /** Whether webhooks and `/v1/events` tell of it too. */
  readonly isEvent: boolean
}

/** In alphabetical order, so that the actions of a group stand together. */
export const AUDITED_ACTIONS: readonly AuditedAction[] = [
  ...SUBSCRIBABLE_EVENT_TYPES.map((action) => {
    const { record, when } = EVENT_TYPES[action]
    return { action, record, when, isEvent: true }
  }),
  ...Object.entries(NOTES).map(([action, { record, when }]) => ({
    action,
    record,
    when,
    isEvent: false,
  })),
].toSorted((one, other) => (one.action < other.action ? -1 : 1))

/** `queue.*` covers `queue.entry.called`. */
function groupOf(action: string): string {
  return `${action.slice(0, action.indexOf('.'))}.*`
}

const GROUPS = [...new Set(AUDITED_ACTIONS.map(({ action }) => groupOf(action)))]

/** What a filter can name: actions, and groups of them. */
export const ACTION_SELECTORS = [...AUDITED_ACTIONS.map(({ action }) => action), ...GROUPS]

export const AUDITED_RECORDS = [...new Set(AUDITED_ACTIONS.map(({ record }) => record))].toSorted()

/** The actions that both filters allow; null: neither is set. */
export function actionsOf(asked: {
  readonly selectors: readonly string[] | undefined
  readonly record: string | undefined
}): string[] | null {
  const { selectors, record } = asked
  if (selectors === undefined && record === undefined) return null
  return AUDITED_ACTIONS.filter(
    (one) =>
      (record === undefined || one.record === record) &&
      (selectors === undefined ||
        selectors.includes(one.action) ||
        selectors.includes(groupOf(one.action))),
  ).map(({ action }) => action)
}
