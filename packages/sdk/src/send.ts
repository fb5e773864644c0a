/** Sends a request until it is answered, or must not be sent again. */
import { tell, type Attempt } from './attempts.ts'
import { SchedulingError } from './errors.ts'
import type { MethodRow } from './method-row.ts'
import { checkedNumbers, type OnceOptions, type Settings } from './options.ts'
import { readFailure, unexpected } from './read-failure.ts'
import { readSuccess, type Reads } from './read-success.ts'
import { readText } from './read-text.ts'
import type { Request } from './request.ts'
import { pauseAfter, type Repeated } from './retry.ts'

export type Answer<Data> = {
  /** With the names of code. */
  readonly data: Data
  /** Its body has been read. */
  readonly response: Response
  /** The `X-Request-Id` of the answer, for support. */
  readonly requestId: string | null
}

/** @throws SchedulingError */
export async function send(
  settings: Settings,
  row: MethodRow,
  request: Request,
  options: OnceOptions,
): Promise<Answer<unknown>> {
  const { timeoutMs, maxRetries } = checkedNumbers({
    timeoutMs: options.timeoutMs ?? settings.timeoutMs,
    maxRetries: options.maxRetries ?? settings.maxRetries,
  })
  const headers = headersOf(settings, row, request, options)
  const { signal } = options
  const reads = row.isOnWire === true ? 'wire' : row.list === true ? 'page' : 'record'
  const sent: Sent = { ...request, headers, timeoutMs, signal, reads }
  const path = new URL(request.url).pathname
  const repeated: Repeated =
    row.method === 'GET' ? 'reads' : row.idempotent === true ? 'once' : 'twice'
  const { lane } = settings
  const untilAnswered = async (): Promise<Answer<unknown>> => {
    let release: (() => void) | null = null
    try {
      for (let attempts = 1; ; attempts += 1) {
        const began = performance.now()
        const done = (
          ended: Pick<Attempt, 'status' | 'requestId' | 'error' | 'nextInMs'>,
        ): void => {
          const durationMs = performance.now() - began
          tell(settings.onAttempt, {
            method: row.method,
            path,
            attempt: attempts,
            durationMs,
            ...ended,
          })
        }
        try {
          const answer = await attempt(settings, sent)
          const { requestId, response } = answer
          done({ status: response.status, requestId, error: null, nextInMs: null })
          return answer
        } catch (error) {
          if (!(error instanceof SchedulingError)) throw error
          const pause =
            attempts > maxRetries ? null : pauseAfter(error, repeated, attempts, Math.random())
          const { status, requestId } = error
          done({ status, requestId, error, nextInMs: pause })
          if (pause === null) throw error
          // Until it is answered: calls that begin with it would take its share again.
          if (error.status === 429) release ??= lane.hold()
          await wait(pause, signal)
        }
      }
    } finally {
      release?.()
    }
  }
  return lane.through(untilAnswered, signal, () => throwIfAborted(signal))
}

/** Headers on which the library relies. */
const OURS = ['authorization', 'accept', 'content-type', 'idempotency-key', 'user-agent']

/** Made once for a call: each attempt has the same key. */
function headersOf(
  settings: Settings,
  row: MethodRow,
  request: Request,
  { idempotencyKey: key, headers: more = {} }: OnceOptions,
): Headers {
  if (key !== undefined && row.idempotent !== true) {
    throw new TypeError(`${row.method} ${row.path} takes no \`idempotencyKey\`.`)
  }
  const headers = new Headers(more)
  for (const name of OURS) {
    if (headers.has(name)) throw new TypeError(`\`headers\` can't set \`${name}\`.`)
  }
  for (const [name, value] of Object.entries(settings.headers)) headers.set(name, value)
  if (request.body !== null) headers.set('content-type', 'application/json')
  if (row.idempotent === true) {
    headers.set('idempotency-key', asBytes(key ?? crypto.randomUUID()))
  }
  return headers
}

/** UTF-8, as a header can carry it: one character for each byte. */
function asBytes(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text))
}

type Sent = Request & {
  readonly headers: Headers
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
  readonly reads: Reads
}

async function attempt(settings: Settings, sent: Sent): Promise<Answer<unknown>> {
  const { method, url, body, headers, timeoutMs, signal, reads } = sent
  throwIfAborted(signal)
  const ending = new AbortController()
  const end = () => ending.abort()
  const timer = setTimeout(end, timeoutMs)
  signal?.addEventListener('abort', end)
  try {
    // A redirect is no answer of the API, and must not take the key to another address.
    const init: RequestInit = { method, headers, body, redirect: 'manual', signal: ending.signal }
    const response = await settings.fetch(url, init)
    const text = await readText(response)
    if (text === null) throw unexpected(response)
    if (!response.ok) throw readFailure(response, text)
    const requestId = response.headers.get('x-request-id')
    return { data: readSuccess(response, text, reads), response, requestId }
  } catch (error) {
    if (error instanceof SchedulingError) throw error
    throwIfAborted(signal)
    if (ending.signal.aborted) {
      throw new SchedulingError('timed_out', `There was no answer within ${timeoutMs} ms.`)
    }
    throw new SchedulingError(
      'connection_failed',
      'The connection could not be made, or broke before the whole answer was there.',
      { cause: error },
    )
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return
  throw new SchedulingError('aborted', 'The call was aborted.', { cause: signal.reason })
}

/** @throws SchedulingError `aborted` as soon as the signal says so */
export async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
    if (signal?.aborted === true) end()
  })
  throwIfAborted(signal)
}
