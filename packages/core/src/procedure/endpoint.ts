/** What is made of a declaration: what REST, tRPC, the documents and the tests work with. */
import type { EventType } from '@scheduling/events'
import type { z } from 'zod'
import { requireSession } from '../change/held-session.ts'
import { unitOfWork, type Answer, type Done } from '../change/unit-of-work.ts'
import type { WriteContext } from '../change/write-context.ts'
import { sessionOf, type Context, type Scope } from '../context.ts'
import type { Feature } from '../contract/features.ts'
import type { ProblemCode } from '../contract/problems.ts'
import type { Emits } from '../events/emissions.ts'
import { StreamOver, type StreamContext, type Tracked } from '../events/live-feed.ts'
import type { NoteAction } from '../events/notes.ts'
import type { Group } from './accesses.ts'
import type { Declaration, Kind, Outcomes, Rest } from './declaration.ts'
import { requireNotice } from './deprecation.ts'
import { declaredProblem } from './errors.ts'
import { reachOf } from './reach.ts'

export type Endpoint = {
  readonly kind: Kind
  readonly rest: (Rest & { readonly body: NonNullable<Rest['body']> }) | null
  readonly scope: Scope | null
  /** Who of the team may call it. */
  readonly access: Group
  readonly feature?: Feature
  readonly whileSuspended?: true
  readonly rateLimit?: 'availability'
  readonly input: z.ZodObject
  readonly output: z.ZodType
  readonly success: Outcomes
  /** Null: it declares no events. */
  readonly emits: Emits | null
  /** What it may note beside its events. */
  readonly notes: readonly NoteAction[]
  /** The events of what comes later, in other transactions. */
  readonly later: readonly EventType[]
  /** Every code it can answer. */
  readonly allProblems: readonly ProblemCode[]
  /**
   * Runs it for a caller who may use it, with parsed input.
   *
   * @param procedure its name in the router, as in `clients.create`
   */
  readonly perform: (context: Context, input: unknown, procedure: string) => Promise<Answer>
  /** The same for a `stream`, which has messages instead of an answer. */
  readonly open: (
    context: StreamContext,
    input: unknown,
    procedure: string,
  ) => AsyncGenerator<Tracked<unknown>>
}

/** An endpoint that REST offers. */
export type RestEndpoint = Endpoint & { readonly rest: NonNullable<Endpoint['rest']> }

/** What every route can answer beside its own refusals; `outcome_unknown` only where something changes. */
export const COMMON_PROBLEMS: readonly ProblemCode[] = [
  'validation_error',
  'unauthorized',
  'forbidden_scope',
  'feature_not_enabled',
  'rate_limited',
  'internal_error',
  'api_disabled',
  'service_unavailable',
  'outcome_unknown',
]

/** What a log calls a procedure: `POST /clients`, or its name in the router where it has no path. */
export function nameOf({ rest }: Pick<Endpoint, 'rest'>, procedure: string): string {
  return rest === null ? procedure : `${rest.method} ${rest.path}`
}

const ONLY_OUTCOME: Outcomes = { ok: 200 }

export function endpointOf(declared: Untyped): Endpoint {
  const {
    kind,
    scope,
    access,
    feature,
    rateLimit,
    input,
    output,
    success,
    emits,
    notes = [],
  } = declared
  const rest = declared.rest === undefined ? null : restOf(declared.rest, input)
  const allProblems = problemsOf(declared)
  const codes = new Set(allProblems)
  const within = reachOf(declared)
  const doneOf = (returned: unknown): Done =>
    success === undefined ? { outcome: 'ok', reply: returned } : withOutcome(returned)
  const performChange = async (context: Context, given: unknown, name: string): Promise<Answer> => {
    const prepared = (await declared.prepare?.(context, given)) ?? null
    const run = async (write: WriteContext) => doneOf(await declared.run(write, given, prepared))
    const call = { name, declared: codes, emits: emits ?? {}, notes, run }
    const answer = await unitOfWork(context, call)
    const { finish } = declared
    if (finish === undefined || answer.kind === 'replay' || answer.outcome === 'preview') {
      return answer
    }
    return { ...answer, reply: await finish(context, answer.reply) }
  }
  async function* open(context: StreamContext, given: unknown, procedure: string) {
    try {
      yield* messagesOf(declared.run(context, await within(context, given), null))
    } catch (error) {
      if (error instanceof StreamOver) throw error
      throw declaredProblem(error, codes, context, nameOf({ rest }, procedure))
    }
  }
  return {
    kind,
    rest,
    scope,
    access,
    ...(feature === undefined ? {} : { feature }),
    ...(declared.whileSuspended === undefined ? {} : { whileSuspended: true as const }),
    ...(rateLimit === undefined ? {} : { rateLimit }),
    input,
    output,
    success: success ?? ONLY_OUTCOME,
    emits: emits ?? null,
    notes,
    later: declared.later ?? [],
    allProblems,
    open,
    async perform(context, asked, procedure) {
      const name = nameOf({ rest }, procedure)
      try {
        const given = await within(context, asked)
        if (kind === 'change') return await performChange(context, given, name)
        const session = sessionOf(context.caller)
        if (kind === 'action' && session !== null) await requireSession(context.db, session)
        const done = doneOf(await declared.run(context, given, null))
        return { kind: 'fresh', ...done, rendered: null }
      } catch (error) {
        // A tool for agents brings a record to changes that take no key over REST.
        const told =
          context.idempotencyRecord === null ? codes : new Set([...codes, ...OF_IDEMPOTENCY])
        throw declaredProblem(error, told, context, name)
      }
    },
  }
}

/** A declaration without its types. */
export type Untyped = Pick<
  Declaration<Kind, z.ZodObject, z.ZodType, Outcomes, unknown>,
  | 'kind'
  | 'scope'
  | 'access'
  | 'fillsProfessional'
  | 'feature'
  | 'whileSuspended'
  | 'rateLimit'
  | 'input'
  | 'output'
  | 'problems'
> & {
  readonly rest?: Rest
  readonly success?: Outcomes
  readonly emits?: Emits
  readonly notes?: readonly NoteAction[]
  readonly savesNothing?: true
  readonly prepare?: (context: Context, input: unknown) => Promise<unknown>
  readonly finish?: (context: Context, reply: unknown) => Promise<unknown>
  readonly later?: readonly EventType[]
  /** A promise; of a stream, its messages. */
  readonly run: (context: Context, input: unknown, prepared: unknown) => unknown
}

/** Safe because `endpointOf` runs it as declared: with input that its schema parsed, and the context of its kind. */
export function untyped(declaration: object): Untyped {
  return declaration as Untyped
}

/** Where a declaration lists its outcomes, the type of `run` has it return one of them beside the reply. */
function withOutcome(returned: unknown): Done {
  return returned as Done
}

/** Where a declaration is a stream, the type of `run` has it return messages. */
function messagesOf(returned: unknown): AsyncIterable<Tracked<unknown>> {
  return returned as AsyncIterable<Tracked<unknown>>
}

function restOf(rest: Rest, input: z.ZodObject): NonNullable<Endpoint['rest']> {
  const name = `${rest.method} ${rest.path}`
  if (rest.deprecated !== undefined) requireNotice(name, rest.deprecated)
  for (const [field, deprecation] of Object.entries(rest.deprecatedFields ?? {})) {
    if (!Object.hasOwn(input.shape, field)) throw new Error(`${name} has no field \`${field}\`.`)
    requireNotice(`\`${field}\` of ${name}`, deprecation)
  }
  const hasNoBody = rest.method === 'GET' || rest.method === 'DELETE'
  return { ...rest, body: rest.body ?? (hasNoBody ? 'none' : 'required') }
}

function problemsOf(declared: Untyped): ProblemCode[] {
  const { kind, rest, scope, access, problems, savesNothing } = declared
  const saves = kind !== 'read' && kind !== 'stream' && savesNothing !== true
  const common = COMMON_PROBLEMS.filter(
    (code) =>
      (code !== 'forbidden_scope' || scope !== null || access !== 'everybody') &&
      (code !== 'outcome_unknown' || saves),
  )
  return [
    ...new Set([...problems, ...common, ...(rest?.idempotent === true ? OF_IDEMPOTENCY : [])]),
  ]
}

/** What a call with an idempotency record can answer too. */
export const OF_IDEMPOTENCY: readonly ProblemCode[] = ['duplicate_request', 'request_in_progress']
