/** `request_id` as an idempotency key: what is kept of a change, and read again when it is repeated. */
import { z } from 'zod'
import type { Context, IdempotencyRecord } from '../context.ts'
import { FIELD_CODES, Problem, PROBLEM_CODES, PROBLEMS } from '../contract/problems.ts'
import { bytes } from '../ground/bytes.ts'
import { canonicalJson } from '../ground/canonical-json.ts'
import type { Tool } from './tool.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** A kept answer: the reply of the procedure, or its refusal. */
const Kept = z.union([
  z.object({ reply: z.unknown(), problem: z.undefined().optional() }),
  z.object({
    problem: z.object({
      code: z.enum(PROBLEM_CODES),
      message: z.string(),
      errors: z.array(
        z.object({ field: z.string(), code: z.enum(FIELD_CODES), message: z.string() }),
      ),
    }),
  }),
])

/** The record of one use of a `request_id`. The same id at another tool, or of another key, is another record. */
export function recordOf(
  { crypto, organization, caller }: Context,
  tool: Tool,
  { requestId, input }: { readonly requestId: string; readonly input: unknown },
): IdempotencyRecord {
  const kept = (status: number, value: object) => ({
    status,
    contentType: JSON_TYPE,
    body: bytes(Buffer.from(JSON.stringify(value))),
  })
  return {
    id: crypto.hmac(
      'receipt',
      JSON.stringify([organization.id, caller.id, 'tool', tool.name, requestId]),
    ),
    requestHash: crypto.hmac('request', canonicalJson(input)),
    keyHash: crypto.hmac('request', JSON.stringify([organization.id, requestId])),
    render: (_outcome, reply) => kept(200, { reply }),
    renderProblem: (problem) => {
      const { code, message, errors } = problem
      return kept(PROBLEMS[code].status, { problem: { code, message, errors } })
    },
  }
}

/** @throws Problem that was kept */
export function replayed(body: Uint8Array): unknown {
  const kept = Kept.parse(JSON.parse(Buffer.from(body).toString('utf8')))
  if (kept.problem === undefined) return kept.reply
  const { code, message, errors } = kept.problem
  throw new Problem(code, message, { errors })
}
