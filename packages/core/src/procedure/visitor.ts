/** Procedures of callers without a session: clients on the public pages, and users who sign in or carry a link. */
import { findRow, tables, type Organization, type Queryable } from '@scheduling/database'
import type { EventType } from '@scheduling/events'
import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server'
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { outcomeOf, type Declared, type Emits } from '../events/emissions.ts'
import type { NoteAction } from '../events/notes.ts'
import { inCountry } from '../ground/country.ts'
import { isSlug } from '../organization/slug.ts'
import { refusalOf } from './errors.ts'
import { middleware, plainProcedure, withinBounds, type Meta } from './trpc.ts'
import type { TrpcContext } from './trpc-context.ts'

/** The word that stands for an organization in addresses. */
export const VisitedSlug = z.string().max(LIMITS.slugCharacters)
/** Any other text names no organization, and is judged with the rest of the input. */
const NamesVisited = z.object({ slug: z.string().refine(isSlug) })

export type VisitorKind = 'read' | 'change' | 'action'

export type VisitorDeclaration<
  K extends VisitorKind,
  Input extends z.ZodObject | null,
  Output extends z.ZodType,
> = {
  readonly caller: 'visitor'
  /** As in `Declaration`. A `read` with a `token` is a mutation of tRPC, so that no address contains the token. */
  readonly kind: K
  /** Null: it takes nothing. */
  readonly input: Input
  readonly output: Output
  /** The input has the `slug` of an organization. It is read before the input is parsed: phone numbers depend on its country. */
  readonly visits?: true
  /** The events of each of its outcomes. Left out: it has none. */
  readonly emits?: K extends 'change' ? Emits : never
  /** What it may note for the audit and open dashboards, beside its events. */
  readonly notes?: K extends 'change' ? readonly NoteAction[] : never
  /** The events of what comes later, in other transactions. */
  readonly later?: K extends 'change' ? readonly EventType[] : never
  readonly run: (call: VisitorCall, input: Parsed<Input>) => Promise<z.input<Output>>
}

/** What a visitor's procedure is given. */
export type VisitorCall = Pick<TrpcContext, 'service' | 'browser' | 'requestId'> & {
  /** As in `publicBooking.book`. */
  readonly procedure: string
  /** The organization that is visited. Null: the procedure visits none, or none has the slug. */
  readonly visited: Organization | null
  /** The events and notes of an outcome. */
  readonly declaredOf: (outcome: string) => Declared
}

type Parsed<Input extends z.ZodObject | null> = Input extends z.ZodObject ? z.output<Input> : void

export type VisitorBuilt<
  K extends VisitorKind,
  Input extends z.ZodObject | null,
  Output extends z.ZodType,
> = K extends 'read'
  ? Input extends { readonly shape: { readonly token: z.ZodType } }
    ? TRPCMutationProcedure<Shape<Input, Output>>
    : TRPCQueryProcedure<Shape<Input, Output>>
  : TRPCMutationProcedure<Shape<Input, Output>>

type Shape<Input extends z.ZodObject | null, Output extends z.ZodType> = {
  input: Input extends z.ZodObject ? z.input<Input> : void
  output: z.output<Output>
  meta: Meta
}

type Untyped = Pick<
  VisitorDeclaration<VisitorKind, z.ZodObject | null, z.ZodType>,
  'kind' | 'input' | 'output' | 'visits'
> & {
  readonly emits?: Emits
  readonly notes?: readonly NoteAction[]
  readonly later?: readonly EventType[]
  readonly run: (call: VisitorCall, input: unknown) => Promise<never>
}

/** Safe because `visitorProcedure` runs it as declared, with input that its schema parsed. */
export function visitorsUntyped(declaration: object): Untyped {
  return declaration as Untyped
}

/** What `procedure` makes of such a declaration. */
export function visitorProcedure({ kind, input, output, run, ...declared }: Untyped) {
  const { visits, emits, notes = [], later = [] } = declared
  const called = plainProcedure
    .meta({ visitors: { emits: emits ?? null, notes, later } })
    .use(visits === true ? inVisited : withoutVisit)
  const resolve = async ({ ctx, input: given, path: name }: Resolving): Promise<never> => {
    const { service, browser, requestId, visited } = ctx
    const declaredOf = (outcome: string) => outcomeOf({ name, emits: emits ?? {}, notes }, outcome)
    try {
      const call = { service, browser, requestId, procedure: name, visited, declaredOf }
      return await run(call, given)
    } catch (error) {
      throw refusalOf(error)
    }
  }
  const answering =
    input === null
      ? called.output(output)
      : called.use(withinBounds(input)).input(input).output(output)
  const isQuery = kind === 'read' && input !== null && !('token' in input.shape)
  return isQuery ? answering.query(resolve) : answering.mutation(resolve)
}

type Resolving = {
  readonly ctx: TrpcContext & Pick<VisitorCall, 'visited'>
  readonly input: unknown
  readonly path: string
}

const withoutVisit = middleware(({ ctx, next }) => next({ ctx: { ...ctx, visited: null } }))

const inVisited = middleware(async ({ ctx, getRawInput, next }) => {
  const { data } = NamesVisited.safeParse(await getRawInput())
  const visited = data === undefined ? null : await organizationAt(ctx.service.db, data.slug)
  const proceed = () => next({ ctx: { ...ctx, visited } })
  return visited === null ? proceed() : inCountry(visited, proceed)
})

async function organizationAt(db: Queryable, slug: string): Promise<Organization | null> {
  try {
    return await findRow(db, tables.organization, { slug })
  } catch (error) {
    throw refusalOf(error)
  }
}
