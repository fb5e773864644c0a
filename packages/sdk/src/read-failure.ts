/** What an answer that is no success says. */
import { SchedulingError, type FieldError, type ProblemCode } from './errors.ts'

/** The problem that the API tells; `unexpected_answer` for an answer that is not the API's. */
export function readFailure(response: Response, text: string): SchedulingError {
  const problem = problemIn(text)
  if (problem === null) return unexpected(response)
  const { code, title, detail, errors, request_id } = problem
  return new SchedulingError(code, detail, {
    title,
    errors,
    status: response.status,
    // A refusal that was kept for an idempotency key has the id of the first request in its body.
    requestId: response.headers.get('x-request-id') ?? request_id,
    retryAfterSeconds: retryAfter(response),
  })
}

export function unexpected(response: Response): SchedulingError {
  const { status } = response
  return new SchedulingError(
    'unexpected_answer',
    `The answer with status ${status} does not come from the API. Check \`baseUrl\`, and any proxy before the service.`,
    {
      status,
      requestId: response.headers.get('x-request-id'),
      retryAfterSeconds: retryAfter(response),
    },
  )
}

type ProblemBody = {
  /** Newer versions of the API may have codes that the type does not know. */
  readonly code: ProblemCode
  readonly title: string
  readonly detail: string
  readonly errors: readonly FieldError[]
  readonly request_id: string | null
}

function problemIn(text: string): ProblemBody | null {
  try {
    const { code, title, detail, errors, request_id = null } = JSON.parse(text)
    const isOurs =
      [code, title, detail].every((part) => typeof part === 'string') && Array.isArray(errors)
    return isOurs ? { code, title, detail, errors, request_id } : null
  } catch {
    return null
  }
}

/** Seconds; null where there are none. */
function retryAfter({ headers }: Response): number | null {
  const value = headers.get('retry-after') ?? ''
  return /^\d{1,9}$/.test(value) ? Number(value) : null
}
