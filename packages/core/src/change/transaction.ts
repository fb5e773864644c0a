import {
  column,
  inOpenedTransaction,
  isRepeatable,
  query,
  sqlOf,
  statement,
  type Transaction,
} from '@scheduling/database'
import { setTimeout as wait } from 'node:timers/promises'
import type { Service } from '../context.ts'
import { emissionFault, noteFault, type Declared } from '../events/emissions.ts'
import {
  EVENT_FAULT,
  eventsText,
  notesText,
  TOLD_VALUES,
  eventValues,
  type EventOrigin,
  type Emitted,
} from '../events/write-events.ts'
import { answerText } from './idempotency-record.ts'

/** The outcome of a change: its result, with its events and notes in the order of the feed. */
export type Changed<Result> = Emitted & {
  readonly result: Result
  readonly origin: EventOrigin
  /** The events that it should have. Null: it declares none, and may have any. */
  readonly declared: Declared | null
  /** The values of the answer that is saved for its key, by `answerValues`. */
  readonly saved?: readonly unknown[]
  /** A preview: everything that was written is undone, nothing is told, and the result is returned. */
  readonly isPreview?: boolean
}

const REPETITIONS = 3

/**
 * Runs one change in a transaction of its own. Rows and events commit together, or not at all: the events are
 * written last. After a deadlock or a serialization failure the whole change runs again, up to three times.
 *
 * @throws OutcomeUnknown; after any other error nothing was saved
 */
export function changeInTransaction<Result>(
  service: Service,
  change: (tx: Transaction) => Promise<Changed<Result>>,
): Promise<Result> {
  return changeAfter(service, takeTransactionId, change)
}

/**
 * As `changeInTransaction`, with a first statement of another kind.
 *
 * @param open takes the transaction id, and writes nothing: it is sent together with BEGIN
 */
export async function changeAfter<Opened, Result>(
  service: Service,
  open: (tx: Transaction) => Promise<Opened>,
  change: (tx: Transaction, opened: Opened) => Promise<Changed<Result>>,
): Promise<Result> {
  const work = async (tx: Transaction, opened: Opened): Promise<Result> => {
    const changed = await change(tx, opened)
    if (changed.isPreview === true) throw new Previewed(changed.result)
    logFault(service, changed)
    await writeLast(tx, service, changed)
    return changed.result
  }
  for (let repetition = 0; ;) {
    try {
      return await inOpenedTransaction(service.db, service.patience, { open, work })
    } catch (error) {
      if (error instanceof Previewed) return error.result as Result
      if (!isRepeatable(error) || repetition >= REPETITIONS) throw error
      repetition += 1
      await wait(5 + 20 * repetition * service.random())
    }
  }
}

/** Thrown, it undoes what a preview wrote. */
class Previewed extends Error {
  override name = 'Previewed'
  readonly result: unknown

  constructor(result: unknown) {
    super('A preview was undone.')
    this.result = result
  }
}

const transactionId = query({
  name: 'transaction id',
  text: 'SELECT pg_current_xact_id()::text AS id',
  row: { id: column.text },
})

/**
 * Before anything is written: lists with `updated_since` hold rows back while an older writer runs, and see
 * the writer by its transaction id.
 */
export async function takeTransactionId(tx: Transaction): Promise<void> {
  await transactionId(sqlOf(tx), [])
}

const LAST = {
  events: {
    alone: statement('events written', eventsText()),
    withAnswer: statement(
      'answer saved and events written',
      eventsText(answerText(TOLD_VALUES.events)),
    ),
  },
  notes: {
    alone: statement('notes written', notesText()),
    withAnswer: statement(
      'answer saved and notes written',
      notesText(answerText(TOLD_VALUES.notes)),
    ),
  },
}
const answerSaved = statement('answer saved', answerText(0))

/** The last statement before COMMIT: it saves the answer for its key, and then takes the feed and writes the events. */
async function writeLast(
  tx: Transaction,
  service: Service,
  { origin, saved, ...changed }: Changed<unknown>,
): Promise<void> {
  const events = eventValues(service, origin, changed)
  if (events !== null && saved !== undefined) {
    await LAST[events.kind].withAnswer(sqlOf(tx), [...events.values, ...saved])
  } else if (events !== null) await LAST[events.kind].alone(sqlOf(tx), events.values)
  else if (saved !== undefined) await answerSaved(sqlOf(tx), saved)
}

/** Events that were not declared are a fault of ours: a line in the log, and a test that meets it fails. */
function logFault({ log }: Service, { declared, events, notes, origin }: Changed<unknown>): void {
  if (declared === null) return
  const types = events.map(({ type }) => type)
  const actions = notes.map(({ action }) => action)
  const fault = emissionFault(declared, types) ?? noteFault(declared, actions)
  if (fault !== null) log.error({ request_id: origin.requestId, fault }, EVENT_FAULT)
}
