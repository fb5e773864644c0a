/** From any error to the refusal that the caller sees. */
import { TRPCError } from '@trpc/server'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { asProblem } from '../contract/as-problem.ts'
import { invalid, Problem, type ProblemCode } from '../contract/problems.ts'
import { fieldErrors } from '../contract/validation.ts'
import { markLogged } from './log-failure.ts'

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
  }
  return problemOrInternal(cause)
}

function problemOrInternal(error: unknown): Problem {
  return asProblem(error) ?? new Problem('internal_error', undefined, { cause: error })
}

/**
 * The refusal, when the procedure declares its code. Any other is a fault of ours: the log says what it is,
 * and the caller sees `internal_error`.
 *
 * @param name of the procedure, for the log
 */
export function declaredProblem(
  error: unknown,
  declared: ReadonlySet<ProblemCode>,
  { log, requestId }: Pick<Context, 'log' | 'requestId'>,
  name: string,
): Problem {
  const problem = problemOrInternal(error)
  const isDeclared = declared.has(problem.code)
  if (isDeclared && problem.code !== 'internal_error') return problem
  log.error(
    { request_id: requestId, route: name, err: problem.cause ?? error },
    isDeclared ? 'call failed' : `call refused with the undeclared code ${problem.code}`,
  )
  const shown = isDeclared ? problem : new Problem('internal_error', undefined, { cause: problem })
  markLogged(shown)
  return shown
}

const TRPC_CODES: Readonly<Record<number, TRPCError['code']>> = {
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
    code: TRPC_CODES[problem.status] ?? 'INTERNAL_SERVER_ERROR',
    message: problem.message,
    cause: problem,
  })
}

/** Any error as tRPC throws a refusal. */
export function refusalOf(error: unknown): TRPCError {
  return trpcError(problemOrInternal(error))
}
