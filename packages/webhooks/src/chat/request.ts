import type { EventEnvelope } from '@scheduling/events'
import { CHAT_PLATFORMS, type ChatFormat } from './chat-format.ts'
import { toDiscord } from './discord.ts'
import { toGoogleChat } from './google-chat.ts'
import type { ChatMessage } from './message.ts'
import { isRecord } from './personal-data.ts'
import { toSlack } from './slack.ts'
import { toTeams } from './teams.ts'

/** One request to a chat platform; `body` is JSON, to be sent as UTF-8 byte for byte. */
export type ChatRequest = {
  method: 'POST' | 'PATCH'
  url: string
  body: string
  /** What to send when `isOriginalGone` says so of the answer; null when there is no other way. */
  fallback: { method: 'POST'; url: string; body: string } | null
}

export type ChatRequestOptions = {
  event: EventEnvelope
  /** Id of the appointment's first message, kept by `readMessageId`; null when none is known. */
  originalMessageId: string | null
}

/** Discord's code for a message that was deleted; 10015 means the webhook itself was. */
const DISCORD_UNKNOWN_WEBHOOK = 10_015
const EDITING_TYPES: ReadonlySet<string> = new Set([
  'appointment.rescheduled',
  'appointment.cancelled',
])

/**
 * What to send for a message. Discord: a rescheduled or cancelled appointment edits its original
 * message, everything else is a new one. Google Chat: one thread per appointment.
 */
export function chatRequest(
  format: ChatFormat,
  message: ChatMessage,
  url: string,
  options: ChatRequestOptions,
): ChatRequest {
  const post = (
    payload: unknown,
    query: Readonly<Record<string, string>> = {},
    address = url,
  ): ChatRequest => ({
    method: 'POST',
    url: withParameters(address, query),
    body: JSON.stringify(payload),
    fallback: null,
  })
  switch (CHAT_PLATFORMS[format]) {
    case 'slack':
      return post(toSlack(message))
    case 'teams':
      return post(toTeams(message))
    case 'google_chat': {
      const threadKey = appointmentThread(options.event)
      const reply = { messageReplyOption: 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD' }
      return post(toGoogleChat(message, threadKey), threadKey === null ? {} : reply)
    }
    case 'discord': {
      // Without `with_components` a webhook that no application owns drops the button silently.
      const address = withApiVersion(url)
      const create = post(toDiscord(message), { wait: 'true', with_components: 'true' }, address)
      const { originalMessageId, event } = options
      if (originalMessageId === null || !EDITING_TYPES.has(event.type)) return create
      return {
        method: 'PATCH',
        url: withParameters(messageUrl(address, originalMessageId), { with_components: 'true' }),
        body: create.body,
        fallback: { method: 'POST', url: create.url, body: create.body },
      }
    }
  }
}

/** Id of the message that an answer created or changed; null where it says none, or is cut. */
export function readMessageId(format: ChatFormat, responseBody: string | null): string | null {
  if (CHAT_PLATFORMS[format] !== 'discord') return null
  const id = readJson(responseBody)?.['id']
  return typeof id === 'string' && /^\d{1,20}$/.test(id) ? id : null
}

/**
 * Whether an edit failed because the original message was deleted, so that `fallback` is due. A 404
 * that does not say why counts too: if the webhook is gone, the new message is answered 404 as well,
 * and only that answer deactivates the webhook.
 */
export function isOriginalGone(
  request: Pick<ChatRequest, 'method' | 'fallback'>,
  status: number | null,
  responseBody: string | null,
): boolean {
  if (request.method !== 'PATCH' || request.fallback === null || status !== 404) return false
  return readJson(responseBody)?.['code'] !== DISCORD_UNKNOWN_WEBHOOK
}

/** The thread of the appointment that an event is about, directly or through deposit or message. */
function appointmentThread(event: EventEnvelope): string | null {
  const { object } = event.data
  const id = event.type.startsWith('appointment.') ? object['id'] : object['appointment_id']
  return typeof id === 'number' ? `appointment-${id}` : null
}

/**
 * Discord shows addresses without a version, which means an old one, whose `Retry-After` is in milliseconds
 * (discord.com/developers: API versioning; changed in version 8).
 */
function withApiVersion(url: string): string {
  const address = new URL(url)
  address.pathname = address.pathname.replace(/^\/api\/(?:v\d+\/)?webhooks\//, '/api/v10/webhooks/')
  return address.href
}

function messageUrl(url: string, messageId: string): string {
  const address = new URL(url)
  const webhook = address.pathname.replace(/\/$/, '')
  address.pathname = `${webhook}/messages/${encodeURIComponent(messageId)}`
  address.searchParams.delete('wait')
  return address.href
}

/** Sets parameters and leaves the others of the address (`key`, `token`, `thread_id`) alone. */
function withParameters(url: string, parameters: Readonly<Record<string, string>>): string {
  const entries = Object.entries(parameters)
  if (entries.length === 0) return url
  const address = new URL(url)
  for (const [name, value] of entries) address.searchParams.set(name, value)
  return address.href
}

function readJson(text: string | null): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}
