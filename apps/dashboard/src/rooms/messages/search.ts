import { id, oneOf, searchOf, text } from '../../address/search.ts'

export const VIEWS = ['sent', 'conversations', 'texts', 'connection'] as const

export const messagesSearch = searchOf({
  view: oneOf(...VIEWS),
  status: oneOf('QUEUED', 'SENT', 'DELIVERED', 'READ', 'FAILED', 'RECEIVED', 'SKIPPED', 'UNKNOWN'),
  /** What a message is about; the page knows the purposes. */
  purpose: text(40),
  channel: oneOf('whatsapp', 'email'),
  client: id(),
  /** The client whose conversation is open. */
  conversation: id(),
  /** The language of the texts that are shown. */
  language: oneOf('pt', 'en'),
  /** The purpose whose text is being edited. */
  text: text(40),
})
