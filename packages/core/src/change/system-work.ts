import type { Organization } from '@scheduling/database'
import { onClockOf, type Service } from '../context.ts'
import { SYSTEM_WORK, type SystemWorkName } from '../events/emissions.ts'
import type { NewEvent } from '../events/new-event.ts'
import type { NewNote } from '../events/notes.ts'
import { changeInTransaction } from './transaction.ts'
import type { WriteContext } from './write-context.ts'

/**
 * What a change needs, whoever asks for it: calls and timers use the same functions. They write everything
 * through `tx`, and `emit` and `note` collect what the end of the transaction writes.
 */
export type Work = Service & Pick<WriteContext, 'organization' | 'tx' | 'emit' | 'note'>

/**
 * One change that no call asked for, such as a timer or a payment notice. It commits, repeats and emits as a
 * call does.
 *
 * @param run decides by what it reads through `tx`: where the outcome is unknown, it runs again later
 * @param name its row in the table of what the system does and emits; null: it is in no table
 * @throws OutcomeUnknown; after any other error nothing was saved
 */
export async function systemWork<Result>(
  service: Service,
  organizationId: number,
  run: (work: Work) => Promise<Result>,
  name: SystemWorkName | null = null,
): Promise<Result> {
  return changeInTransaction(service, async (tx) => {
    const organization: Organization = await tx.organization.findUniqueOrThrow({
      where: { id: organizationId },
    })
    const events: NewEvent[] = []
    const notes: NewNote[] = []
    const result = await run({
      ...onClockOf(service, organization),
      organization,
      tx,
      emit: (event) => events.push(event),
      note: (note) => notes.push(note),
    })
    const origin = {
      organizationId,
      livemode: organization.livemode,
      actor: { type: 'system', id: null, name: null },
      source: name === null ? 'system' : SYSTEM_WORK[name].source,
      requestId: service.newId('req'),
    } as const
    const declared = name === null ? null : { name, emits: SYSTEM_WORK[name].emits, notes: [] }
    return { result, events, notes, origin, declared }
  })
}
