/** All actions of the audit: the types of events, and the notes. */
import { EVENT_TYPES, isSubscribed, SUBSCRIBABLE_EVENT_TYPES } from '@scheduling/events'
import type { Access } from '../context.ts'
import { NOTES } from '../events/notes.ts'
import { OWNERS_ROOMS } from '../events/rooms.ts'

type AuditedAction = {
  readonly action: string
  /** What kind of record it is about. */
  readonly record: string
  readonly when: string
  /** Whether webhooks and `/v1/events` have it too. */
  readonly isEvent: boolean
  /** Whether only owners find it: it is about a room of theirs. */
  readonly isOwners: boolean
}

/** In alphabetical order, so that the actions of a group stand together. */
export const AUDITED_ACTIONS: readonly AuditedAction[] = [
  ...SUBSCRIBABLE_EVENT_TYPES.map((action) => {
    const { record, when } = EVENT_TYPES[action]
    // Webhooks are a room of owners.
    return { action, record, when, isEvent: true, isOwners: record === 'webhook_status' }
  }),
  ...Object.entries(NOTES).map(([action, { record, room, when }]) => ({
    action,
    record,
    when,
    isEvent: false,
    isOwners: OWNERS_ROOMS.has(room),
  })),
].toSorted((one, other) => (one.action < other.action ? -1 : 1))

/** As subscriptions name groups of events: `queue.*` covers `queue.entry.called`. */
const GROUPS = [
  ...new Set(AUDITED_ACTIONS.map(({ action }) => `${action.slice(0, action.indexOf('.'))}.*`)),
]

/** What a filter can name: actions, and groups of them. */
export const ACTION_SELECTORS = [...AUDITED_ACTIONS.map(({ action }) => action), ...GROUPS]

export const AUDITED_RECORDS = [...new Set(AUDITED_ACTIONS.map(({ record }) => record))].toSorted()

/** The actions that the filters allow, of those that the access may read; null: all there are. */
export function actionsOf(asked: {
  readonly access: Access
  readonly selectors: readonly string[] | undefined
  readonly record: string | undefined
}): string[] | null {
  const { access, selectors, record } = asked
  if (access === 'owner' && selectors === undefined && record === undefined) return null
  return AUDITED_ACTIONS.filter(
    (one) =>
      (access === 'owner' || !one.isOwners) &&
      (record === undefined || one.record === record) &&
      (selectors === undefined || isSubscribed(selectors, one.action)),
  ).map(({ action }) => action)
}
