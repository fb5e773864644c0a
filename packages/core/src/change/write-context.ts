import type { Transaction } from '@scheduling/database'
import type { Context } from '../context.ts'
import type { NewEvent } from '../events/new-event.ts'
import type { NewNote } from '../events/notes.ts'
import type { Emitted } from '../events/write-events.ts'

/** A call that changes something: it writes everything through `tx`. */
export type WriteContext = Context & {
  readonly tx: Transaction
  /** Collects events. The end of the transaction writes them, in this order. */
  readonly emit: (event: NewEvent) => void
  /** Collects what has no event: the end of the transaction writes it to the audit, and tells dashboards. */
  readonly note: (note: NewNote) => void
}

/** What the team says about the message to the client, as calls name it. */
export type ClientNotice = {
  readonly notify_client: boolean
  readonly tell_reason?: boolean
}

/** The same work, whose events tell the client what is asked for. */
export function noticing<Working extends Pick<WriteContext, 'emit'>>(
  work: Working,
  { notify_client: tellsClient, tell_reason: tellsReason = false }: ClientNotice,
): Working {
  return { ...work, emit: (event) => work.emit({ ...event, tellsClient, tellsReason }) }
}

/** What a change tells, and how it is collected while the change runs. */
export function collectEvents(): {
  readonly emitted: Emitted
  readonly collect: Pick<WriteContext, 'emit' | 'note'>
} {
  const events: NewEvent[] = []
  const notes: NewNote[] = []
  return {
    emitted: { events, notes },
    collect: { emit: (event) => events.push(event), note: (note) => notes.push(note) },
  }
}
