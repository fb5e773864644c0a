import { OutcomeUnknown, type Transaction } from '@scheduling/database'
import { setTimeout as wait } from 'node:timers/promises'
import { sessionOf, type Context, type Rendered } from '../context.ts'
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
 * nothing does. Its steps, in their order:
 *
 * 1. With an `Idempotency-Key` the record is claimed, together with BEGIN; while another request holds it, this one
 *    waits and tries again. Without one, the session of a user is held.
 * 2. What the record has is the answer. Nothing else happens.
 * 3. The verb runs.
 * 4. Its answer is rendered and saved for the key, and its events and notes are written (`changeAfter`).
 * 5. A refusal that would come again (404, 409, 422, domain 403) undoes what the verb wrote, and is saved for the key in
 *    a transaction of its own. One that the procedure does not declare is a fault of ours, and leaves the key free.
 *
 * @throws `503 outcome_unknown` when the connection broke under the COMMIT; after any other error nothing was saved
 */
export async function unitOfWork(context: Context, call: Call): Promise<Answer> {
  const { idempotencyRecord: record, patience, random } = context
  const deadline = performance.now() + patience.keyMs
  for (;;) {
    try {
      return await attempt(context, call)
    } catch (error) {
      if (error instanceof OutcomeUnknown) throw outcomeUnknown(error, record !== null)
      if (!(error instanceof RecordInUse)) throw asProblem(error) ?? error
      const pause = 100 + 200 * random()
      if (performance.now() + pause > deadline) throw new Problem('request_in_progress')
      await wait(pause)
    }
  }
}

/** @throws RecordInUse while another request holds the record */
async function attempt(context: Context, call: Call): Promise<Answer> {
  const { idempotencyRecord: record } = context
  const open = (tx: Transaction) => openFor(tx, context)
  if (record === null) return changeAfter(context, open, (tx) => runVerb(tx, context, call))
  const claim = (tx: Transaction) => claimRecord(tx, record)
  try {
    return await changeAfter<ClaimedRecord, Answer>(context, claim, async (tx, claimed) => {
      const saved = savedAnswer(claimed, context, record)
      if (saved !== null) return replay(context, saved)
      const changed = await runVerb(tx, context, call)
      const { outcome, reply } = changed.result
      const rendered = record.render(outcome, reply)
      return {
        ...changed,
        result: { ...changed.result, rendered },
        saved: answerValues(context, record, rendered, clientOf(reply)),
      }
    })
  } catch (error) {
    const problem = asProblem(error)
    if (problem === null || !call.declared.has(problem.code) || !isKept(problem)) throw error
    // Another request with the key may have come in between: then this one gets the answer of that one.
    const answer = await changeAfter<ClaimedRecord, Answer | null>(
      context,
      claim,
      async (_, claimed) => {
        const saved = savedAnswer(claimed, context, record)
        if (saved !== null) return replay(context, saved)
        const refused = answerValues(context, record, record.renderProblem(problem), null)
        return { ...nothingNew(context), result: null, saved: refused }
      },
    )
    if (answer === null) throw problem
    return answer
  }
}

/** Takes the transaction id, and holds on to the session of a user, both together with BEGIN. */
async function openFor(tx: Transaction, { caller }: Context): Promise<void> {
  const session = sessionOf(caller)
  await Promise.all([takeTransactionId(tx), session === null ? null : holdSession(tx, session)])
}

async function runVerb(
  tx: Transaction,
  context: Context,
  call: Call,
): Promise<Changed<FreshAnswer>> {
  const { emitted, collect } = collectEvents()
  const done = await call.run({ ...context, tx, ...collect })
  const { outcome } = done
  return {
    ...emitted,
    result: { kind: 'fresh', ...done, rendered: null },
    origin: originOf(context),
    declared: outcomeOf(call, outcome),
    isPreview: outcome === 'preview',
  }
}

function replay(context: Context, rendered: Rendered): Changed<Answer> {
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
