/** The only way to declare a procedure. REST, tRPC, the documents and the tests read it. */
import {
  tracked,
  type AnyTRPCProcedure,
  type TRPCMutationProcedure,
  type TRPCQueryProcedure,
  type TRPCSubscriptionProcedure,
} from '@trpc/server'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import { notSignedIn, Problem } from '../contract/problems.ts'
import { inCountry } from '../ground/country.ts'
import { StreamOver, type StreamContext, type Tracked } from '../events/live-feed.ts'
import type { Declaration, Kind, Outcomes } from './declaration.ts'
import { endpointOf, untyped, type Endpoint, type Untyped } from './endpoint.ts'
import { refusalOf } from './errors.ts'
import { authorize } from './rights.ts'
import { plainProcedure, withinBounds, type Meta } from './trpc.ts'
import type { TrpcContext } from './trpc-context.ts'
import {
  visitorProcedure,
  visitorsUntyped,
  type VisitorBuilt,
  type VisitorDeclaration,
  type VisitorKind,
} from './visitor.ts'

/**
 * Declares a procedure: a `read`, a `change` in one transaction, an `action` outside one, or a `stream`. With `rest`
 * it has a path under `/v1` too.
 */
export function procedure<
  const K extends Kind,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  const Success extends Outcomes = never,
  Prepared = null,
>(declaration: Declaration<K, Input, Output, Success, Prepared>): Built<K, Input, Output>
/** Declares what callers without a session can do, over tRPC alone. */
export function procedure<
  const K extends VisitorKind,
  Input extends z.ZodObject | null,
  Output extends z.ZodType,
>(declaration: VisitorDeclaration<K, Input, Output>): VisitorBuilt<K, Input, Output>
export function procedure(declaration: { readonly caller?: 'visitor' }): object {
  return declaration.caller === 'visitor'
    ? visitorProcedure(visitorsUntyped(declaration))
    : calledProcedure(untyped(declaration))
}

function calledProcedure(declaration: Untyped): AnyTRPCProcedure {
  const endpoint = endpointOf(declaration)
  const called = plainProcedure
    .meta(metaOf(endpoint))
    // Who calls is asked, and what they may do, before the input is read.
    .use(async ({ ctx, next }) => {
      try {
        authorize(endpoint, callOf(ctx))
      } catch (error) {
        throw refusalOf(error)
      }
      return inCountry(callOf(ctx).organization, next)
    })
    .use(withinBounds(declaration.input))
    .input(declaration.input)
  if (declaration.kind === 'stream') {
    return called.subscription((call) => streamed(endpoint, call))
  }
  const answering = called.output(declaration.output)
  const resolve = async ({ ctx, input, path }: Resolving): Promise<never> => {
    try {
      const answer = await endpoint.perform(callOf(ctx), input, path)
      if (answer.kind === 'replay') throw new Problem('internal_error')
      return checkedLater(answer.reply)
    } catch (error) {
      throw refusalOf(error)
    }
  }
  return declaration.kind === 'read' ? answering.query(resolve) : answering.mutation(resolve)
}

type Resolving = { readonly ctx: TrpcContext; readonly input: unknown; readonly path: string }

/** The messages of a stream, each held against the output schema, as tRPC itself does it with an answer. */
async function* streamed(
  { open, output }: Endpoint,
  { ctx, input, path, signal }: Resolving & { readonly signal: AbortSignal | undefined },
) {
  try {
    for await (const { id, data } of open(streamOf(ctx, signal), input, path)) {
      yield tracked(id, output.parse(data))
    }
  } catch (error) {
    throw error instanceof StreamOver ? error : refusalOf(error)
  }
}

function streamOf(ctx: TrpcContext, signal = new AbortController().signal): StreamContext {
  if (ctx.streams === null) throw new Problem('internal_error')
  return { ...callOf(ctx), ...ctx.streams, signal }
}

/** For tRPC's clients: a query when it reads, a subscription when it is a stream, else a mutation. */
type Built<K extends Kind, Input extends z.ZodType, Output extends z.ZodType> = K extends 'read'
  ? TRPCQueryProcedure<Shape<Input, z.output<Output>>>
  : K extends 'stream'
    ? TRPCSubscriptionProcedure<Shape<Input, AsyncIterable<Tracked<z.output<Output>>>>>
    : TRPCMutationProcedure<Shape<Input, z.output<Output>>>

type Shape<Input extends z.ZodType, Output> = {
  input: z.input<Input>
  output: Output
  meta: Meta
}

/** `perform` forgets the type of a reply. The output schema of the procedure types it for callers, and checks it. */
function checkedLater(reply: unknown): never {
  return reply as never
}

function callOf({ call }: TrpcContext): Context {
  if (call === null) throw notSignedIn()
  return call
}

function metaOf(endpoint: Endpoint): Meta {
  const { rest } = endpoint
  if (rest === null) return { endpoint }
  const { method, path, tag, summary, description } = rest
  return {
    endpoint,
    openapi: {
      method,
      path: `/v1${path}`,
      tags: [tag],
      summary,
      ...(description === undefined ? {} : { description }),
      protect: true,
      errorResponses: [],
    },
  }
}
