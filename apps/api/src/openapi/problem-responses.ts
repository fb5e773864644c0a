/** Refusals in the document: by status, with the codes that an endpoint can answer and an example of each. */
import {
  FIELD_CODES,
  PROBLEMS,
  PROBLEM_CODES,
  type FieldError,
  type ProblemCode,
} from '@scheduling/core'
import { z } from 'zod'
import type { oas31, ZodOpenApiResponseObject } from 'zod-openapi'
import { PROBLEM_TYPE } from '../problem-json.ts'
import { headerRefs, type HeaderName } from './headers.ts'
import { capitalized } from './operation-id.ts'

const FieldErrorShape = z
  .object({
    field: z.string().meta({
      description:
        'The path of the field or the name of the parameter, such as `client.phone` or `service_ids[1]`.',
    }),
    code: z.enum(FIELD_CODES),
    message: z.string().meta({ description: 'For people; may change.' }),
  })
  .meta({ id: 'FieldError' })

/** RFC 9457, with a stable `code`. */
export const ProblemShape = z
  .object({
    type: z.string().meta({ format: 'uri', description: 'The page that explains this error.' }),
    title: z.string().meta({ description: 'For people; may change.' }),
    status: z.int().min(400).max(599),
    code: z.enum(PROBLEM_CODES).meta({
      description: 'The code of the error. Its meaning never changes: use it to decide what to do.',
    }),
    detail: z.string().meta({ description: 'For people; may change.' }),
    errors: z
      .array(FieldErrorShape)
      .meta({ description: 'The fields that are wrong. Empty for most codes.' }),
    request_id: z
      .string()
      .meta({ description: 'The id of the request. Send it to support if you need help.' }),
  })
  .meta({ id: 'Problem' })

const EXAMPLE_ERRORS: Partial<Record<ProblemCode, readonly FieldError[]>> = {
  validation_error: [
    {
      field: 'start',
      code: 'offset_required',
      message:
        'The offset is missing. Expected an ISO 8601 date-time with an offset, such as 2026-11-23T09:00:00-03:00.',
    },
  ],
  template_invalid: [
    {
      field: 'template.body',
      code: 'template_syntax',
      message: 'Line 3: the block `{% if %}` is never closed.',
    },
  ],
}

export const EXAMPLE_REQUEST_ID = 'req_01k9xq3v5m8t2r7w4y6z0a1bcd'

/** An example of the answer, for the reference and the error guide. */
export function exampleProblem(code: ProblemCode, publicBaseUrl: string) {
  const { status, title, when } = PROBLEMS[code]
  return {
    type: `${publicBaseUrl}/docs/errors/${code}`,
    title,
    status,
    code,
    detail: when,
    errors: EXAMPLE_ERRORS[code] ?? [],
    request_id: EXAMPLE_REQUEST_ID,
  }
}

export function problemExamples(publicBaseUrl: string): oas31.ExamplesObject {
  return Object.fromEntries(
    PROBLEM_CODES.map((code) => [
      code,
      { summary: PROBLEMS[code].title, value: exampleProblem(code, publicBaseUrl) },
    ]),
  )
}

/** Answers that are saved for an `Idempotency-Key`, so that a repetition gets the same. */
const REPLAYED_STATUSES: ReadonlySet<number> = new Set([403, 404, 409, 422])

type Responses = Record<`${number}`, ZodOpenApiResponseObject>

/**
 * Returns a function from the codes of an endpoint to its refusals, grouped by status. What recurs becomes one
 * component, so use the function for one document only.
 */
export function problemResponses(): (
  codes: readonly ProblemCode[],
  isIdempotent: boolean,
) => Responses {
  const made = new Map<string, ZodOpenApiResponseObject>()
  return (codes, isIdempotent) => {
    const statuses = [...new Set(codes.map((code) => PROBLEMS[code].status))].sort((a, b) => a - b)
    return Object.fromEntries(
      statuses.map((status) => {
        const here = PROBLEM_CODES.filter(
          (code) => PROBLEMS[code].status === status && codes.includes(code),
        )
        const isReplayed = isIdempotent && REPLAYED_STATUSES.has(status)
        const key = `${here.join()} ${isReplayed}`
        const response = made.get(key) ?? problemResponse(status, here, isReplayed)
        made.set(key, response)
        return [`${status}`, response]
      }),
    )
  }
}

function problemResponse(
  status: number,
  codes: readonly ProblemCode[],
  isReplayed: boolean,
): ZodOpenApiResponseObject {
  const more: HeaderName[] = status === 401 ? [] : ['Preference-Applied']
  if (status === 401) more.push('WWW-Authenticate')
  if (status === 429 || status === 503) more.push('Retry-After')
  if (isReplayed) more.push('Idempotent-Replayed')
  return {
    ...(codes.length > 2
      ? {}
      : { id: `${isReplayed ? 'Idempotent' : ''}${codes.map(componentName).join('Or')}` }),
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].when}`).join('\n\n'),
    headers: headerRefs(more),
    content: {
      [PROBLEM_TYPE]: {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            {
              type: 'object',
              properties: {
                status: { type: 'integer', const: status },
                code: { type: 'string', enum: [...codes] },
              },
              required: ['status', 'code'],
            },
          ],
        },
        examples: Object.fromEntries(
          codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
        ),
      },
    },
  }
}

/** `rate_limited` → `RateLimited`. */
function componentName(code: ProblemCode): string {
  return code.split('_').map(capitalized).join('')
}
