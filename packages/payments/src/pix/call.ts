/** One request to a bank, and its bounded answer. */
import { Agent } from 'node:https'
import fetch, { type Response } from 'node-fetch'
import { ProviderError } from '../payment-provider.ts'

/** From the first byte that we send to the last that we read. */
const CALL_MS = 8000
const MOST_BYTES = 1024 * 1024

export type Request = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export type Answer = { readonly status: number; readonly text: string }

/** Sends requests over connections that carry the client's certificate, if there is one. */
export type Caller = (request: Request) => Promise<Answer>

export type Identity = {
  /** PEM: the client's certificate, with its chain. */
  readonly certificate?: string
  /** PEM: the key of the certificate. */
  readonly key?: string
  /** PEM: whom the bank's own certificate is issued by, where the machine does not know. */
  readonly authorities?: string
}

/** @throws from each call: ProviderError with `unreachable`, when there is no whole answer */
export function callerOf(identity: Identity, callMs = CALL_MS): Caller {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 16,
    timeout: callMs,
    // Said aloud, so that NODE_TLS_REJECT_UNAUTHORIZED can't switch it off.
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ...(identity.certificate === undefined ? {} : { cert: identity.certificate }),
    ...(identity.key === undefined ? {} : { key: identity.key }),
    ...(identity.authorities === undefined ? {} : { ca: identity.authorities }),
  })
  return async ({ method, url, headers, body }) => {
    const ended = new AbortController()
    const timer = setTimeout(() => ended.abort(), callMs)
    try {
      const response = await fetch(url, {
        method,
        headers: { accept: 'application/json', ...headers },
        ...(body === undefined ? {} : { body }),
        agent,
        redirect: 'manual',
        compress: false,
        signal: ended.signal,
      })
      return { status: response.status, text: await boundedText(response, ended) }
    } catch (error) {
      if (error instanceof ProviderError) throw error
      const why = ended.signal.aborted ? `no answer within ${callMs} ms` : codeOf(error)
      throw new ProviderError('unreachable', `The bank did not answer: ${why}.`)
    } finally {
      clearTimeout(timer)
    }
  }
}

async function boundedText(response: Response, ended: AbortController): Promise<string> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of response.body ?? []) {
    const bytes = Buffer.from(piece)
    length += bytes.length
    if (length > MOST_BYTES) {
      ended.abort()
      throw new ProviderError('nonsense', 'The answer of the bank is too long.')
    }
    pieces.push(bytes)
  }
  return Buffer.concat(pieces, length).toString('utf8')
}

/** The code of a failure alone: its text can name the address. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'the connection failed'
}
