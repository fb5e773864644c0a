/** What is not a request: bytes that are not HTTP, a head that is too long or does not arrive. */
import { invalid, LIMITS, Problem, type Service } from '@scheduling/core'
import { ServerResponse, STATUS_CODES, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { answerHeaders } from './answer-headers.ts'
import { countedAddress } from './client-address.ts'
import { limitLines } from './limit-headers.ts'
import { PROBLEM_TYPE, problemBody } from './problem-json.ts'
import type { RateLimits } from './rate-limits/rate-limits.ts'

type Parts = {
  readonly service: Pick<Service, 'newId' | 'publicBaseUrl'>
  readonly limits: RateLimits
}

/** How long the rest of what a client sends is read and dropped. Closing earlier would lose the answer. */
const LINGER_MS = 1000

/** Answers what Node's parser refuses as every other refusal is answered, and closes the connection. */
export function answerBrokenRequests(server: Server, parts: Parts): void {
  // The service is not a proxy.
  server.on('connect', (_request, socket) => {
    void answer(parts, socket, new Problem('not_found', 'This path does not exist.'))
  })
  // An expectation that is not understood is ignored: Node would refuse it without any header of ours.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  const answered = new WeakSet<Duplex>()
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (answered.has(socket)) return
    answered.add(socket)
    const refuse = (): void => void answer(parts, socket, problemOf(error))
    const before = responseOn(socket)
    if (error.code === 'ECONNRESET') socket.destroy()
    else if (before === null) refuse()
    // A complete request came before the broken bytes: it gets its answer first.
    else if (before.req.complete) before.once('close', refuse)
    else if (before.headersSent) socket.destroy()
    else refuse()
  })
}

function problemOf({ code }: NodeJS.ErrnoException): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const most = `${LIMITS.requestHeadBytes / 1024} KB`
    return invalid('headers', 'too_long', `The address and the headers are longer than ${most}.`)
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Problem('validation_error', 'The request did not arrive in time.')
  }
  return new Problem('validation_error', 'This is not a valid HTTP request.')
}

async function answer(parts: Parts, socket: Duplex, problem: Problem): Promise<void> {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const { service, limits } = parts
  const requestId = service.newId('req')
  const address: unknown = Reflect.get(socket, 'remoteAddress')
  const decision = await limits.lookAtAddress(
    countedAddress(typeof address === 'string' ? address : ''),
  )
  const body = Buffer.from(problemBody(problem, requestId, service.publicBaseUrl))
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
    `Date: ${new Date().toUTCString()}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${body.length}`,
    'Cache-Control: no-store',
    'Connection: close',
    `X-Request-Id: ${requestId}`,
    ...Object.entries(answerHeaders(service.publicBaseUrl)).map((pair) => pair.join(': ')),
    ...limitLines(decision),
  ]
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]))
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
}

/** Node keeps the response that is being made on its socket. */
function responseOn(socket: Duplex): ServerResponse | null {
  const response: unknown = Reflect.get(socket, '_httpMessage')
  return response instanceof ServerResponse ? response : null
}
