/** The access token of one account: kept until shortly before it expires, and renewed once for all who wait for it. */
import { ProviderError } from '../payment-provider.ts'
import { Token } from './answers.ts'
import type { Caller } from './call.ts'

export type Tokens = {
  /** @throws ProviderError */
  get(): Promise<string>
  /** The bank did not accept this token: the next caller gets another one. */
  drop(token: string): void
}

/** A token is not used in its last moments: the request takes time to arrive. */
const EARLY_MS = 30_000
/** Where the bank does not say how long it holds. */
const DEFAULT_SECONDS = 300
const MOST_SECONDS = 24 * 3600

export type Credentials = { readonly clientId: string; readonly clientSecret: string }

/** @param now epoch milliseconds */
export function tokensOf(
  call: Caller,
  { tokenUrl, clientId, clientSecret }: Credentials & { readonly tokenUrl: string },
  now: () => number,
): Tokens {
  let known: { readonly token: string; readonly until: number } | null = null
  let renewing: Promise<string> | null = null
  const renew = async (): Promise<string> => {
    const askedAt = now()
    const { status, text } = await call({
      method: 'POST',
      url: tokenUrl,
      headers: {
        authorization: `Basic ${basic(clientId, clientSecret)}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: SCOPES }).toString(),
    })
    if (status >= 500 || status === 429) {
      throw new ProviderError('unavailable', `The bank gave no token: status ${status}.`)
    }
    if (status !== 200 && status !== 201) {
      throw new ProviderError('denied', `The bank gave no token: status ${status}.`)
    }
    const parsed = Token.safeParse(jsonIn(text))
    if (!parsed.success) throw new ProviderError('nonsense', 'The answer has no token.')
    const { access_token: token, expires_in: seconds = DEFAULT_SECONDS } = parsed.data
    const lasts = Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), MOST_SECONDS) : 0
    // A token that lasts less than that is still good for the call that asked for it.
    known = { token, until: askedAt + lasts * 1000 - EARLY_MS }
    return token
  }
  return {
    async get() {
      if (known !== null && now() < known.until) return known.token
      renewing ??= renew().finally(() => {
        renewing = null
      })
      return renewing
    },
    drop(token) {
      if (known?.token === token) known = null
    },
  }
}

const SCOPES = 'cob.write cob.read pix.write pix.read webhook.write webhook.read'

/** RFC 6749, 2.3.1: both parts are encoded as forms are. */
function basic(id: string, secret: string): string {
  const part = (text: string) => new URLSearchParams({ v: text }).toString().slice(2)
  return Buffer.from(`${part(id)}:${part(secret)}`).toString('base64')
}

/** Undefined for what is not JSON: every schema refuses it. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
