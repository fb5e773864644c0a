import { isEventType, type EventEnvelope } from '@scheduling/events'
import { WEBHOOK_LIMITS } from '../limits.ts'
import type { Stopwatch } from '../template/stopwatch.ts'
import type { KnownEvent } from '../template/event-names.ts'
import { describeFault, type TemplateError } from '../template/template.ts'
import type { ChatLanguage } from './format-value.ts'
import { previewTitle, renderMessageTemplate, type RenderedTitle } from './message-template.ts'
import { oneLine } from './one-line.ts'
import { eventForChat } from './personal-data.ts'
import { recordFacts, type ChatField } from './record-facts.ts'
import { LABELS, TITLES } from './texts.ts'

/** A message before it is put in a platform's form: plain texts, nothing escaped, one line each. */
export type ChatMessage = {
  title: string
  fields: ChatField[]
  button: { label: string; url: string } | null
  /** The message in one line, for notices and for clients that show no cards. */
  text: string
  /** Name of the organization, for channels that receive events of several. */
  sender: string
  /** Why the subscription's own title could not be rendered; the usual title stands instead. */
  templateFault: string | null
}

export type ChatMessageOptions = {
  organization: { name: string; timezone: string; language: ChatLanguage }
  showFullPersonalData: boolean
  /** Replaces the title; null for the usual one. */
  messageTemplate: string | null
  /** Page of the record in the dashboard; null for a message without button. */
  recordUrl: string | null
  /** Epoch milliseconds. */
  now: number
  elapsedMs: Stopwatch
}

/** The message of one event. Unknown types get their name as title: the catalogue may grow. */
export function chatMessage(event: EventEnvelope, options: ChatMessageOptions): ChatMessage {
  const { messageTemplate } = options
  const own =
    messageTemplate === null ? null : renderMessageTemplate(messageTemplate, { ...options, event })
  return messageOf(event, options, own)
}

export type MessagePreview =
  | { ok: true; message: ChatMessage }
  | { ok: false; errors: TemplateError[] }

/**
 * The message that a title template makes of a sample event, or all that is wrong with the template.
 *
 * @param events names of parts that none of them has are errors
 */
export function previewMessage(
  event: EventEnvelope,
  options: ChatMessageOptions,
  events: readonly KnownEvent[],
): MessagePreview {
  const { messageTemplate } = options
  if (messageTemplate === null) return { ok: true, message: chatMessage(event, options) }
  const { title, errors } = previewTitle(messageTemplate, { ...options, event }, events)
  if (errors.length > 0) return { ok: false, errors }
  return { ok: true, message: messageOf(event, options, { title, faults: [] }) }
}

/** @param own of a title template; null without one */
function messageOf(
  event: EventEnvelope,
  options: ChatMessageOptions,
  own: RenderedTitle | null,
): ChatMessage {
  const { organization } = options
  const { language } = organization
  const seen = eventForChat(event, options.showFullPersonalData)
  const ownTitle = oneLine(own?.title ?? '', WEBHOOK_LIMITS.chatTitleCharacters)
  const usualTitle = isEventType(seen.type) ? TITLES[seen.type][language] : seen.type
  const title = ownTitle === '' ? oneLine(usualTitle, WEBHOOK_LIMITS.chatTitleCharacters) : ownTitle
  const fields = recordFacts(seen, organization.timezone, language).map(({ label, value }) => ({
    label,
    value: oneLine(value, WEBHOOK_LIMITS.chatValueCharacters),
  }))
  const summary = fields
    .slice(0, 2)
    .map(({ value }) => value)
    .join(' · ')
  const fault = own?.faults[0]
  return {
    title,
    fields,
    button:
      options.recordUrl === null
        ? null
        : { label: LABELS.openRecord[language], url: options.recordUrl },
    text: summary === '' ? title : `${title}: ${summary}`,
    sender: oneLine(organization.name, WEBHOOK_LIMITS.chatValueCharacters),
    templateFault: fault === undefined ? null : describeFault(fault),
  }
}
