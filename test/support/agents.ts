/** What tests of tools stand on: the protocol's own client, in both eras, with the key of an agent. */
import { randomUUID } from 'node:crypto'
import {
  Client,
  StreamableHTTPClientTransport,
  type CallToolResult,
  type ClientOptions,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
} from '@modelcontextprotocol/client'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv'
import type { Scope } from '@scheduling/core'
import type { TestApi, TestOrganization } from './api.ts'

/** `modern`: 2026-07-28, one envelope in each request. `legacy`: 2025, with a handshake. */
export const ERAS = ['modern', 'legacy'] as const
export type Era = (typeof ERAS)[number]

export type Refused = {
  readonly code: string
  readonly message: string
  readonly try: string
  readonly confirm: string | null
  readonly candidates: readonly { readonly id: number }[]
  readonly errors: readonly { readonly field: string; readonly code: string }[]
}

export type Agent = {
  readonly client: Client
  readonly key: string
  /** The whole answer of a tool. */
  ask(tool: string, input?: Readonly<Record<string, unknown>>): Promise<CallToolResult>
  /** What a tool answered; fails when it refused. */
  done(tool: string, input?: Readonly<Record<string, unknown>>): Promise<any>
  /** How a tool refused; fails when it did not. */
  refused(tool: string, input?: Readonly<Record<string, unknown>>): Promise<Refused>
  /** Calls twice: asks, and sends the token of the refusal as a model would that has asked a person. */
  confirmed(tool: string, input: Readonly<Record<string, unknown>>): Promise<any>
}

const agents: Client[] = []

/** Each client compiles the schemas of all tools. They are the same for all, so each is compiled once. */
class CompiledOnce implements jsonSchemaValidator {
  readonly #compiler = new AjvJsonSchemaValidator()
  readonly #compiled = new Map<string, JsonSchemaValidator<any>>()

  getValidator<Value>(
    schema: Parameters<AjvJsonSchemaValidator['getValidator']>[0],
  ): JsonSchemaValidator<Value> {
    const text = JSON.stringify(schema)
    const known = this.#compiled.get(text) ?? this.#compiler.getValidator<Value>(schema)
    this.#compiled.set(text, known)
    return known
  }
}
const validator = new CompiledOnce()

/** @param options.person answers what the server asks; without it the client cannot ask anyone */
export async function openAgent(
  api: Pick<TestApi, 'url'>,
  organization: TestOrganization,
  options: {
    era?: Era
    scopes?: readonly Scope[]
    key?: string
    headers?: Readonly<Record<string, string>>
    person?: (message: string) => { action: 'accept' | 'decline' | 'cancel'; agree?: boolean }
  } = {},
): Promise<Agent> {
  const { era = 'modern', scopes = ['read', 'write'], headers, person } = options
  const key = options.key ?? (await organization.keyWith(scopes, 'agent'))
  const settings: ClientOptions = {
    jsonSchemaValidator: validator,
    capabilities: person === undefined ? {} : { elicitation: { form: {} } },
    versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } },
  }
  const client = new Client({ name: 'test-agent', version: '1.0.0' }, settings)
  if (person !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      const { action, agree } = person(params.message)
      return { action, ...(agree === undefined ? {} : { content: { agree } }) }
    })
  }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${api.url}/mcp`), {
      requestInit: { headers: { Authorization: `Bearer ${key}`, ...headers } },
    }),
  )
  agents.push(client)
  // Results are held against the schemas of the list.
  await client.listTools()
  const ask: Agent['ask'] = (name, input = {}) => client.callTool({ name, arguments: { ...input } })
  const done: Agent['done'] = async (tool, input) => {
    const answer = await ask(tool, input)
    if (answer.isError === true) throw new Error(textOf(answer))
    return (answer.structuredContent as { result: unknown }).result
  }
  const refused: Agent['refused'] = async (tool, input) => {
    const answer = await ask(tool, input)
    if (answer.isError !== true) throw new Error(`${tool} did not refuse: ${textOf(answer)}`)
    return (answer.structuredContent as { refusal: Refused }).refusal
  }
  return {
    client,
    key,
    ask,
    done,
    refused,
    async confirmed(tool, input) {
      const { code, confirm } = await refused(tool, input)
      if (code !== 'confirmation_required') throw new Error(`${tool} refused with ${code}.`)
      return done(tool, { ...input, confirm })
    },
  }
}

export async function closeAgents(): Promise<void> {
  await Promise.all(agents.splice(0).map((client) => client.close()))
}

export function textOf(answer: CallToolResult): string {
  return answer.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
}

export const requestId = (): string => randomUUID()

/** One message to `/mcp` as it is, without a client that would refuse to send it. */
export async function post(
  api: Pick<TestApi, 'url'>,
  key: string | null,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; headers: Headers; text: string; body: any }> {
  const response = await fetch(`${api.url}/mcp`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  // An older client is answered with one event of a stream.
  const [, data] = /^data: (.+)$/m.exec(text) ?? []
  const json = data ?? (text.startsWith('{') ? text : 'null')
  return { status: response.status, headers: response.headers, text, body: JSON.parse(json) }
}

/** A call of a tool as a client of 2025 sends it, without a handshake. */
export function toolCall(name: string, input: object = {}, id: number | string = 1): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: input } }
}
