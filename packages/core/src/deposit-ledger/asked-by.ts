import { systemWork, workOf, type Work } from '../change/system-work.ts'
import type { Actor, Context, Service, Source } from '../context.ts'
import { SYSTEM_WORK, type SystemWorkName } from '../events/emissions.ts'

/**
 * Who asked for something that ends when the payment provider has answered: it is kept until then, and the events of
 * the end name it.
 */
export type AskedBy = {
  readonly actor: Actor
  readonly source: Source
  readonly requestId: string
}

export function askedBy({ actor, source, requestId }: Context): AskedBy {
  return { actor, source, requestId }
}

/** As `systemWork`, in the name of who asked for it. @param asked null: the system itself */
export function workAskedBy<Result>(
  service: Service,
  organizationId: number,
  asked: AskedBy | null,
  name: SystemWorkName,
  run: (work: Work) => Promise<Result>,
): Promise<Result> {
  if (asked === null) return systemWork(service, organizationId, run, name)
  const { actor, source, requestId } = asked
  const declared = { name, emits: SYSTEM_WORK[name].emits, notes: [] }
  const doer = { actorOf: () => actor, source, requestId, declared }
  return workOf(service, organizationId, doer, run)
}
