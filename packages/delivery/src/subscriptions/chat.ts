import { readChatFormat, type ChatFormat } from '@scheduling/webhooks'
import { WEBHOOK_LIMITS } from '@scheduling/webhooks/limits'

/** Between two messages to one channel. */
export const CHAT_PAUSE_MS = WEBHOOK_LIMITS.chatPauseSeconds * 1000

type Formatted = { readonly format: string }

export function isChat({ format }: Formatted): boolean {
  return readChatFormat(format) !== null
}

/** @throws for a webhook that is not a chat channel */
export function chatFormatOf({ format }: Formatted): ChatFormat {
  const chat = readChatFormat(format)
  if (chat === null) throw new Error(`"${format}" is not a chat format.`)
  return chat
}
