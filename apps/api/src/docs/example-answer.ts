/** A refusal as it goes over the wire, for the error guide and the limits. */
import { LIMITS, Problem, PROBLEMS, type ProblemCode } from '@scheduling/core'
import { STATUS_CODES } from 'node:http'
import { EXAMPLE_REQUEST_ID, exampleProblem } from '../openapi/problem-responses.ts'
import { PROBLEM_TYPE } from '../problem-json.ts'
import type { Beyond } from './limit-texts/limit-text.ts'
import { code as codeBlock } from './markdown.ts'

type Refusal = Extract<Beyond, { code: ProblemCode }>

const RESET_AT = 1_795_516_860

export function exampleAnswer(refusal: Refusal, publicBaseUrl: string): string {
  const { code, field, fieldCode, window } = refusal
  const body = {
    ...exampleProblem(code, publicBaseUrl),
    ...(field === undefined || fieldCode === undefined
      ? {}
      : { errors: [{ field, code: fieldCode, message: MESSAGES[fieldCode] ?? 'Not valid.' }] }),
  }
  const headers = Object.entries(headersOf(refusal)).map(([name, value]) => `${name}: ${value}`)
  const { status } = PROBLEMS[code]
  return codeBlock(
    'http',
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      ...headers,
      '',
      JSON.stringify(body, null, 2),
    ].join('\n'),
  )

  function headersOf({ code: its }: Refusal): Record<string, string | number> {
    const isRate = its === 'rate_limited'
    const retryAfter = window?.retryAfterSeconds ?? retryAfterOf(its)
    return {
      'Content-Type': PROBLEM_TYPE,
      'X-Request-Id': EXAMPLE_REQUEST_ID,
      'X-RateLimit-Limit': window?.limit ?? LIMITS.requestsPerKeyPerMinute,
      'X-RateLimit-Remaining': isRate ? 0 : LIMITS.requestsPerKeyPerMinute - 1,
      'X-RateLimit-Reset': RESET_AT,
      ...(retryAfter === null ? {} : { 'Retry-After': retryAfter }),
      ...(its === 'unauthorized' ? { 'WWW-Authenticate': 'Bearer' } : {}),
      ...(its === 'method_not_allowed' ? { Allow: 'GET, PATCH' } : {}),
    }
  }
}

/** The seconds in `Retry-After`, where the code has its own. */
function retryAfterOf(code: ProblemCode): number | null {
  if (code === 'rate_limited') return 42
  return new Problem(code).retryAfterSeconds
}

const MESSAGES: Readonly<Record<string, string>> = {
  too_long: 'The text is too long.',
  too_short: 'The text is too short.',
  too_many: 'There are too many entries.',
  out_of_range: 'The number is out of range.',
  not_found: `No event of the last ${LIMITS.eventRetentionDays} days has this id.`,
  invalid_format: 'The text does not have the expected form.',
  template_result: 'The result is too large, or took too long to render.',
  template_forbidden: 'Too many loops are nested inside one another.',
}
