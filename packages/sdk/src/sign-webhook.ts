/** Signing as the service signs, to test a receiver without one. */
import { signatureHeaders } from './signature.ts'

export type SignOptions = {
  /** Of the event, for `webhook-id`. Default: `evt_test`. */
  readonly eventId?: string
  /** Epoch milliseconds. Default: the clock. */
  readonly now?: () => number
}

/**
 * The headers by which a receiver knows that a body is of the service: both signatures, and what they are made with.
 *
 * @param body as it is sent to the receiver, byte by byte
 * @param secret of the webhook, as `whsec_…`
 */
export async function signWebhook(
  body: string | Uint8Array,
  secret: string,
  options: SignOptions = {},
): Promise<Record<string, string>> {
  const { eventId = 'evt_test', now = Date.now } = options
  if (typeof secret !== 'string' || secret === '') {
    throw new TypeError('`secret` must be the secret of a webhook.')
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return signatureHeaders({ eventId, seconds: Math.floor(now() / 1000), bytes, secret })
}
