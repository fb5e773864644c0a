/**
 * One request and the head of its answer, by node-fetch. It keeps its request to itself, so the agent shows it: only
 * the request tells whether its connection was a reused one, and only its own answer can be read piece by piece.
 *
 * node-fetch is patched (`patches/`). It passed each body, there and back, through a pipeline of streams, which V8 keeps
 * until it collects the old memory: a third of what a delivery allocates was copied by two collections of the young
 * memory, and then kept.
 */
import type { Agent, ClientRequest } from 'node:http'
import fetch from 'node-fetch'
import type { Response } from 'node-fetch'
import { AnswerReader, type AnswerBounds } from './answer.ts'
import { codeOf } from './error-code.ts'
import { failureOf, HINTS_CODE } from './failure.ts'
import type { Failure } from './failure.ts'
import { phaseOf } from './guarded-agent.ts'
import { WEBHOOK_LIMITS } from './limits.ts'
import { trackedAgent } from './tracked-agent.ts'

export type Outgoing = {
  readonly url: URL
  readonly method: string
  /** Names may come twice: then both values are sent. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Null: none, as of a GET. */
  readonly body: Uint8Array | null
  /** Left out: those of deliveries. */
  readonly bounds?: AnswerBounds
}

export type Exchange =
  | { response: Response; reader: AnswerReader }
  /** `isStale`: the other side had closed the pooled connection just as it was used again. */
  | { response?: undefined; failure: Failure; isStale: boolean }

/**
 * Resolves with the head of the answer, whose body is being read from then on, or with what failed. Follows no
 * redirect and inflates nothing.
 *
 * @param signal ends the exchange, also while the body is read
 * @throws when the request can't even be made
 */
export async function fetchOnce(
  { url, method, headers, body, bounds }: Outgoing,
  agents: { readonly http: Agent; readonly https: Agent },
  signal: AbortSignal,
): Promise<Exchange> {
  const seen: { request?: ClientRequest; error?: unknown; reader?: AnswerReader } = {}
  // Not `AbortSignal.any`: a kilobyte of each stays until V8 collects the old memory.
  const ended = new AbortController()
  const end = (): void => ended.abort()
  signal.addEventListener('abort', end, { once: true })
  const agent = trackedAgent(url.protocol === 'http:' ? agents.http : agents.https, (request) => {
    seen.request = request
    // node-fetch has no option for it. Node reads it when the request gets its connection.
    Object.assign(request, { maxHeaderSize: WEBHOOK_LIMITS.deliveryResponseHeadBytes })
    request.once('error', (error) => (seen.error = error))
    endAfterHints(request)
    // node-fetch waits on when a request ends with neither answer nor error, as one does that the
    // other side wants to switch to another protocol.
    request.once('close', end)
    request.once('response', (incoming) => {
      request.off('close', end)
      seen.reader = new AnswerReader(incoming, bounds)
    })
  })
  try {
    const response = await fetch(url.href, {
      method,
      headers,
      body: body === null ? null : Buffer.from(body.buffer, body.byteOffset, body.byteLength),
      agent,
      redirect: 'manual',
      compress: false,
      signal: ended.signal,
    })
    const { reader } = seen
    if (reader === undefined) throw new Error('an answer came without a reader')
    return { response, reader }
  } catch (error) {
    // It was not even made: the fault is ours.
    if (!seen.request && !signal.aborted) throw error
    return brokenOff(seen.request, seen.error)
  }
}

/** An endpoint can send any number of responses with status 1xx before the real one. Ends the request after some. */
function endAfterHints(request: ClientRequest): void {
  let hints = 0
  request.on('information', () => {
    hints += 1
    if (hints > WEBHOOK_LIMITS.deliveryInterimResponses)
      request.destroy(Object.assign(new Error('hints'), { code: HINTS_CODE }))
  })
}

function brokenOff(sent: ClientRequest | undefined, error: unknown): Exchange {
  const isStale = sent?.reusedSocket === true && ['ECONNRESET', 'EPIPE'].includes(codeOf(error))
  return { failure: failureOf(error, phaseOf(sent?.socket)), isStale }
}
