import { inTransaction, isRepeatable, type Organization } from '@scheduling/database'
import { setTimeout as wait } from 'node:timers/promises'
import type { Service, Source, WriteContext } from '../context.ts'
import type { NewEvent } from '../events/new-event.ts'
import { writeEvents } from '../events/write-events.ts'

/**
 * What a change needs, whoever asks for it: the same functions serve calls and timers. Everything is
 * written through `tx`; `emit` collects the events that the end of the transaction writes.
 */
export type Work = Service & Pick<WriteContext, 'organization' | 'tx' | 'emit'>

const REPETITIONS = 3

/**
 * One change that nobody called for: a timer, a payment notice. As with a call, rows and events commit
 * together or not at all, and a deadlock runs the whole again, up to three times.
 *
 * @param run decides by what it reads through `tx`: where the outcome is unknown, it runs again later
 * @param source what events tell of it; the actor is the system
 * @throws OutcomeUnknown; after any other error nothing was saved
 */
export async function systemWork<Result>(
  service: Service,
  organizationId: number,
  run: (work: Work) => Promise<Result>,
  source: Extract<Source, 'system' | 'payment'> = 'system',
): Promise<Result> {
  for (let repetition = 0; ;) {
    try {
      return await attempt(service, organizationId, run, source)
    } catch (error) {
      if (!isRepeatable(error) || repetition >= REPETITIONS) throw error
      repetition += 1
      await wait(5 + 20 * repetition * service.random())
    }
  }
}

async function attempt<Result>(
  service: Service,
  organizationId: number,
  run: (work: Work) => Promise<Result>,
  source: Source,
): Promise<Result> {
  return inTransaction(service.db, service.patience, async (tx) => {
    // Before anything is written: lists with `updated_since` hold rows back while an older writer runs.
    await tx.$executeRaw`SELECT pg_current_xact_id()`
    const organization: Organization = await tx.organization.findUniqueOrThrow({
      where: { id: organizationId },
    })
    const events: NewEvent[] = []
    const result = await run({
      ...service,
      organization,
      tx,
      emit: (event) => events.push(event),
    })
    const origin = {
      organizationId,
      livemode: organization.livemode,
      actor: { type: 'system', id: null, name: null },
      source,
      requestId: service.newId('req'),
    } as const
    await writeEvents(tx, service, origin, events)
    return result
  })
}
