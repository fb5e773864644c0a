import { requireRow, tables, type Organization } from '@scheduling/database'
import { serviceFor, type Actor, type Context, type Service, type Source } from '../context.ts'
import { SYSTEM_WORK, type Declared, type SystemWorkName } from '../events/emissions.ts'
import { changeInTransaction } from './transaction.ts'
import { collectEvents, type WriteContext } from './write-context.ts'

/**
 * What a change needs. Calls and timers use the same functions. They write everything
 * through `tx`, and `emit` and `note` collect what the end of the transaction writes.
 */
export type Work = Service & Pick<WriteContext, 'organization' | 'tx' | 'emit' | 'note'>

/** Who does something without a session, and what it declares. */
export type Initiator<Result> = {
  /** Called after `run`, which may create the actor. */
  readonly actorOf: (result: Result) => Actor
  readonly source: Source
  readonly requestId: string
  /** Which visitor does it; left out: no visitor. See `visitorOf`. */
  readonly visitor?: string | undefined
  /** Null: it declares nothing, and may have any events. A function: what it declares for how it ended. */
  readonly declared: Declared | null | ((result: Result) => Declared)
}

/**
 * One change by an actor without a session: by a visitor who signs in or carries a link, or by the system. It commits,
 * repeats and emits as a call does.
 *
 * @param organizationOrId as the call read it, or the id by which the transaction reads it
 * @param run decides by what it reads through `tx`: where the outcome is unknown, it may run again later
 * @throws OutcomeUnknown; after any other error nothing was saved
 */
export async function workOf<Result>(
  service: Service,
  organizationOrId: Organization | number,
  initiator: Initiator<Result>,
  run: (work: Work) => Promise<Result>,
): Promise<Result> {
  return changeInTransaction(service, async (tx) => {
    const organization =
      typeof organizationOrId === 'number'
        ? await requireRow(tx, tables.organization, { id: organizationOrId })
        : organizationOrId
    const { emitted, collect } = collectEvents()
    const result = await run({ ...serviceFor(service, organization), tx, ...collect })
    const { actorOf, source, requestId, visitor } = initiator
    const declared =
      typeof initiator.declared === 'function' ? initiator.declared(result) : initiator.declared
    const { id: organizationId, livemode } = organization
    const origin = { organizationId, livemode, actor: actorOf(result), source, requestId, visitor }
    return { ...emitted, result, origin, declared }
  })
}

/** Who asked for work that runs later, outside the call: its events name that caller. */
export type AskedBy = {
  readonly actor: Actor
  readonly source: Source
  readonly requestId: string
  readonly visitor?: string
}

export function askedBy({ actor, source, requestId }: Context): AskedBy {
  return { actor, source, requestId }
}

function declaredBy(name: SystemWorkName): Declared {
  const { emits, notes = [] }: Pick<Declared, 'emits'> & Partial<Declared> = SYSTEM_WORK[name]
  return { name, emits, notes }
}

/**
 * One change that no call asked for, such as a timer or a payment notice: `workOf` the system.
 *
 * @param name its row in the table of what the system does and emits; null: it is in no table
 * @param asked who asked for it before; null: no caller did
 */
export async function systemWork<Result>(
  service: Service,
  organizationId: number,
  run: (work: Work) => Promise<Result>,
  name: SystemWorkName | null = null,
  asked: AskedBy | null = null,
): Promise<Result> {
  const { actor, source, requestId, visitor }: AskedBy = asked ?? {
    actor: { type: 'system', id: null, name: null },
    source: name === null ? 'system' : SYSTEM_WORK[name].source,
    requestId: service.newId('req'),
  }
  const declared = name === null ? null : declaredBy(name)
  const initiator = { actorOf: () => actor, source, requestId, visitor, declared }
  return workOf(service, organizationId, initiator, run)
}
