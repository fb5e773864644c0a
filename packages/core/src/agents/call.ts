/** One call of a tool: rights, shape, confirmation, the change once, and the answer or the refusal. */
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { AgentContext } from './reader.ts'
import { invalidFields, Problem, type FieldError } from '../contract/problems.ts'
import { parsed, readInput } from '../contract/validation.ts'
import { inCountry } from '../ground/country.ts'
import { hasAnswer } from '../change/idempotency-record.ts'
import { problemOf } from '../procedure/errors.ts'
import { authorize } from '../procedure/rights.ts'
import { confirmationToken, isConfirmed } from './confirmation.ts'
import {
  refusalOfProblem,
  refusalOfTool,
  refusalText,
  ToolRefusal,
  type Refusal,
} from './refusal.ts'
import { recordOf, replayed } from './kept-answer.ts'
import { ENDPOINTS, type Tool, type ToolCall } from './tool.ts'

/** What a client says of a question that the server asked it to put to a person. */
export type PersonsAnswer = {
  readonly token: string
  /** False: the person declined, or closed the question. */
  readonly agrees: boolean
}

type Done = { readonly kind: 'done'; readonly text: string; readonly result: object }

export type Refused = { readonly kind: 'refused'; readonly text: string; readonly refusal: Refusal }

/** A person has to agree. Nothing was changed. */
export type Ask = { readonly kind: 'ask'; readonly sentence: string; readonly token: string }

export type ToolAnswer = Done | Refused | Ask

/**
 * Never throws.
 *
 * @param context without an idempotency record: the `request_id` of the call becomes one
 * @param answered null unless the client asked a person on behalf of the server
 */
export async function callTool(
  tool: Tool,
  context: AgentContext,
  given: unknown,
  answered: PersonsAnswer | null = null,
): Promise<ToolAnswer> {
  try {
    return await inCountry(context.organization, () => answerOf(tool, context, given, answered))
  } catch (error) {
    const refusal =
      error instanceof ToolRefusal
        ? refusalOfTool(error)
        : refusalOfProblem(problemFor(context, error))
    return refused(refusal)
  }
}

export function refused(refusal: Refusal): Refused {
  return { kind: 'refused', text: refusalText(refusal), refusal }
}

/** The token goes to a client that cannot ask a person itself: the model asks, and calls again. */
export function confirmationRefusal(ask: Ask): Refused {
  const message = `Nothing was changed. ${ask.sentence} To do it, call again with confirm: "${ask.token}".`
  return refused(
    refusalOfTool(new ToolRefusal('confirmation_required', message, { confirm: ask.token })),
  )
}

function problemFor({ log, requestId }: Context, error: unknown): Problem {
  const problem = problemOf(error)
  if (problem.code === 'internal_error' && !(error instanceof Problem)) {
    log.error({ request_id: requestId, err: error }, 'a tool failed')
  }
  return problem
}

const NoInput = z.record(z.string(), z.unknown())

async function answerOf(
  tool: Tool,
  context: AgentContext,
  given: unknown,
  answered: PersonsAnswer | null,
): Promise<ToolAnswer> {
  requireRights(tool, context)
  const reading = readInput(tool.input, given ?? {}, true)
  if ('faults' in reading) throw invalidFields(reading.faults.map(inWordsOfTools))
  const { request_id: requestId, confirm, ...input } = NoInput.parse(reading.value)
  const record =
    typeof requestId === 'string' ? recordOf(context, tool, { requestId, input }) : null
  let isRepeat = false
  const call: ToolCall = {
    context,
    wasDone: async () => record !== null && (await hasAnswer(context, record)),
    async use(name: string, asked: unknown) {
      const endpoint = ENDPOINTS.get(name)
      if (endpoint === undefined || !tool.uses.includes(name)) {
        throw new Error(`${tool.name} does not say that it uses ${name}.`)
      }
      authorize(endpoint, context)
      const value = parsed(endpoint.input, asked)
      const used = endpoint.kind === 'read' ? null : record
      const answer = await endpoint.perform({ ...context, idempotencyRecord: used }, value, name)
      if (answer.kind === 'replay') isRepeat = true
      // Typed for the tool by the router. What a replay says was said by the same procedure.
      return (answer.kind === 'fresh' ? answer.reply : replayed(answer.rendered.body)) as never
    },
  }
  if (tool.confirms !== null) {
    const sentence = await tool.confirms(call, input)
    if (answered !== null && !answered.agrees) {
      throw new ToolRefusal('declined', 'The person did not confirm. Nothing was changed.')
    }
    if (sentence !== null) {
      const asked = { tool: tool.name, input, sentence }
      const token = answered?.token ?? confirm
      if (typeof token !== 'string') {
        return { kind: 'ask', sentence, token: confirmationToken(context, asked) }
      }
      if (!isConfirmed(context, asked, token)) {
        const why = 'This confirmation does not count for this call. Nothing was changed.'
        throw new ToolRefusal('confirmation_invalid', why)
      }
    }
  }
  const { text, result } = await tool.run(call, input)
  if (tool.hints.readOnly) return { kind: 'done', text, result }
  return {
    kind: 'done',
    text: isRepeat ? `${REPEATED}\n${text}` : text,
    result: { ...result, is_repeat: isRepeat },
  }
}

/** The words of the schema speak of a header. */
function inWordsOfTools(fault: FieldError): FieldError {
  return fault.code === 'unknown_field' ? { ...fault, message: NO_ARGUMENT } : fault
}

const NO_ARGUMENT = 'This tool takes no argument of this name.'

const REPEATED =
  'This request_id was used before. Nothing was done again; this is the answer of that time.'

function requireRights(tool: Tool, context: Context): void {
  for (const name of tool.uses) {
    const endpoint = ENDPOINTS.get(name)
    if (endpoint !== undefined) authorize(endpoint, context)
  }
}
