import { OutcomeUnknown, type Transaction } from '@scheduling/database'
import { setTimeout as wait } from 'node:timers/promises'
import { sessionOf, type Context, type IdempotencyRecord, type Rendered } from '../context.ts'
import { asProblem, outcomeUnknown } from '../contract/as-problem.ts'
import { Problem, type ProblemCode } from '../contract/problems.ts'
import { outcomeOf, type Emits } from '../events/emissions.ts'
import type { NoteAction } from '../events/notes.ts'
import type { EventOrigin } from '../events/write-events.ts'
import { clientOf } from '../ground/client-of.ts'
import {
  answerValues,
  claimRecord,
  isKept,
  RecordInUse,
  savedAnswer,
  type ClaimedRecord,
} from './idempotency-record.ts'
import { holdSession } from './held-session.ts'
import { changeAfter, takeTransactionId, type Changed } from './transaction.ts'
import { collectEvents, type WriteContext } from './write-context.ts'

export type Done = { readonly outcome: string; readonly reply: unknown }

export type FreshAnswer = Done & {
  readonly kind: 'fresh'
  /** The answer as it was saved for the key; null without one. */
  readonly rendered: Rendered | null
}

/** What a call comes to, or what it came to when its key was used before. */
export type Answer = FreshAnswer | Replay

type Replay = { readonly kind: 'replay'; readonly rendered: Rendered }

/** A change that a call asks for, as its procedure declares it. */
export type Call = {
  /** For the log: `POST /clients`, or the name of a procedure without a path. */
  readonly name: string
  /** Every code that the procedure can answer. */
  readonly declared: ReadonlySet<ProblemCode>
  readonly emits: Emits
  readonly notes: readonly NoteAction[]
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
    if (record === null) {
      const open = (tx: Transaction) => openFor(tx, context)
      return await changeAfter(context, open, (tx) => run(tx, context, call))
    }
    return await whenFree(context, () => oncePerKey(context, call, record))
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
  const { told, collect } = collectEvents()
  const done = await call.run({ ...context, tx, ...collect })
  const { outcome } = done
  return {
    ...told,
    result: { kind: 'fresh', ...done, rendered: null },
    origin: originOf(context),
    declared: outcomeOf(call, outcome),
    isPreview: outcome === 'preview',
  }
}

/** Takes the transaction id, and holds on to the session of a user, both together with BEGIN. */
async function openFor(tx: Transaction, { caller }: Context): Promise<void> {
  const session = sessionOf(caller)
  await Promise.all([takeTransactionId(tx), session === null ? null : holdSession(tx, session)])
}

/** A refusal that its key keeps. Thrown, it undoes what the verb wrote. */
class Kept extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

/**
 * The first use of a key runs the change and saves its answer; a later use gets what was saved. A refusal is
 * saved in a transaction of its own, once that of the change is undone: another request with the key may come
 * in between, and then this one gets the answer of that one.
 */
async function oncePerKey(
  context: Context,
  call: Call,
  record: IdempotencyRecord,
): Promise<Answer> {
  const claim = (tx: Transaction) => claimRecord(tx, record)
  try {
    return await changeAfter(context, claim, (tx, claimed) =>
      unlessSaved(context, record, claimed, async () => {
        const changed = await runForKey(tx, context, call)
        const rendered = record.render(changed.result.outcome, changed.result.reply)
        const saved = answerValues(context, record, rendered, clientOf(changed.result.reply))
        return { ...changed, result: { ...changed.result, rendered }, saved }
      }),
    )
  } catch (error) {
    if (!(error instanceof Kept)) throw error
    const { problem } = error
    const answer = await changeAfter(context, claim, (_, claimed) =>
      unlessSaved(context, record, claimed, async () => ({
        ...nothingNew(context),
        result: null,
        saved: answerValues(context, record, record.renderProblem(problem), null),
      })),
    )
    if (answer === null) throw problem
    return answer
  }
}

/** @throws Kept */
async function runForKey(
  tx: Transaction,
  context: Context,
  call: Call,
): Promise<Changed<FreshAnswer>> {
  try {
    return await run(tx, context, call)
  } catch (error) {
    const problem = asProblem(error)
    // What the procedure never declared is answered as a fault of ours, so a retry must not replay it.
    const isDeclared = problem !== null && call.declared.has(problem.code)
    throw isDeclared && isKept(problem) ? new Kept(problem) : error
  }
}

async function unlessSaved<Result>(
  context: Context,
  record: IdempotencyRecord,
  claimed: ClaimedRecord,
  change: () => Promise<Changed<Result>>,
): Promise<Changed<Result | Replay>> {
  const rendered = savedAnswer(claimed, context, record)
  if (rendered === null) return change()
  return { ...nothingNew(context), result: { kind: 'replay', rendered } }
}

function nothingNew(context: Context): Omit<Changed<null>, 'result'> {
  return { events: [], notes: [], origin: originOf(context), declared: null }
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
