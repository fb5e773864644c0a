import { sealField } from '@scheduling/delivery'
import { truncateChatUrl, readChatFormat } from '@scheduling/webhooks'
import type { Cryptography } from '../ground/crypto.ts'
import { bytes } from '../ground/bytes.ts'
import type { WebhookFormat } from './webhook-format.ts'

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
