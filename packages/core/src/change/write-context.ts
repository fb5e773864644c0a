import type { Transaction } from '@scheduling/database'
import type { Context } from '../context.ts'
import type { NewEvent } from '../events/new-event.ts'
import type { NewNote } from '../events/notes.ts'

/** A call that changes something: it writes everything through `tx`. */
export type WriteContext = Context & {
  readonly tx: Transaction
  /** Collects events. The end of the transaction writes them, in this order. */
  readonly emit: (event: NewEvent) => void
  /** Collects what has no event: the end of the transaction writes it to the audit, and tells dashboards. */
  readonly note: (note: NewNote) => void
}
