import { TRPCError } from '@trpc/server'
import type { Problem } from '../contract/problems.ts'

const BY_STATUS: Readonly<Record<number, TRPCError['code']>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  409: 'CONFLICT',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
}

/** A refusal as tRPC throws it. */
export function trpcError(problem: Problem): TRPCError {
  return new TRPCError({
    code: trpcErrorCode(problem.status),
    message: problem.message,
    cause: problem,
  })
}

/** tRPC's own word for an HTTP status. */
function trpcErrorCode(status: number): TRPCError['code'] {
  return BY_STATUS[status] ?? 'INTERNAL_SERVER_ERROR'
}
