/** tRPC as this service uses it: its context and its errors. */
import { initTRPC, type TRPCError } from '@trpc/server'
import type { OpenApiMeta } from 'trpc-to-openapi'
import type { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { PROBLEMS } from '../contract/problems.ts'
import { refuseBeyondBounds } from '../contract/validation.ts'
import type { Endpoint } from './endpoint.ts'
import { problemOf, refusalOf } from './errors.ts'
import type { TrpcContext } from './trpc-context.ts'

export type Meta = OpenApiMeta & {
  /** Of a procedure that needs a session or a key. */
  readonly endpoint?: Endpoint
  /** Of a procedure of visitors. */
  readonly visitors?: Pick<Endpoint, 'emits' | 'notes' | 'later'>
}

const earlyRequestIds = new WeakMap<TRPCError, string>()

/** For an error that comes before there is a context: its answer names the request all the same. */
export function keepRequestId(error: TRPCError, requestId: string): void {
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
