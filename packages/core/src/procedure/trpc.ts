/** tRPC as this service uses it: its context, its errors, and procedures that need no session. */
import { initTRPC, type TRPCError } from '@trpc/server'
import type { OpenApiMeta } from 'trpc-to-openapi'
import type { z } from 'zod'
import { asProblem } from '../contract/as-problem.ts'
import { LIMITS } from '../contract/limits.ts'
import { PROBLEMS } from '../contract/problems.ts'
import { refuseBeyondBounds } from '../contract/validation.ts'
import type { EventType } from '@scheduling/events'
import { outcomeOf, type Declared, type Emits } from '../events/emissions.ts'
import type { NoteAction } from '../events/notes.ts'
import type { Endpoint } from './endpoint.ts'
import { problemOf, refusalOf, trpcError } from './errors.ts'
import type { TrpcContext } from './trpc-context.ts'

export type Meta = OpenApiMeta & {
  readonly endpoint?: Endpoint
  /** Needs no session. */
  readonly isOpen?: boolean
  /** What one that needs no session may note. */
  readonly notes?: readonly NoteAction[]
  /** The events of each of its outcomes. Left out: it has none. */
  readonly emits?: Emits
  /** The events of what comes later, in other transactions. */
  readonly later?: readonly EventType[]
}

const earlyRequestIds = new WeakMap<TRPCError, string>()

/** For an error that comes before there is a context: its answer names the request all the same. */
export function tellRequestId(error: TRPCError, requestId: string): void {
  earlyRequestIds.set(error, requestId)
}

const t = initTRPC
  .context<TrpcContext>()
  .meta<Meta>()
  .create({
    sse: {
      ping: { enabled: true, intervalMs: LIMITS.streamPingSeconds * 1000 },
      // A client that hears nothing for three pings opens the stream again.
      client: { reconnectAfterInactivityMs: LIMITS.streamPingSeconds * 3000 },
    },
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
                ? 'No user is signed in'
                : PROBLEMS[problem.code].title,
            detail: problem.message,
            errors: problem.errors,
            request_id: ctx?.requestId ?? earlyRequestIds.get(error) ?? null,
          },
        },
      }
    },
  })

export const { router, mergeRouters, middleware, procedure: plainProcedure } = t

/**
 * For a caller who is not signed in yet. Refusals, and a database that is away, are answered as everywhere. Where it
 * takes input, `withinBounds` comes first.
 */
export const openProcedure = plainProcedure.meta({ isOpen: true }).use(async (call) => {
  const { emits = {}, notes = [] } = call.meta ?? {}
  const declaredOf = (outcome: string): Declared =>
    outcomeOf({ name: call.path, emits, notes }, outcome)
  const result = await call.next({ ctx: { ...call.ctx, declaredOf, declared: declaredOf('ok') } })
  if (result.ok) return result
  const problem = asProblem(result.error.cause)
  if (problem !== null) throw trpcError(problem)
  return result
})

/** Looks at the size of an input before its schema parses it. */
export function withinBounds(input: z.ZodObject) {
  return middleware(async ({ getRawInput, next }) => {
    const raw = await getRawInput()
    try {
      refuseBeyondBounds(input, raw)
    } catch (error) {
      throw refusalOf(error)
    }
    return next()
  })
}
