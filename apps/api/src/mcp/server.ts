/** One server of the protocol, for one request of one key. */
import {
  inputRequired,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type ClientCapabilities,
  type InputRequiredResult,
} from '@modelcontextprotocol/server'
import {
  callTool,
  confirmationRefusal,
  rateLimited,
  refusalOfProblem,
  refused,
  TOOLS,
  type Ask,
  type Problem,
  type AgentContext,
  type PersonsAnswer,
  type Tool,
  type ToolAnswer,
  type FieldError,
} from '@scheduling/core'
import { z } from 'zod'
import { usedUp } from '../limit-headers.ts'
import type { Decision } from '../rate-limits/rate-limits.ts'
import { INSTRUCTIONS, listed } from './listed.ts'

/** What a server needs of the request, and tells it. */
export type Reporting = {
  /** Tests: results are parsed with their schemas. */
  readonly isChecked: boolean
  /** The limit of the key that this call is beyond; null: it is within all. */
  readonly limited: Problem | null
  countAvailability(): Promise<Decision>
  /** For logs and metrics. @param name from the table of tools or of methods, never as it was sent */
  report(
    name: string,
    code: string | null,
    errors?: readonly FieldError[],
    input?: z.ZodType | null,
  ): void
}

type Serving = {
  readonly context: AgentContext
  /** Those that exist for the key. */
  readonly tools: readonly Tool[]
  readonly era: 'legacy' | 'modern'
  readonly reporting: Reporting
}

const IMPLEMENTATION = { name: 'scheduling', title: 'Scheduling', version: '1.0.0' }

export function serverFor(serving: Serving): McpServer {
  const { tools, reporting } = serving
  const server = new McpServer(IMPLEMENTATION, {
    // The list changes with the key alone.
    capabilities: { tools: { listChanged: false } },
    instructions: INSTRUCTIONS,
  })
  server.server.setRequestHandler('tools/list', () => {
    reporting.report('tools/list', null)
    return { tools: tools.map(listed) }
  })
  server.server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = TOOLS.find(({ name }) => name === params.name)
    if (tool === undefined) {
      reporting.report('tools/call', 'not_found')
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no tool of this name.')
    }
    // Known from now on: the log names it also where the caller does not wait for the answer.
    reporting.report(tool.name, null, [], tool.input)
    const answered = personsAnswer(mcpReq.requestState(), mcpReq.inputResponses)
    const answer = await answerOf(serving, tool, params.arguments, answered)
    const asksItself = serving.era === 'modern' && canAsk(mcpReq.envelope)
    if (answer.kind === 'ask' && asksItself) {
      reporting.report(tool.name, 'confirmation_required')
      return question(answer)
    }
    return resultOf(serving, tool, answer.kind === 'ask' ? confirmationRefusal(answer) : answer)
  })
  return server
}

async function answerOf(
  { context, reporting }: Serving,
  tool: Tool,
  given: unknown,
  answered: PersonsAnswer | null,
): Promise<ToolAnswer> {
  if (reporting.limited !== null) return refused(refusalOfProblem(reporting.limited))
  if (tool.isAvailability) {
    const decision = await reporting.countAvailability()
    if (!decision.allowed) {
      const why = usedUp(decision, 'key', 'all keys of the organization')
      return refused(refusalOfProblem(rateLimited(why, decision.retryAfterSeconds ?? 1)))
    }
  }
  return callTool(tool, context, given, answered)
}

function resultOf(
  { reporting }: Serving,
  tool: Tool,
  answer: Exclude<ToolAnswer, Ask>,
): CallToolResult {
  const content = [{ type: 'text' as const, text: answer.text }]
  if (answer.kind === 'refused') {
    const { refusal } = answer
    reporting.report(tool.name, refusal.code, refusal.errors, tool.input)
    return { content, structuredContent: { refusal }, isError: true }
  }
  reporting.report(tool.name, null)
  const { result } = answer
  return {
    content,
    structuredContent: {
      result: reporting.isChecked ? tool.output.strict().parse(result) : result,
    },
  }
}

/** The key of the one question that is ever asked. */
const QUESTION = 'confirm'
const Agreement = z.object({ agree: z.boolean() })

/** The client puts it to a person, and repeats the call with the answer and the token. */
function question({ sentence, token }: Ask): InputRequiredResult {
  return inputRequired({
    inputRequests: {
      [QUESTION]: inputRequired.elicit({
        message: sentence,
        requestedSchema: {
          type: 'object',
          properties: { agree: { type: 'boolean', title: 'Do it' } },
          required: ['agree'],
        },
      }),
    },
    requestState: token,
  })
}

const Answered = z.object({
  [QUESTION]: z.object({ action: z.string(), content: z.unknown().optional() }),
})

/** What a repeated call says of the question. Null: the call carries no answer to one of ours. */
function personsAnswer(state: unknown, responses: unknown): PersonsAnswer | null {
  const answered = Answered.safeParse(responses)
  if (typeof state !== 'string' || !answered.success) return null
  const { action, content } = answered.data[QUESTION]
  const agreement = Agreement.safeParse(content)
  return { token: state, agrees: action === 'accept' && agreement.data?.agree === true }
}

const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'

/** Whether the client said, with this very request, that it can put a form before a person. */
function canAsk(envelope: { readonly [CAPABILITIES]?: ClientCapabilities } | undefined): boolean {
  const elicitation = envelope?.[CAPABILITIES]?.elicitation
  return (
    elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
  )
}
