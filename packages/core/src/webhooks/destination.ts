import { sealField } from '@scheduling/delivery'
import { resolveDestination, truncateChatUrl, readChatFormat } from '@scheduling/webhooks'
import type { Cryptography } from '../ground/crypto.ts'
import type { Service } from '../context.ts'
import { invalid, type Problem } from '../contract/problems.ts'
import { bytes } from '../ground/bytes.ts'
import type { WebhookFormat } from './webhook-format.ts'

const LOOK_UP_MS = 2000

export function destinationRules(service: Pick<Service, 'allowLoopbackWebhooks' | 'ownHosts'>) {
  return { allowLoopbackHttp: service.allowLoopbackWebhooks, ownHosts: service.ownHosts }
}

/**
 * Looks the host up, for at most two seconds. A name without an answer by then is accepted, as one that
 * does not resolve is: every delivery checks the address that it dials.
 *
 * @param href what `readUrl` accepted
 * @returns the refusal when the name leads to an address that is not public; else null
 */
export async function refusalOfHost(
  service: Pick<Service, 'allowLoopbackWebhooks' | 'ownHosts' | 'resolver'>,
  href: string,
): Promise<Problem | null> {
  const { promise: expiry, resolve: expire } = Promise.withResolvers<null>()
  const stopping = new AbortController()
  const timer = setTimeout(() => {
    stopping.abort()
    expire(null)
  }, LOOK_UP_MS)
  try {
    const check = await Promise.race([
      resolveDestination(href, destinationRules(service), service.resolver, stopping.signal),
      expiry,
    ])
    return check === null || check.ok ? null : invalid('url', 'invalid_value', check.message)
  } finally {
    clearTimeout(timer)
  }
}

/** What `?url=` of the list compares. */
export function urlHash(crypto: Cryptography, href: string): Uint8Array<ArrayBuffer> {
  return bytes(crypto.hmac('webhook-url', href))
}

/** The columns of an address. Many carry a key in their path or query: none is stored in plain. */
export function urlColumns(crypto: Cryptography, webhookId: string, href: string) {
  return {
    url: null,
    urlSealed: sealField(crypto, webhookId, 'url', href),
    urlHash: urlHash(crypto, href),
  }
}

/** The address as answers show it: of a chat channel it is itself a secret. */
export function shownAddress(format: WebhookFormat, href: string): string {
  return readChatFormat(format) === null ? href : truncateChatUrl(href)
}

/** Name of a webhook that was given none. */
export function defaultName(href: string, most: number): string {
  return new URL(href).host.slice(0, most)
}
