import { inTransaction, isRepeatable, type Transaction } from '@scheduling/database'
import { setTimeout as wait } from 'node:timers/promises'
import type { Service } from '../context.ts'
import { emissionFault, type Declared } from '../events/emissions.ts'
import type { NewEvent } from '../events/new-event.ts'
import { EVENT_FAULT, writeEvents, type EventOrigin } from '../events/write-events.ts'

/** What a change comes to: its result, and the events that tell of it, in the order of the feed. */
export type Changed<Result> = {
  readonly result: Result
  readonly events: readonly NewEvent[]
  readonly origin: EventOrigin
  /** The events that it should have. Null: it declares none, and may have any. */
  readonly declared: Declared | null
}

const REPETITIONS = 3

/**
 * Runs one change in a transaction of its own. Rows and events commit together, or not at all: the events are
 * written last. After a deadlock or a serialization failure the whole change runs again, up to three times.
 *
 * @param begin the first statement; it takes the transaction id
 * @throws OutcomeUnknown; after any other error nothing was saved
 */
export async function changeInTransaction<Result>(
  service: Service,
  change: (tx: Transaction) => Promise<Changed<Result>>,
  begin: (tx: Transaction) => Promise<void> = takeTransactionId,
): Promise<Result> {
  for (let repetition = 0; ;) {
    try {
      return await inTransaction(service.db, service.patience, async (tx) => {
        await begin(tx)
        const changed = await change(tx)
        tellFault(service, changed)
        await writeEvents(tx, service, changed.origin, changed.events)
        return changed.result
      })
    } catch (error) {
      if (!isRepeatable(error) || repetition >= REPETITIONS) throw error
      repetition += 1
      await wait(5 + 20 * repetition * service.random())
    }
  }
}

/**
 * Before anything is written: lists with `updated_since` hold rows back while an older writer runs, and see
 * the writer by its transaction id.
 */
async function takeTransactionId(tx: Transaction): Promise<void> {
  await tx.$executeRaw`SELECT pg_current_xact_id()`
}

/** Events that were not declared are a fault of ours: a line in the log, and a test that meets it fails. */
function tellFault({ log }: Service, { declared, events, origin }: Changed<unknown>): void {
  if (declared === null) return
  const types = events.map(({ type }) => type)
  const fault = emissionFault(declared, types)
  if (fault !== null) log.error({ request_id: origin.requestId, fault }, EVENT_FAULT)
}
