import type { Transaction } from '@scheduling/database'
import type { Context } from '../context.ts'
import type { NewEvent } from '../events/new-event.ts'

/** A call that changes something: it writes everything through `tx`. */
export type WriteContext = Context & {
  readonly tx: Transaction
  /** Collects events. The end of the transaction writes them, in this order. */
  readonly emit: (event: NewEvent) => void
}
