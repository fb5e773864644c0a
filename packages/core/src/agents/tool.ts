/** The only way to declare a tool for agents. The server at `/mcp`, the docs and the tests read it. */
import type { EventType } from '@scheduling/events'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { z } from 'zod'
import type { Scope } from '../context.ts'
import type { Feature } from '../contract/features.ts'
import { LIMITS } from '../contract/limits.ts'
import type { ProblemCode } from '../contract/problems.ts'
import { typesOf } from '../events/emissions.ts'
import { OF_IDEMPOTENCY, type Endpoint } from '../procedure/endpoint.ts'
import { proceduresOf } from '../procedure/procedure-list.ts'
import { appRouter, type AppRouter } from '../router.ts'
import type { AgentContext } from './reader.ts'

type Inputs = inferRouterInputs<AppRouter>
type Outputs = inferRouterOutputs<AppRouter>
type NamesIn<Room extends keyof Inputs> = `${Room}.${keyof Inputs[Room] & string}`

/** A procedure by its name in the router, as in `appointments.create`. */
export type ProcedureName = { [Room in keyof Inputs]: NamesIn<Room> }[keyof Inputs]

type In<
  All,
  Name extends ProcedureName,
> = Name extends `${infer Room extends keyof All & string}.${infer Verb}`
  ? Verb extends keyof All[Room]
    ? All[Room][Verb]
    : never
  : never

/** One call of a tool, as `run` sees it. */
export type ToolCall<Uses extends ProcedureName = never> = {
  readonly context: AgentContext
  /**
   * Calls one of the procedures that the tool says it uses, with the rights of the caller. A change takes place once for
   * each `request_id`.
   *
   * @throws Problem as over REST
   */
  use<Name extends Uses>(name: Name, input: In<Inputs, Name>): Promise<In<Outputs, Name>>
  /** Whether the change of this `request_id` was made before. Then its procedure answers what it answered, and does nothing. */
  wasDone(): Promise<boolean>
}

/** What a tool says: a few lines to read, and the same as data. */
export type ToolReply<Result> = { readonly text: string; readonly result: Result }

type Declaration<
  Uses extends ProcedureName,
  Input extends z.ZodObject,
  Output extends z.ZodObject,
> = {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Its rights, limits, refusals and hints are theirs. */
  readonly uses: readonly Uses[]
  /** Without `request_id` and `confirm`, which are added where they belong. */
  readonly input: Input
  readonly output: Output
  readonly run: (
    call: ToolCall<Uses>,
    input: z.output<Input>,
  ) => Promise<ToolReply<z.input<Output>>>
  /**
   * One sentence that says what will happen, for a person to confirm first. It must be the same before and after the
   * change, so that a repeated call is still confirmed. Null: this call takes nothing away, so no one is asked.
   */
  readonly confirms?: (call: ToolCall<Uses>, input: z.output<Input>) => Promise<string | null>
}

export type Tool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly uses: readonly string[]
  readonly input: z.ZodObject
  readonly output: z.ZodObject
  /** All of them are needed. */
  readonly scopes: readonly Scope[]
  readonly features: readonly Feature[]
  readonly hints: {
    /** Changes nothing. */
    readonly readOnly: boolean
    /** Does what no later call undoes. */
    readonly destructive: boolean
    /** The same call twice does what one does. */
    readonly idempotent: boolean
  }
  /** Counts against the availability limit too. */
  readonly isAvailability: boolean
  /** Every code that its procedures can answer. */
  readonly problems: readonly ProblemCode[]
  readonly run: (call: ToolCall<ProcedureName>, input: unknown) => Promise<ToolReply<object>>
  readonly confirms:
    | ((call: ToolCall<ProcedureName>, input: unknown) => Promise<string | null>)
    | null
}

export const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map(
  proceduresOf(appRouter).flatMap(({ name, endpoint }) =>
    endpoint === null ? [] : [[name, endpoint] as const],
  ),
)

/** What no later call undoes. A tool that can cause one of these asks for a confirmation. */
const FINAL_EVENTS: ReadonlySet<EventType> = new Set([
  'appointment.cancelled',
  'appointment.completed',
  'appointment.deleted',
  'appointment.no_show',
  'client.merged',
  'deposit.refunded',
  'queue.entry.cancelled',
  'queue.entry.completed',
  'queue.entry.no_show',
])

/** The same of procedures whose events do not tell: what was written is replaced, or the place of who waits is lost. */
const FINAL_PROCEDURES: ReadonlySet<string> = new Set<ProcedureName>([
  'appointments.update',
  'waitlist.remove',
])

const RequestId = z.string().trim().min(1).max(LIMITS.toolRequestIdCharacters).meta({
  description: 'A new UUID for each change; the same one to repeat a call.',
})

const Confirm = z.string().max(LIMITS.valueCharacters).optional().meta({
  description: 'The token of the refusal, once a person has agreed.',
})

export function tool<
  const Uses extends ProcedureName,
  Input extends z.ZodObject,
  Output extends z.ZodObject,
>(declaration: Declaration<Uses, Input, Output>): Tool {
  const { name, title, description, uses, output, confirms } = declaration
  const endpoints = uses.map(endpointOf)
  const changes = endpoints.filter(({ kind }) => kind !== 'read')
  const readOnly = changes.length === 0
  const destructive = changes.some(isFinal) || uses.some((used) => FINAL_PROCEDURES.has(used))
  if (destructive !== (confirms !== undefined)) {
    throw new Error(`${name} must ask for a confirmation if, and only if, it is destructive.`)
  }
  // The record of a `request_id` is saved together with a change. What an action does elsewhere could be done twice.
  if (changes.length > 1 || changes.some(({ kind }) => kind !== 'change')) {
    throw new Error(`${name} must make one change at the most, and one that can be repeated.`)
  }
  return {
    name,
    title,
    description,
    uses,
    input: declaration.input.extend({
      ...(readOnly ? {} : { request_id: RequestId }),
      ...(destructive ? { confirm: Confirm } : {}),
    }),
    output: readOnly ? output : output.extend({ is_repeat: IsRepeat }),
    scopes: [...new Set(endpoints.flatMap(({ scope }) => scope ?? []))],
    features: [...new Set(endpoints.flatMap(({ feature }) => feature ?? []))],
    hints: { readOnly, destructive, idempotent: true },
    isAvailability: endpoints.some(({ rateLimit }) => rateLimit === 'availability'),
    problems: [
      ...new Set([
        ...endpoints.flatMap(({ allProblems }) => allProblems),
        ...(readOnly ? [] : OF_IDEMPOTENCY),
      ]),
    ],
    // Safe because `callTool` runs it as declared: with input that its schema parsed.
    run: declaration.run as Tool['run'],
    confirms: (confirms as Tool['confirms'] | undefined) ?? null,
  }
}

const IsRepeat = z.boolean().meta({
  description: 'Whether this is the answer to an earlier call with this `request_id`.',
})

function endpointOf(name: string): Endpoint {
  const endpoint = ENDPOINTS.get(name)
  if (endpoint === undefined) throw new Error(`There is no procedure called ${name}.`)
  return endpoint
}

function isFinal({ emits }: Endpoint): boolean {
  return Object.values(emits ?? {})
    .flat()
    .some((emission) => typesOf(emission).some((type) => FINAL_EVENTS.has(type)))
}
