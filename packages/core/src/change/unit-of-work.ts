import { OutcomeUnknown, type Transaction } from '@scheduling/database'
import { setTimeout as wait } from 'node:timers/promises'
import type { Context, IdempotencyRecord, Rendered } from '../context.ts'
import { asProblem, outcomeUnknown } from '../contract/as-problem.ts'
import { Problem, type ProblemCode } from '../contract/problems.ts'
import { outcomeOf, type Emits } from '../events/emissions.ts'
import type { NewEvent } from '../events/new-event.ts'
import type { EventOrigin } from '../events/write-events.ts'
import { claimRecord, isKept, RecordInUse, saveAnswer, savedAnswer } from './idempotency-record.ts'
import { changeInTransaction, type Changed } from './transaction.ts'
import type { WriteContext } from './write-context.ts'

export type Done = { readonly outcome: string; readonly reply: unknown }

export type FreshAnswer = Done & {
  readonly kind: 'fresh'
  /** The answer as it was saved for the key; null without one. */
  readonly rendered: Rendered | null
}

/** What a call comes to, or what it came to when its key was used before. */
export type Answer = FreshAnswer | { readonly kind: 'replay'; readonly rendered: Rendered }

/** A change that a call asks for, as its procedure declares it. */
export type Call = {
  /** For the log: `POST /clients`, or the name of a procedure without a path. */
  readonly name: string
  /** Every code that the procedure can answer. */
  readonly declared: ReadonlySet<ProblemCode>
  readonly emits: Emits
  readonly run: (context: WriteContext) => Promise<Done>
}

/**
 * Runs one change that a call asks for: rows, events, fan-out job and idempotency record commit together, or
 * nothing does.
 *
 * With an `Idempotency-Key`, a refusal that would come again (404, 409, 422, domain 403) undoes what the verb
 * wrote, is saved for the key, and is thrown. A refusal that the procedure does not declare leaves the key free.
 *
 * @throws `503 outcome_unknown` when the connection broke under the COMMIT; after any other error nothing was saved
 */
export async function unitOfWork(context: Context, call: Call): Promise<Answer> {
  const { idempotencyRecord: record } = context
  try {
    if (record === null) return await changeInTransaction(context, (tx) => run(tx, context, call))
    const kept = await whenFree(context, () =>
      changeInTransaction(
        context,
        (tx) => runOnce(tx, context, call, record),
        (tx) => claimRecord(tx, record),
      ),
    )
    if (kept instanceof Problem) throw kept
    return kept
  } catch (error) {
    if (error instanceof OutcomeUnknown) throw outcomeUnknown(error, record !== null)
    throw asProblem(error) ?? error
  }
}

/** Tries again while another request holds the record. @throws `503 request_in_progress` after `keyMs` */
async function whenFree<Result>(
  { patience, random }: Context,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const deadline = performance.now() + patience.keyMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof RecordInUse)) throw error
      const pause = 100 + 200 * random()
      if (performance.now() + pause > deadline) throw new Problem('request_in_progress')
      await wait(pause)
    }
  }
}

async function run(tx: Transaction, context: Context, call: Call): Promise<Changed<FreshAnswer>> {
  const events: NewEvent[] = []
  const done = await call.run({ ...context, tx, emit: (event) => events.push(event) })
  return {
    result: { kind: 'fresh', ...done, rendered: null },
    events,
    origin: originOf(context),
    declared: outcomeOf(call.name, call.emits, done.outcome),
  }
}

/** The first use of a key runs the change and saves its answer; a later use gets what was saved. */
async function runOnce(
  tx: Transaction,
  context: Context,
  call: Call,
  record: IdempotencyRecord,
): Promise<Changed<Answer | Problem>> {
  const nothing = { events: [], origin: originOf(context), declared: null }
  const saved = await savedAnswer(tx, context, record)
  if (saved !== null) return { ...nothing, result: { kind: 'replay', rendered: saved } }
  await tx.$executeRaw`SAVEPOINT verb`
  try {
    const changed = await run(tx, context, call)
    const rendered = record.render(changed.result.outcome, changed.result.reply)
    await saveAnswer(tx, context, record, rendered)
    return { ...changed, result: { ...changed.result, rendered } }
  } catch (error) {
    const problem = asProblem(error)
    // What the procedure never declared is answered as a fault of ours, so a retry must not replay it.
    const isDeclared = problem !== null && call.declared.has(problem.code)
    if (!isDeclared || !isKept(problem)) throw error
    await tx.$executeRaw`ROLLBACK TO SAVEPOINT verb`
    await saveAnswer(tx, context, record, record.renderProblem(problem))
    return { ...nothing, result: problem }
  }
}

function originOf(context: Context): EventOrigin {
  return {
    organizationId: context.organization.id,
    livemode: context.organization.livemode,
    actor: context.actor,
    source: context.source,
    requestId: context.requestId,
  }
}
