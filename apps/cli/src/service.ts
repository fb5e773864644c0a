/** The service as commands call it: the SDK, and the answers as the wire has them, for `--json`. */
import { Scheduling, isSchedulingError, type Answer } from '@scheduling/sdk'
import type { Access } from './config/access.ts'
import { Failure } from './failure.ts'

export type Service = {
  readonly url: string
  readonly api: Scheduling
  /** Calls back with the request id of every answer from now on. */
  onAnswer(heard: (requestId: string) => void): void
  /** The body of an answer as it came. */
  wire<Wire>(answer: Pick<Answer<unknown>, 'response'>): Wire
}

export function openService({ url, apiKey }: Pick<Access, 'url' | 'apiKey'>): Service {
  const bodies = new WeakMap<Response, readonly Uint8Array[]>()
  let heard: (requestId: string) => void = () => undefined
  const api = new Scheduling({
    baseUrl: url,
    apiKey,
    async fetch(address, init) {
      const response = await fetch(address, init)
      heard(response.headers.get('x-request-id') ?? '')
      if (response.body === null) return response
      // What the SDK reads is noted on the way, so its bounds are those of the note, too.
      const chunks: Uint8Array[] = []
      const noting = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          chunks.push(chunk.slice())
          controller.enqueue(chunk)
        },
      })
      const noted = new Response(response.body.pipeThrough(noting), response)
      bodies.set(noted, chunks)
      return noted
    },
  })
  return {
    url,
    api,
    onAnswer(listener) {
      heard = listener
    },
    // The SDK has read this text as JSON already, and the caller says what it asked for.
    wire: <Wire>({ response }: Pick<Answer<unknown>, 'response'>) =>
      JSON.parse(Buffer.concat(bodies.get(response) ?? []).toString('utf8')) as Wire,
  }
}

/** What a command does about an error of the SDK: it says what the service said, and what helps. */
export function failureOf(error: unknown): unknown {
  if (!isSchedulingError(error)) return error
  const { code, status, requestId, errors } = error
  const fields = errors.map(({ field, message }) => `\n  ${field}: ${message}`).join('')
  const support = requestId === null ? '' : `\n  request id: ${requestId}`
  const what = status === null ? error.message : `${status} ${code}: ${error.message}`
  const advice = ADVICE[code]
  return new Failure(`${what}${fields}${advice === undefined ? '' : `\n  ${advice}`}${support}`, {
    code,
    status,
    request_id: requestId,
    errors: errors.map(({ field, code: fault, message }) => ({ field, code: fault, message })),
  })
}

const ADVICE: Readonly<Record<string, string>> = {
  unauthorized: 'Log in with another key: scheduling login',
  forbidden_scope: 'Use a key that has the scope: scheduling login --profile NAME',
  connection_failed:
    'Is the address right, and does the service run? scheduling whoami tells which it is.',
}
