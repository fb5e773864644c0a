/** The last step of every answer: its status, its form on the wire, its bytes. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { compressed, encodingFor, type Encoding } from './compression.ts'

export type Sent = {
  readonly status: number
  readonly contentType: string
  readonly body: string | Uint8Array
  /** Of a body that is compressed already. Left out: it is compressed now, as the client accepts it. */
  readonly encoding?: Encoding | null
}

/** Sends the headers that are set and these, and the body where status and method have one. */
export async function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Sent,
): Promise<void> {
  response.statusCode = answer.status
  if (answer.status === NO_CONTENT) {
    endAnswer(request, response)
    return
  }
  const bytes = Buffer.byteLength(answer.body)
  const chosen = answer.encoding === undefined ? encodingFor(request, bytes) : null
  const body = chosen === null ? answer.body : await compressed(answer.body, chosen, 'quick')
  const encoding = chosen ?? answer.encoding
  response.setHeader('Content-Type', answer.contentType)
  varyByEncoding(response)
  if (encoding != null) response.setHeader('Content-Encoding', encoding)
  response.setHeader('Content-Length', chosen === null ? bytes : body.length)
  endAnswer(request, response, request.method === 'HEAD' ? undefined : body)
}

const NO_CONTENT = 204

/** Adds the encoding to what the answer is said to depend on. */
export function varyByEncoding(response: ServerResponse): void {
  const before = response.getHeader('Vary')
  response.setHeader(
    'Vary',
    before === undefined ? 'Accept-Encoding' : `${String(before)}, Accept-Encoding`,
  )
}

/** Ends an answer; without a body unless one is given. */
export function endAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  body?: string | Uint8Array,
): void {
  // A request whose body was not read to its end can't share its connection with the next one.
  if (!request.complete) response.setHeader('Connection', 'close')
  response.end(body)
}
