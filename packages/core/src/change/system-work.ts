import { requireRow, tables, type Organization } from '@scheduling/database'
import { onClockOf, type Actor, type Context, type Service, type Source } from '../context.ts'
import { SYSTEM_WORK, type Declared, type SystemWorkName } from '../events/emissions.ts'
import { changeInTransaction } from './transaction.ts'
import { collectTold, type WriteContext } from './write-context.ts'

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
  /** Which visitor does it; left out: no visitor. See `visitorOf`. */
  readonly visitor?: string | undefined
  /** Null: it declares nothing, and may have any events. A function: what it declares for how it ended. */
  readonly declared: Declared | null | ((result: Result) => Declared)
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
    const organization: Organization = await requireRow(tx, tables.organization, {
      id: organizationId,
    })
    const { told, collect } = collectTold()
    const result = await run({ ...onClockOf(service, organization), organization, tx, ...collect })
    const { actorOf, source, requestId, visitor } = doer
    const declared = typeof doer.declared === 'function' ? doer.declared(result) : doer.declared
    const { livemode } = organization
    const origin = { organizationId, livemode, actor: actorOf(result), source, requestId, visitor }
    return { ...told, result, origin, declared }
  })
}

/** Who asked for something that is done later, when nobody calls any more: its events name who it was. */
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
 * @param asked who asked for it before; null: nobody did
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
  const doer = { actorOf: () => actor, source, requestId, visitor, declared }
  return workOf(service, organizationId, doer, run)
}
