import type { QueueEntryStatus } from '@scheduling/database'
import type { EventType } from '@scheduling/events'
import { CANCELLED_UNPAID } from '../contract/cancelled-unpaid.ts'
import { Problem } from '../contract/problems.ts'

export const ACTIVE_QUEUE_STATUSES = ['WAITING', 'CALLED', 'IN_SERVICE', 'SKIPPED'] as const

export type QueueTrigger =
  | 'join'
  | 'call'
  | 'start'
  | 'complete'
  | 'skip'
  | 'cancel'
  | 'no_show'
  | 'undo'
  | 'call_timeout'
  | 'deposit_expired'
  | 'day_end'

export type QueueTransition = {
  /** Empty: this step creates the entry. */
  readonly from: readonly QueueEntryStatus[]
  readonly trigger: QueueTrigger
  /** Who or what causes it, for the docs. */
  readonly by: string
  readonly to: QueueEntryStatus
  readonly event: Extract<EventType, `queue.${string}`>
  /** Stored as `cancellation_reason`. */
  readonly reason?: string
  /** The statuses of `from` in which it is also possible when the day of the entry is over. */
  readonly afterTheDay: readonly QueueEntryStatus[]
}

/** Every step that an entry can take. Checks, docs and tests read this table. */
export const QUEUE_TRANSITIONS: readonly QueueTransition[] = [
  {
    from: [],
    trigger: 'join',
    by: '`POST /v1/queue/entries`, the public page, the dashboard',
    to: 'WAITING',
    event: 'queue.entry.created',
    afterTheDay: [],
  },
  {
    from: ['WAITING', 'SKIPPED'],
    trigger: 'call',
    by: '`call`',
    to: 'CALLED',
    event: 'queue.entry.called',
    afterTheDay: [],
  },
  {
    from: ['CALLED'],
    trigger: 'call',
    by: '`call` again by the same professional: `call_count` grows and the time to answer starts again',
    to: 'CALLED',
    event: 'queue.entry.called',
    afterTheDay: [],
  },
  {
    from: ['CALLED'],
    trigger: 'start',
    by: 'the client confirms on the link, or the team starts in the dashboard',
    to: 'IN_SERVICE',
    event: 'queue.entry.in_service',
    afterTheDay: [],
  },
  {
    from: ['CALLED', 'IN_SERVICE'],
    trigger: 'complete',
    by: '`complete`',
    to: 'COMPLETED',
    event: 'queue.entry.completed',
    afterTheDay: ['IN_SERVICE'],
  },
  {
    from: ['WAITING', 'CALLED'],
    trigger: 'skip',
    by: '`skip`',
    to: 'SKIPPED',
    event: 'queue.entry.skipped',
    afterTheDay: [],
  },
  {
    from: ['WAITING', 'CALLED', 'SKIPPED'],
    trigger: 'cancel',
    by: '`cancel`, or the client leaves',
    to: 'CANCELLED',
    event: 'queue.entry.cancelled',
    afterTheDay: [],
  },
  {
    from: ['CALLED'],
    trigger: 'no_show',
    by: 'the team says in the dashboard that the client did not come',
    to: 'NO_SHOW',
    event: 'queue.entry.no_show',
    afterTheDay: [],
  },
  {
    from: ['NO_SHOW', 'COMPLETED'],
    trigger: 'undo',
    by: 'the team takes the end back in the dashboard',
    to: 'CALLED',
    event: 'queue.entry.called',
    afterTheDay: [],
  },
  {
    from: ['CALLED'],
    trigger: 'call_timeout',
    by: 'the client did not answer the call in time',
    to: 'NO_SHOW',
    event: 'queue.entry.no_show',
    afterTheDay: ['CALLED'],
  },
  {
    from: ['WAITING', 'SKIPPED'],
    trigger: 'deposit_expired',
    by: 'its deposit was not paid in time',
    to: 'CANCELLED',
    event: 'queue.entry.cancelled',
    reason: CANCELLED_UNPAID,
    afterTheDay: ['WAITING', 'SKIPPED'],
  },
  {
    from: ['WAITING', 'SKIPPED'],
    trigger: 'day_end',
    by: 'the local day ends',
    to: 'CANCELLED',
    event: 'queue.entry.cancelled',
    reason: 'day_closed',
    afterTheDay: ['WAITING', 'SKIPPED'],
  },
  {
    from: ['CALLED'],
    trigger: 'day_end',
    by: 'the local day ends',
    to: 'NO_SHOW',
    event: 'queue.entry.no_show',
    afterTheDay: ['CALLED'],
  },
]

/** What decides over the steps of an entry. `isPast`: its day is over. */
export type EntryState = { readonly status: QueueEntryStatus; readonly isPast: boolean }

/** The step that a trigger causes; null if it causes none. */
export function transitionOf(entry: EntryState, trigger: QueueTrigger): QueueTransition | null {
  return (
    QUEUE_TRANSITIONS.find(
      (transition) =>
        transition.trigger === trigger &&
        (entry.isPast ? transition.afterTheDay : transition.from).includes(entry.status),
    ) ?? null
  )
}

/** @throws `409 queue_entry_not_editable` */
export function requireTransition(entry: EntryState, trigger: QueueTrigger): QueueTransition {
  const transition = transitionOf(entry, trigger)
  if (transition !== null) return transition
  throw notEditable(
    transitionOf({ ...entry, isPast: false }, trigger) === null
      ? `A queue entry with the status ${entry.status} does not allow this action.`
      : 'The day of this queue entry is over.',
  )
}

export function notEditable(detail: string): Problem {
  return new Problem('queue_entry_not_editable', detail)
}
