import type { Organization } from '@scheduling/database'
import { onClockOf, type Actor, type Service, type Source } from '../context.ts'
import { SYSTEM_WORK, type Declared, type SystemWorkName } from '../events/emissions.ts'
import type { NewEvent } from '../events/new-event.ts'
import type { NewNote } from '../events/notes.ts'
import { changeInTransaction } from './transaction.ts'
import type { WriteContext } from './write-context.ts'

/**
 * What a change needs, whoever asks for it: calls and timers use the same functions. They write everything
 * through `tx`, and `emit` and `note` collect what the end of the transaction writes.
 */
export type Work = Service & Pick<WriteContext, 'organization' | 'tx' | 'emit' | 'note'>

/** Who does something without a session, and what it declares. */
export type Doer<Result> = {
  /** Called when it is done: somebody may come to be by it. */
  readonly actorOf: (result: Result) => Actor
  readonly source: Source
  readonly requestId: string
  /** Null: it declares nothing, and may have any events. */
  readonly declared: Declared | null
}

/**
 * One change by somebody without a session: by a visitor who signs in or carries a link, or by the system. It commits,
 * repeats and emits as a call does.
 *
 * @param run decides by what it reads through `tx`: where the outcome is unknown, it may run again later
 * @throws OutcomeUnknown; after any other error nothing was saved
 */
export async function workOf<Result>(
  service: Service,
  organizationId: number,
  doer: Doer<Result>,
  run: (work: Work) => Promise<Result>,
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
    const { actorOf, source, requestId, declared } = doer
    const { livemode } = organization
    const origin = { organizationId, livemode, actor: actorOf(result), source, requestId }
    return { result, events, notes, origin, declared }
  })
}

/**
 * One change that no call asked for, such as a timer or a payment notice: `workOf` the system.
 *
 * @param name its row in the table of what the system does and emits; null: it is in no table
 */
export async function systemWork<Result>(
  service: Service,
  organizationId: number,
  run: (work: Work) => Promise<Result>,
  name: SystemWorkName | null = null,
): Promise<Result> {
  const doer: Doer<Result> = {
    actorOf: () => ({ type: 'system', id: null, name: null }),
    source: name === null ? 'system' : SYSTEM_WORK[name].source,
    requestId: service.newId('req'),
    declared: name === null ? null : { name, emits: SYSTEM_WORK[name].emits, notes: [] },
  }
  return workOf(service, organizationId, doer, run)
}
