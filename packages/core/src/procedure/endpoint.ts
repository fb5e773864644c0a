/**
 * The only way to declare a procedure. One call names its REST path, scope, input, output, successes and
 * refusals; both doors, the OpenAPI document, the docs and the tests read them from here.
 */
import { initTRPC, TRPCError } from '@trpc/server'
import type { OpenApiMeta } from 'trpc-to-openapi'
import { z } from 'zod'
import type { Cookies } from '../accounts/cookies.ts'
import type { SignInCounters } from '../accounts/sign-in-counters.ts'
import type { Context, Scope, Service, WriteContext } from '../context.ts'
import { hasFeature, type Feature } from '../contract/features.ts'
import { markLogged } from './log-failure.ts'
import { invalid, Problem, PROBLEMS, type ProblemCode } from '../contract/problems.ts'
import { asProblem, unitOfWork, type Answer } from '../change/unit-of-work.ts'
import { fieldErrors, refuseBeyondBounds } from '../contract/validation.ts'
import { trpcError } from './trpc-error-code.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

type Contract<Input, Output, Outcomes> = {
  readonly method: Method
  /** Under `/v1`, as in `/clients/{client_id}`. */
  readonly path: `/${string}`
  readonly tag: string
  readonly summary: string
  readonly description?: string
  /** Null: any genuine key. */
  readonly scope: Scope | null
  readonly feature?: Feature
  readonly input: Input
  readonly output: Output
  /** Domain outcome → HTTP status, in the order of the docs. */
  readonly success: Outcomes
  /** Beside those of every route: see `COMMON_PROBLEMS`. */
  readonly problems: readonly ProblemCode[]
  /** Accepts `Idempotency-Key`. */
  readonly idempotent?: boolean
  /** `none`: a body is ignored. Default: `required` for POST and PATCH, `none` otherwise. */
  readonly body?: 'none' | 'optional' | 'required'
  /** Counts against the availability limit too. */
  readonly rateLimit?: 'availability'
}

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

/** An endpoint as the REST door and the documents see it. */
export type Endpoint = Contract<z.ZodObject, z.ZodType, Readonly<Record<string, number>>> & {
  readonly kind: 'query' | 'mutation'
  /** Every code it can answer. */
  readonly allProblems: readonly ProblemCode[]
  readonly body: 'none' | 'optional' | 'required'
  /** Authorized and parsed input only. */
  readonly perform: (context: Context, input: unknown) => Promise<Answer>
}

/** What tRPC carries: the call, when somebody is signed in. */
export type TrpcContext = {
  readonly requestId: string
  readonly service: Service
  readonly call: Context | null
  readonly cookies: Cookies
  readonly signIns: SignInCounters
}

type Meta = OpenApiMeta & {
  readonly endpoint?: Endpoint
  /** Needs no session. */
  readonly isOpen?: boolean
}

const earlyRequestIds = new WeakMap<TRPCError, string>()

/** For errors that come before a context is made: what they say names the request all the same. */
export function tellRequestId(error: TRPCError, requestId: string): void {
  earlyRequestIds.set(error, requestId)
}

const t = initTRPC
  .context<TrpcContext>()
  .meta<Meta>()
  .create({
    errorFormatter({ shape, error, input, ctx }) {
      const problem = problemOf(error, input)
      return {
        ...shape,
        message: problem.message,
        data: {
          code: shape.data.code,
          httpStatus: problem.status,
          problem: {
            code: problem.code,
            status: problem.status,
            // The table speaks of keys; here it is a session that is missing.
            title:
              problem.code === 'unauthorized'
                ? 'Nobody is signed in'
                : PROBLEMS[problem.code].title,
            detail: problem.message,
            errors: problem.errors,
            request_id: ctx?.requestId ?? earlyRequestIds.get(error) ?? null,
          },
        },
      }
    },
  })

export const { router } = t

export function notSignedIn(): Problem {
  return new Problem('unauthorized', 'Nobody is signed in.')
}

/**
 * For whoever is not signed in yet; a database that is away is told as endpoints tell it. What it takes goes
 * through `withinBounds` first.
 */
export const openProcedure = t.procedure.meta({ isOpen: true }).use(async ({ next }) => {
  const result = await next()
  if (result.ok || result.error.cause instanceof Problem) return result
  const problem = asProblem(result.error.cause)
  if (problem !== null) throw trpcError(problem)
  return result
})

/** Looks at the size of an input before its schema parses it. */
export function withinBounds(input: z.ZodObject) {
  return t.middleware(async ({ getRawInput, next }) => {
    const raw = await getRawInput()
    try {
      refuseBeyondBounds(input, raw)
    } catch (error) {
      throw refusalOf(error)
    }
    return next()
  })
}

/** Any error of a call as the refusal that the caller sees; unknown ones become `internal_error`. */
export function problemOf(error: unknown, input?: unknown): Problem {
  const cause = error instanceof TRPCError ? error.cause : error
  if (cause instanceof z.core.$ZodError) {
    return new Problem('validation_error', 'The input is not valid.', {
      errors: fieldErrors(cause.issues, input),
    })
  }
  if (error instanceof TRPCError && !(cause instanceof Problem)) {
    if (error.code === 'NOT_FOUND')
      return new Problem('not_found', 'This procedure does not exist.')
    if (error.code === 'METHOD_NOT_SUPPORTED') return new Problem('method_not_allowed')
    if (error.code === 'BAD_REQUEST' || error.code === 'PARSE_ERROR')
      return new Problem('validation_error')
    if (error.code === 'UNSUPPORTED_MEDIA_TYPE')
      return invalid('body', 'invalid_type', 'Send the input as application/json.')
    if (error.code === 'PAYLOAD_TOO_LARGE')
      return invalid('body', 'too_long', 'The body is too large.')
  }
  return asProblem(cause) ?? new Problem('internal_error', undefined, { cause })
}

/** Whether the caller may use the endpoint; throws the refusal when not. */
export function authorize(endpoint: Pick<Endpoint, 'scope' | 'feature'>, context: Context): void {
  const { caller, organization } = context
  if (caller.kind === 'api_key') {
    if (!hasFeature(organization, 'api')) {
      throw new Problem(
        'feature_not_enabled',
        'The plan of the organization does not include the API.',
      )
    }
    if (endpoint.feature !== undefined) requireFeature(context, endpoint.feature)
    if (endpoint.scope !== null && !caller.scopes.includes(endpoint.scope)) {
      throw new Problem('forbidden_scope', `This route requires the scope \`${endpoint.scope}\`.`)
    }
  } else {
    if (endpoint.feature !== undefined) requireFeature(context, endpoint.feature)
    if (endpoint.scope === 'webhooks:manage' && caller.role !== 'owner') {
      throw new Problem('forbidden_scope', 'Only the account owner can manage webhooks.')
    }
  }
}

export function requireFeature(context: Pick<Context, 'organization'>, feature: Feature): void {
  if (!hasFeature(context.organization, feature)) {
    throw new Problem('feature_not_enabled', `The feature \`${feature}\` is not enabled.`)
  }
}

type Reply<Output, Outcomes> = {
  readonly outcome: keyof Outcomes & string
  readonly reply: Output
}

function complete<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Outcomes extends Readonly<Record<string, number>>,
>(
  contract: Contract<Input, Output, Outcomes>,
  kind: 'query' | 'mutation',
  perform: (declared: ReadonlySet<ProblemCode>) => Endpoint['perform'],
): Endpoint {
  const allProblems = [
    ...new Set([
      ...contract.problems,
      ...COMMON_PROBLEMS.filter(
        (code) =>
          (code !== 'forbidden_scope' || contract.scope !== null) &&
          (code !== 'outcome_unknown' || kind === 'mutation'),
      ),
      ...idempotencyProblems(contract.idempotent),
    ]),
  ]
  const declared = new Set(allProblems)
  const run = perform(declared)
  return {
    ...contract,
    kind,
    allProblems,
    body:
      contract.body ??
      (contract.method === 'POST' || contract.method === 'PATCH' ? 'required' : 'none'),
    async perform(context, input) {
      try {
        return await run(context, input)
      } catch (error) {
        throw declaredProblem(error, declared, context, contract)
      }
    },
  }
}

function idempotencyProblems(idempotent: boolean | undefined): ProblemCode[] {
  return idempotent === true ? ['duplicate_request', 'request_in_progress'] : []
}

/** A code that the contract does not name is a fault of ours: loud in the log, plain to the caller. */
function declaredProblem(
  error: unknown,
  declared: ReadonlySet<ProblemCode>,
  context: Context,
  contract: { method: string; path: string },
): Problem {
  const problem = asProblem(error) ?? new Problem('internal_error', undefined, { cause: error })
  const isDeclared = declared.has(problem.code)
  if (isDeclared && problem.code !== 'internal_error') return problem
  context.log.error(
    {
      request_id: context.requestId,
      route: `${contract.method} ${contract.path}`,
      err: problem.cause ?? error,
    },
    isDeclared ? 'call failed' : `call refused with the undeclared code ${problem.code}`,
  )
  const told = isDeclared ? problem : new Problem('internal_error', undefined, { cause: problem })
  markLogged(told)
  return told
}

function metaOf(endpoint: Endpoint): Meta {
  return {
    endpoint,
    openapi: {
      method: endpoint.method,
      path: `/v1${endpoint.path}`,
      tags: [endpoint.tag],
      summary: endpoint.summary,
      ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
      protect: true,
      errorResponses: [],
    },
  }
}

/**
 * The tRPC door: same rules, with the session's user as caller. Who calls is asked, and what they may do,
 * before the input is read.
 */
function throughSession<Input extends z.ZodObject>(endpoint: Endpoint, input: Input, meta: Meta) {
  return t.procedure
    .meta(meta)
    .use(async ({ ctx, next }) => {
      try {
        authorize(endpoint, callOf(ctx))
      } catch (error) {
        throw refusalOf(error)
      }
      return next()
    })
    .use(withinBounds(input))
    .input(input)
}

function callOf({ call }: TrpcContext): Context {
  if (call === null) throw notSignedIn()
  return call
}

function refusalOf(error: unknown): TRPCError {
  return trpcError(asProblem(error) ?? new Problem('internal_error', undefined, { cause: error }))
}

/**
 * Typed `never` because `perform` forgets the reply's type; what the caller sees is typed, and checked, by
 * the output schema of the procedure.
 */
async function performed(endpoint: Endpoint, context: TrpcContext, input: unknown): Promise<never> {
  try {
    const answer = await endpoint.perform(callOf(context), input)
    if (answer.kind === 'replay') throw new Problem('internal_error')
    return answer.reply as never
  } catch (error) {
    throw refusalOf(error)
  }
}

/** A procedure that reads. `run` returns the reply; the status is the only success. */
export function query<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  const Outcomes extends Readonly<Record<string, number>>,
>(
  contract: Contract<Input, Output, Outcomes> & {
    readonly run: (context: Context, input: z.output<Input>) => Promise<z.input<Output>>
  },
) {
  const [outcome = 'ok'] = Object.keys(contract.success)
  const endpoint = complete(contract, 'query', () => async (context, input) => ({
    kind: 'fresh',
    outcome,
    reply: await contract.run(context, input as z.output<Input>),
    rendered: null,
  }))
  return throughSession(endpoint, contract.input, metaOf(endpoint))
    .output(contract.output)
    .query(async ({ ctx, input }) => performed(endpoint, ctx, input))
}

/**
 * A procedure that changes something, in one transaction.
 *
 * @param contract.prepare what must happen before the transaction opens (look-ups on the network); its
 *   result is handed to `run`.
 */
export function mutation<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  const Outcomes extends Readonly<Record<string, number>>,
  Prepared = null,
>(
  contract: Contract<Input, Output, Outcomes> & {
    readonly prepare?: (context: Context, input: z.output<Input>) => Promise<Prepared>
    readonly run: (
      context: WriteContext,
      input: z.output<Input>,
      prepared: Prepared,
    ) => Promise<Reply<z.input<Output>, Outcomes>>
  },
) {
  const endpoint = complete(contract, 'mutation', (declared) => async (context, input) => {
    const accepted = input as z.output<Input>
    const prepared = (await contract.prepare?.(context, accepted)) ?? null
    return unitOfWork(
      context,
      { route: `${contract.method} ${contract.path}`, declared },
      (write) => contract.run(write, accepted, prepared as Prepared),
    )
  })
  return mutationProcedure(endpoint, contract.input, contract.output, metaOf(endpoint))
}

/** A procedure that does something whose effects are not one transaction of ours, such as sending a ping. */
export function action<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  const Outcomes extends Readonly<Record<string, number>>,
>(
  contract: Contract<Input, Output, Outcomes> & {
    readonly run: (
      context: Context,
      input: z.output<Input>,
    ) => Promise<Reply<z.input<Output>, Outcomes>>
  },
) {
  const endpoint = complete(contract, 'mutation', () => async (context, input) => ({
    kind: 'fresh',
    ...(await contract.run(context, input as z.output<Input>)),
    rendered: null,
  }))
  return mutationProcedure(endpoint, contract.input, contract.output, metaOf(endpoint))
}

function mutationProcedure<Input extends z.ZodObject, Output extends z.ZodType>(
  endpoint: Endpoint,
  input: Input,
  output: Output,
  meta: Meta,
) {
  return throughSession(endpoint, input, meta)
    .output(output)
    .mutation(async ({ ctx, input: accepted }) => performed(endpoint, ctx, accepted))
}

/** What the dashboard alone can do: the same rights and refusals, no REST path, nothing in the documents. */
type DashboardContract<Input, Output> = Pick<
  Contract<Input, Output, never>,
  'scope' | 'feature' | 'input' | 'output' | 'problems'
> & {
  /** Of the procedure, as in `webhooks.preview`: for the log. */
  readonly name: string
}

function unlisted<Input extends z.ZodObject, Output extends z.ZodType>(
  { name, ...contract }: DashboardContract<Input, Output>,
  kind: 'query' | 'mutation',
  perform: (declared: ReadonlySet<ProblemCode>) => Endpoint['perform'],
): Endpoint {
  const nowhere = { method: 'POST', path: `/${name}`, tag: 'Dashboard', summary: name } as const
  return complete({ ...contract, ...nowhere, success: { ok: 200 } }, kind, perform)
}

/** A procedure of the dashboard that reads. */
export function dashboardQuery<Input extends z.ZodObject, Output extends z.ZodType>(
  contract: DashboardContract<Input, Output> & {
    readonly run: (context: Context, input: z.output<Input>) => Promise<z.input<Output>>
  },
) {
  const { run, ...shape } = contract
  const endpoint = unlisted(shape, 'query', () => async (context, input) => ({
    kind: 'fresh',
    outcome: 'ok',
    reply: await run(context, input as z.output<Input>),
    rendered: null,
  }))
  return throughSession(endpoint, contract.input, {})
    .output(contract.output)
    .query(async ({ ctx, input }) => performed(endpoint, ctx, input))
}

/** A procedure of the dashboard that changes something, in one transaction. */
export function dashboardMutation<Input extends z.ZodObject, Output extends z.ZodType>(
  contract: DashboardContract<Input, Output> & {
    readonly run: (write: WriteContext, input: z.output<Input>) => Promise<z.input<Output>>
  },
) {
  const { run, ...shape } = contract
  const endpoint = unlisted(
    shape,
    'mutation',
    (declared) => (context, input) =>
      unitOfWork(context, { route: contract.name, declared }, async (write) => ({
        outcome: 'ok',
        reply: await run(write, input as z.output<Input>),
      })),
  )
  return mutationProcedure(endpoint, contract.input, contract.output, {})
}

/** A procedure of the dashboard that is no read to a browser, for its long input or its effects elsewhere. */
export function dashboardAction<Input extends z.ZodObject, Output extends z.ZodType>(
  contract: DashboardContract<Input, Output> & {
    readonly run: (context: Context, input: z.output<Input>) => Promise<z.input<Output>>
  },
) {
  const { run, ...shape } = contract
  const endpoint = unlisted(shape, 'mutation', () => async (context, input) => ({
    kind: 'fresh',
    outcome: 'ok',
    reply: await run(context, input as z.output<Input>),
    rendered: null,
  }))
  return mutationProcedure(endpoint, contract.input, contract.output, {})
}
