/** `/mcp`: the Model Context Protocol over HTTP. Each request gets a server of its own; there is no session. */
import {
  hasFeature,
  invalid,
  languageOf,
  Problem,
  requireNotSuspended,
  toolsOf,
  type AgentContext,
  type KeyHolder,
  type Service,
} from '@scheduling/core'
import { askedLanguage } from '@scheduling/pages'
import type { Response } from 'express'
import { parseJson, readJsonText } from '../body.ts'
import { clientAddress } from '../client-address.ts'
import { admitKey, contextOfKey, type KeyCheck } from '../key-holder.ts'
import { methodNotAllowed } from '../method-not-allowed.ts'
import { exactly, openRoute } from '../open-routes.ts'
import { switchedOff, type Switches } from '../switches.ts'
import type { McpRequest } from './served.ts'
import type { Reporting } from './server.ts'

const PATH = '/mcp'
const NO_PATH = { pathNames: [], pathValues: [] }

export type McpHandler = KeyCheck & {
  readonly service: Service
  readonly switches: Switches
  readonly trustedProxies: number
  /** Tests: every result of a tool is also parsed with its schema. */
  readonly checkReplies: boolean
  /** Whose pages the operator lets call the service. */
  readonly dashboardOrigins: readonly string[]
}

/** The order of refusals is that of REST: switch, method, caller, key, rights, body. */
async function answer(
  handler: McpHandler,
  _path: string,
  request: McpRequest,
  response: Response,
): Promise<void> {
  const { service, limits } = handler
  response.setHeader('Cache-Control', 'no-store')
  if (await handler.switches.isApiDisabled()) throw switchedOff()
  // There is no session to listen to or to end.
  if (request.method !== 'POST') throw methodNotAllowed(request, response, 'POST')
  // The library of the protocol is large, and most processes are never asked.
  const [{ callersOf, requireKnownCaller }, { served }] = await Promise.all([
    import('./callers.ts'),
    import('./served.ts'),
  ])
  requireKnownCaller(callersOf(service, handler.dashboardOrigins), request)
  const address = clientAddress(request, handler.trustedProxies)
  const sender = { request, response, address }
  request.called = { ...NO_PATH, input: null }
  const { holder, limited } = await admitted(handler, sender)
  requireAgent(holder)
  const message = messageOf(await readJsonText(request))
  // Of all methods, only the call of a tool has an answer that a model reads.
  if (limited !== null && !isToolCall(message)) throw limited
  const call = { requestId: request.requestId, linkTo: () => null }
  const context: AgentContext = {
    ...contextOfKey(service, holder, call),
    readerLanguage: askedLanguage(
      null,
      request.headers['accept-language'],
      languageOf(holder.organization),
    ),
  }
  const reporting: Reporting = {
    isChecked: handler.checkReplies,
    limited,
    async countAvailability() {
      const { id: keyId } = holder.caller
      const { id: organizationId } = holder.organization
      const calls = { calls: 0, availabilityCalls: 1 }
      return limits.take({ holder: 'key', address, keyId, organizationId, ...calls })
    },
    report(name, code, errors = [], input = null) {
      request.answered = { route: `${PATH} ${name}`, code, errors }
      request.called = { ...NO_PATH, input }
    },
  }
  await served({ context, tools: toolsOf(holder), reporting }, request, response, message)
}

export const mcp = openRoute(PATH, exactly(PATH), answer)

/** A key beyond its limit is known: what it called says how it is told. */
async function admitted(
  handler: McpHandler,
  sender: Parameters<typeof admitKey>[1],
): Promise<{ readonly holder: KeyHolder; readonly limited: Problem | null }> {
  try {
    const holder = await admitKey(handler, sender, { calls: 1, availabilityCalls: 0 })
    return { holder, limited: null }
  } catch (error) {
    const { holder } = sender.request
    const isLimit = error instanceof Problem && error.code === 'rate_limited'
    if (!isLimit || holder === null) throw error
    return { holder, limited: error }
  }
}

function isToolCall(message: object): boolean {
  return 'method' in message && message.method === 'tools/call' && 'id' in message
}

/** @throws `403 forbidden_scope` for another kind of key, `403 feature_not_enabled` */
function requireAgent({ caller, organization }: KeyHolder): void {
  if (!caller.isAgent) {
    const why =
      'This address is for keys of the kind `agent`. The account owner can create one; other keys call the API at `/v1`.'
    throw new Problem('forbidden_scope', why)
  }
  requireNotSuspended(organization)
  for (const feature of ['api', 'agent'] as const) {
    if (hasFeature(organization, feature)) continue
    const why = `The feature \`${feature}\` is not enabled. The account owner can switch it on where the plan includes it.`
    throw new Problem('feature_not_enabled', why)
  }
}

/** One message. Several in one request would be several calls, counted as one. @throws `400 validation_error` */
function messageOf(text: string): object {
  const message = parseJson(text)
  if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message
  throw invalid('body', 'invalid_type', 'Send one JSON-RPC message, as a JSON object.')
}
