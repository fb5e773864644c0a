/** One message of the protocol, answered by a server of its own. */
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Request, Response } from 'express'
import type { IdentifiedRequest } from '../request-id.ts'
import { serverFor } from './server.ts'

export type McpRequest = Request & IdentifiedRequest

export async function served(
  { context, tools, told }: Omit<Parameters<typeof serverFor>[0], 'era'>,
  request: McpRequest,
  response: Response,
  message: object,
): Promise<void> {
  const { log, requestId } = context
  const onerror = (error: Error): void =>
    log.info({ request_id: requestId, why: kindOf(error) }, 'mcp: not as it should be')
  const own = createMcpHandler(({ era }) => serverFor({ context, tools, era, told }), {
    onerror,
    // Nothing here changes by itself: there is nothing to listen to.
    maxSubscriptions: 0,
  })
  try {
    await toNodeHandler(own, { onerror })(request, response, message)
  } finally {
    await own.close()
  }
}

/** Never the message: it repeats what was sent. */
function kindOf({ name, message }: Error): string {
  const [, kind] = /^Rejected inbound request \(([a-z-]{1,60})\)/.exec(message) ?? []
  return kind ?? name
}
