/** One message of the protocol, answered by a server of its own. */
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Request, Response as Answer } from 'express'
import type { IdentifiedRequest } from '../request-id.ts'
import { serverFor } from './server.ts'

export type McpRequest = Request & IdentifiedRequest

export async function served(
  { context, tools, reporting }: Omit<Parameters<typeof serverFor>[0], 'era'>,
  request: McpRequest,
  response: Answer,
  message: object,
): Promise<void> {
  const { log, requestId } = context
  const onerror = (error: Error): void =>
    log.info({ request_id: requestId, why: kindOf(error) }, 'mcp: not as it should be')
  const own = createMcpHandler(({ era }) => serverFor({ context, tools, era, reporting }), {
    onerror,
    // Nothing here changes by itself: there is nothing to listen to.
    maxSubscriptions: 0,
  })
  const answer: typeof own.fetch = acceptBothForms(request)
    ? own.fetch
    : async (...given) => withoutStream(await own.fetch(...given))
  try {
    await toNodeHandler({ fetch: answer }, { onerror })(request, response, message)
  } finally {
    await own.close()
  }
}

const BOTH_FORMS = 'application/json, text/event-stream'
const ALLOWS_ONE =
  /(?:^|,)\s*(?:\*\/\*|application\/(?:\*|json)|text\/(?:\*|event-stream))\s*(?:[;,]|$)/i

/**
 * The library refuses a caller that does not name both forms, such as `curl`, which takes any. A caller that can read one
 * of them, or says nothing, is answered.
 *
 * @returns whether the caller asks for a stream
 */
function acceptBothForms({ headers, rawHeaders }: McpRequest): boolean {
  const { accept } = headers
  const takesStreams = accept?.toLowerCase().includes('text/event-stream') === true
  if (accept !== undefined && !ALLOWS_ONE.test(accept)) return takesStreams
  headers.accept = BOTH_FORMS
  // The library reads the headers as they came.
  const at = rawHeaders.findIndex((name, place) => place % 2 === 0 && /^accept$/i.test(name))
  if (at === -1) rawHeaders.push('Accept', BOTH_FORMS)
  else rawHeaders[at + 1] = BOTH_FORMS
  return takesStreams
}

/** The library answers older clients with a stream of one message: the message alone. */
async function withoutStream(response: Response): Promise<Response> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true)
    return response
  const [, message = ''] = /^data: (.+)$/m.exec(await response.text()) ?? []
  return Response.json(JSON.parse(message), { status: response.status })
}

/** Never the message: it repeats what was sent. */
function kindOf({ name, message }: Error): string {
  const [, kind] = /^Rejected inbound request \(([a-z-]{1,60})\)/.exec(message) ?? []
  return kind ?? name
}
