import {
  databaseFault,
  inTransaction,
  isRepeatable,
  isUnavailable,
  OutcomeUnknown,
  type Transaction,
} from '@scheduling/database'
import { setTimeout as wait } from 'node:timers/promises'
import { CONSTRAINTS } from '../contract/constraints.ts'
import type { Context, WriteContext } from '../context.ts'
import type { NewEvent } from '../events/new-event.ts'
import { emissionFault } from '../events/emissions.ts'
import { EVENT_FAULT, writeEvents } from '../events/write-events.ts'
import { Problem, type ProblemCode } from '../contract/problems.ts'
import { isKept, keepAnswer, keptAnswer, type Rendered } from './receipt.ts'

export type Done = { readonly outcome: string; readonly reply: unknown }

export type Answer =
  | {
      readonly kind: 'fresh'
      readonly outcome: string
      readonly reply: unknown
      readonly rendered: Rendered | null
    }
  | { readonly kind: 'replay'; readonly rendered: Rendered }

const REPETITIONS = 3

/** The receipt's lock is held by another request. */
class InProgress extends Error {}

/**
 * Runs one change: rows, events, fan-out job and idempotency receipt commit together, or nothing does.
 *
 * A deadlock or serialization failure runs the whole again, up to three times. A refusal that would come
 * again (404, 409, 422, domain 403) undoes the verb's rows, keeps the answer for the key, and is thrown. One
 * that the endpoint did not declare leaves the key free.
 *
 * @throws `503 outcome_unknown` when the connection broke under the COMMIT; after any other error nothing was saved
 */
export async function unitOfWork(
  context: Context,
  call: UnitOfWorkCall,
  run: (context: WriteContext) => Promise<Done>,
): Promise<Answer> {
  const deadline = performance.now() + context.patience.keyMs
  for (let repetition = 0; ;) {
    try {
      return await attempt(context, call, run)
    } catch (error) {
      if (error instanceof InProgress) {
        const pause = 100 + 200 * context.random()
        if (performance.now() + pause > deadline) throw new Problem('request_in_progress')
        await wait(pause)
      } else if (isRepeatable(error) && repetition < REPETITIONS) {
        repetition += 1
        await wait(5 + 20 * repetition * context.random())
      } else if (error instanceof OutcomeUnknown) {
        throw outcomeUnknown(error, context.receipt !== null)
      } else {
        throw error
      }
    }
  }
}

const UNAVAILABLE =
  'The service cannot reach its database at the moment, or has no free connection. Nothing was saved. Try again shortly.'

/** What is being done: how its route stands in the tables. */
export type UnitOfWorkCall = {
  /** `POST /clients` */
  readonly route: string
  readonly declared: ReadonlySet<ProblemCode>
}

type Kept = { answer: Answer } | { refusal: Problem }

async function attempt(
  context: Context,
  { route, declared }: UnitOfWorkCall,
  run: (context: WriteContext) => Promise<Done>,
): Promise<Answer> {
  const { receipt } = context
  const kept = await inTransaction(context.db, context.patience, async (tx): Promise<Kept> => {
    await claim(tx, receipt?.id ?? null)
    if (receipt !== null) {
      const rendered = await keptAnswer(tx, context.crypto, receipt, context.now())
      if (rendered !== null) return { answer: { kind: 'replay', rendered } }
      await tx.$executeRaw`SAVEPOINT verb`
    }
    const events: NewEvent[] = []
    try {
      const done = await run({ ...context, tx, declared, emit: (event) => events.push(event) })
      const rendered = receipt?.render(done.outcome, done.reply) ?? null
      if (receipt !== null && rendered !== null) {
        await keepAnswer(tx, context.crypto, receipt, rendered, context.now())
      }
      const fault = emissionFault(
        route,
        done.outcome,
        events.map(({ type }) => type),
      )
      if (fault !== null) context.log.error({ request_id: context.requestId, fault }, EVENT_FAULT)
      await writeEvents(tx, context, originOf(context), events)
      return { answer: { kind: 'fresh', ...done, rendered } }
    } catch (error) {
      const problem = asProblem(error)
      // What the route never promised is answered as a fault of ours, so a retry must not replay it.
      const isPromised = problem !== null && declared.has(problem.code) && isKept(problem)
      if (receipt === null || !isPromised) throw problem ?? error
      await tx.$executeRaw`ROLLBACK TO SAVEPOINT verb`
      await keepAnswer(tx, context.crypto, receipt, receipt.renderProblem(problem), context.now())
      return { refusal: problem }
    }
  })
  if ('refusal' in kept) throw kept.refusal
  return kept.answer
}

/**
 * Takes a transaction id before anything is written: lists with `updated_since` hold rows back while an
 * older writer runs, and they know it by this. Takes the receipt's lock without waiting, so that a second
 * request with the same key does not sit on a connection.
 */
async function claim(tx: Transaction, receiptId: Buffer | null): Promise<void> {
  if (receiptId === null) {
    await tx.$executeRaw`SELECT pg_current_xact_id()`
    return
  }
  const lock = receiptId.readBigInt64BE(0)
  const [row] = await tx.$queryRaw<{ free: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(${lock}) AS free, pg_current_xact_id()::text AS xid`
  if (row?.free !== true) throw new InProgress()
}

function originOf(context: Context) {
  return {
    organizationId: context.organization.id,
    livemode: context.organization.livemode,
    actor: context.actor,
    source: context.source,
    requestId: context.requestId,
  }
}

function outcomeUnknown(error: OutcomeUnknown, hasKey: boolean): Problem {
  const next = hasKey
    ? 'Send the same request with the same Idempotency-Key again: it is executed once.'
    : 'Check whether it was saved before you send the request again.'
  return new Problem(
    'outcome_unknown',
    `The connection to the database broke while the change was being saved, so it may have been saved or not. ${next}`,
    { cause: error.cause },
  )
}

/**
 * A Problem as it is; a database that is away; a violated constraint by its entry in the table; null for
 * anything else.
 */
export function asProblem(error: unknown): Problem | null {
  if (error instanceof Problem) return error
  if (error instanceof OutcomeUnknown) return outcomeUnknown(error, false)
  if (isUnavailable(error)) return new Problem('service_unavailable', UNAVAILABLE, { cause: error })
  const fault = databaseFault(error)
  if (fault?.constraint == null) return null
  return CONSTRAINTS[fault.constraint]?.() ?? null
}
