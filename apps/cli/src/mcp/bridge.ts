/**
 * Passes messages of the protocol between an agent's host, which speaks over stdio, and `/mcp` of the service. Neither
 * side's messages are read for more than their ids: tools are declared in the service alone.
 */
// oxlint-disable unicorn/prefer-add-event-listener -- a transport has one handler of each kind
import type { JSONRPCMessage, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { StdioServerTransport } from '@modelcontextprotocol/server/stdio'

type Id = string | number

/** What the service says when it refuses a request before it reaches the protocol. */
export type Refusal = { readonly code: number; readonly message: string }

export type Sides = {
  readonly host: StdioServerTransport
  readonly service: StreamableHTTPClientTransport
  /** What to tell the host of a request that was not answered. */
  readonly refusalOf: (error: unknown) => Refusal
  /** What goes wrong beside requests, for stderr. */
  readonly tell: (words: string) => void
}

/** Resolves when the host has closed its side, or the signal says so. */
export async function bridge(sides: Sides, stopped: AbortSignal): Promise<void> {
  const { host, service } = sides
  /** Requests of the host that wait for an answer. Aborting one is what cancels it at the service. */
  const waiting = new Map<Id, AbortController>()
  const ended = new Promise<void>((resolve) => {
    host.onclose = resolve
    stopped.addEventListener('abort', () => resolve(), { once: true })
  })
  service.onmessage = (message) => {
    if ('id' in message && message.id !== undefined && !('method' in message))
      waiting.delete(message.id)
    rememberVersion(service, message)
    void answer(sides, message)
  }
  host.onmessage = (message) => void pass(sides, waiting, message)
  host.onerror = (error) => sides.tell(`A message of the host can't be read: ${error.message}`)
  await service.start()
  await host.start()
  await ended
  for (const request of waiting.values()) request.abort()
  await service.close()
  await host.close()
}

async function pass(
  sides: Sides,
  waiting: Map<Id, AbortController>,
  message: JSONRPCMessage,
): Promise<void> {
  const isRequest = 'method' in message && 'id' in message
  if (!isRequest) {
    cancelled(waiting, message)
    // A notification has no answer, so no client waits for one.
    await sides.service.send(message).catch(() => undefined)
    return
  }
  const { id } = message
  const request = new AbortController()
  waiting.set(id, request)
  const fail = (refusal: Refusal) => {
    if (!waiting.delete(id) || request.signal.aborted) return
    void answer(sides, { jsonrpc: '2.0', id, error: refusal })
  }
  try {
    await sides.service.send(message, {
      requestSignal: request.signal,
      onRequestStreamEnd: () => fail(NO_ANSWER),
    })
  } catch (error) {
    fail(sides.refusalOf(error))
  }
}

const INTERNAL_ERROR = -32_603

const NO_ANSWER: Refusal = {
  code: INTERNAL_ERROR,
  message:
    'The connection to the service ended before the answer. Whether the call was executed is not known: ask again with the same request_id.',
}

async function answer({ host, tell }: Sides, message: JSONRPCMessage): Promise<void> {
  await host.send(message).catch((error: unknown) => {
    tell(`The host can't be answered: ${error instanceof Error ? error.message : String(error)}`)
  })
}

/** `notifications/cancelled` of the host: over HTTP, a request is cancelled by ending its stream. */
function cancelled(waiting: Map<Id, AbortController>, message: JSONRPCMessage): void {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return
  const id: unknown = message.params?.['requestId']
  if (typeof id !== 'string' && typeof id !== 'number') return
  waiting.get(id)?.abort()
  waiting.delete(id)
}

/** Hosts of the older protocol agree on a version once; over HTTP, every later request must name it. */
function rememberVersion(service: StreamableHTTPClientTransport, message: JSONRPCMessage): void {
  if (!('result' in message)) return
  const version: unknown = message.result['protocolVersion']
  if (typeof version === 'string') service.setProtocolVersion(version)
}
