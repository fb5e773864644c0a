import { Problem, PROBLEMS } from '@scheduling/core'

export const PROBLEM_TYPE = 'application/problem+json'

/** The one form of every error. */
export function problemBody(problem: Problem, requestId: string, publicBaseUrl: string): string {
  return JSON.stringify({
    type: `${publicBaseUrl}/docs/errors/${problem.code}`,
    title: PROBLEMS[problem.code].title,
    status: problem.status,
    code: problem.code,
    detail: problem.message,
    errors: problem.errors,
    request_id: requestId,
  })
}
