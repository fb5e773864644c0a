import { CHAT_FORMATS } from '@scheduling/webhooks'

/** As stored and returned; the names of the chat platforms are accepted on input. */
export const WEBHOOK_FORMATS = ['generic', ...CHAT_FORMATS, 'custom'] as const
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number]

/** @throws on a format that this version does not know */
export function formatOf(stored: string): WebhookFormat {
  const format = WEBHOOK_FORMATS.find((known) => known === stored)
  if (format === undefined) throw new Error(`"${stored}" is not a webhook format.`)
  return format
}
