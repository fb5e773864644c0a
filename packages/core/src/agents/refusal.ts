/** How a tool says no: what happened, and what to try instead. */
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { FIELD_CODES, PROBLEMS, type Problem, type ProblemCode } from '../contract/problems.ts'
import { ADVICE, type ToolCode } from './advice.ts'

export const Refusal = z.object({
  code: z.string(),
  message: z.string(),
  /** What to do instead. */
  try: z.string(),
  errors: z.array(z.object({ field: z.string(), code: z.enum(FIELD_CODES), message: z.string() })),
  /** Those that were meant, maybe. */
  candidates: z.array(z.looseObject({ id: z.int() })),
  /** The token of a confirmation. */
  confirm: z.string().nullable(),
  retry_after_seconds: z.int().nullable(),
})

export type Refusal = z.output<typeof Refusal>

/** What tools refuse beside the problems of their procedures. Nothing was changed. */
export class ToolRefusal extends Error {
  readonly code: ToolCode
  readonly more: Partial<Pick<Refusal, 'candidates' | 'confirm' | 'try'>>

  constructor(code: ToolCode, message: string, more: ToolRefusal['more'] = {}) {
    super(message)
    this.code = code
    this.more = more
  }
}

export function refusalOfTool({ code, message, more }: ToolRefusal): Refusal {
  return { ...blank(code, message), ...more }
}

export function refusalOfProblem(problem: Problem): Refusal {
  const isReused = problem.code === 'duplicate_request'
  return {
    ...blank(problem.code, isReused ? REUSED : problem.message),
    errors: [...problem.errors],
    retry_after_seconds: problem.retryAfterSeconds,
  }
}

/** The table speaks of a header. */
const REUSED = `This \`request_id\` was used with another input in the last ${LIMITS.idempotencyHours} hours. Nothing was changed.`

/** What a code means and what to try, for codes of the table and those of tools; null for no code. */
export function explained(code: string): { means: string; try: string } | null {
  if (Object.hasOwn(PROBLEMS, code)) {
    const { when } = PROBLEMS[code as ProblemCode]
    return { means: when, try: ADVICE[code as ProblemCode] }
  }
  if (!isToolCode(code)) return null
  return { means: TOOL_CODES[code], try: ADVICE[code] }
}

function isToolCode(code: string): code is ToolCode {
  return Object.hasOwn(TOOL_CODES, code)
}

/** When a tool says so. */
const TOOL_CODES: Readonly<Record<ToolCode, string>> = {
  ambiguous: 'Several records fit what was asked for, so none was chosen.',
  no_match: 'No record fits what was asked for.',
  confirmation_required: 'A person has to confirm this first. Nothing was changed.',
  confirmation_invalid:
    'The confirmation is too old, was made for something else, or the appointment has changed since. Nothing was changed.',
  declined: 'The person who was asked did not confirm. Nothing was changed.',
}

function blank(code: ProblemCode | ToolCode, message: string): Refusal {
  return {
    code,
    message,
    try: ADVICE[code],
    errors: [],
    candidates: [],
    confirm: null,
    retry_after_seconds: null,
  }
}

/** As a model reads it. */
export function refusalText({ code, message, try: advice, errors, candidates }: Refusal): string {
  const faults = errors.length < 2 ? [] : errors.map((one) => `- ${one.field}: ${one.message}`)
  const found = candidates.map((one) => `- ${JSON.stringify(one)}`)
  return [`Refused (${code}): ${message}`, ...faults, ...found, `Try: ${advice}`].join('\n')
}
