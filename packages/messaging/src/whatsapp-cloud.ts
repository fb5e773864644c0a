/** Sending over the WhatsApp Cloud API. */
import { z } from 'zod'
import {
  oneLine,
  errorText,
  type MessagingProvider,
  type OutgoingMessage,
  type SendOutcome,
} from './provider.ts'

/** An organization's own number. */
export const WHATSAPP_CLOUD = 'whatsapp_cloud'
/** The number of the service, for organizations without their own. */
export const WHATSAPP_CENTRAL = 'whatsapp_central'
/** With the version whose answers are read here. */
export const WHATSAPP_API_URL = 'https://graph.facebook.com/v23.0'

export type WhatsappNumber = {
  readonly name: typeof WHATSAPP_CLOUD | typeof WHATSAPP_CENTRAL
  /** With the version, without a slash at the end: `https://graph.facebook.com/v23.0`. */
  readonly apiUrl: string
  readonly phoneNumberId: string
  readonly accessToken: string
}

const ANSWER_MS = 15_000
const MOST_ANSWER_CHARACTERS = 20_000
const MOST_TEXT_CHARACTERS = 4096
const MOST_TITLE_CHARACTERS = 20
const MOST_BUTTONS = 3

export function whatsappCloud({
  name,
  apiUrl,
  phoneNumberId,
  accessToken,
}: WhatsappNumber): MessagingProvider {
  return {
    name,
    async send(message) {
      let response: Response
      try {
        response = await fetch(`${apiUrl}/${encodeURIComponent(phoneNumberId)}/messages`, {
          method: 'POST',
          redirect: 'error',
          headers: {
            Authorization: `Bearer ${accessToken}`,
            'Content-Type': 'application/json',
          },
          body: JSON.stringify(bodyOf(message)),
          signal: AbortSignal.timeout(ANSWER_MS),
        })
      } catch (error) {
        return withoutAnswer(error)
      }
      return outcomeOf(response.status, await textOf(response))
    },
  }
}

/** What the platform calls a message, as its reference has it. */
function bodyOf({ id, to, text, buttons, template }: OutgoingMessage): object {
  const envelope = {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: to.replace(/^\+/, ''),
    biz_opaque_callback_data: id,
  }
  if (template !== null) {
    const body = {
      type: 'body',
      parameters: template.values.map((value) => ({ type: 'text', text: placeValue(value) })),
    }
    const pressed = template.buttons.map((payload, index) => ({
      type: 'button',
      sub_type: 'quick_reply',
      index: String(index),
      parameters: [{ type: 'payload', payload }],
    }))
    const components = [...(template.values.length === 0 ? [] : [body]), ...pressed]
    const { name, language } = template
    return {
      ...envelope,
      type: 'template',
      template: { name, language: { code: language }, components },
    }
  }
  const shown = Array.from(text).slice(0, MOST_TEXT_CHARACTERS).join('')
  if (buttons.length === 0 || shown.length > 1024) {
    return { ...envelope, type: 'text', text: { preview_url: false, body: shown } }
  }
  const replies = buttons.slice(0, MOST_BUTTONS).map(({ payload, title }) => ({
    type: 'reply',
    reply: { id: payload, title: title.slice(0, MOST_TITLE_CHARACTERS) },
  }))
  return {
    ...envelope,
    type: 'interactive',
    interactive: { type: 'button', body: { text: shown }, action: { buttons: replies } },
  }
}

/** Values of templates may not hold line breaks, tabs or runs of spaces; an empty one is refused. */
function placeValue(value: string): string {
  const line = oneLine(value)
  return line === '' ? '-' : line
}

const Answer = z.object({
  messages: z.array(z.object({ id: z.string().max(200) })).min(1),
})
const Refusal = z.object({
  error: z.object({ code: z.number(), message: z.string() }),
})

/** Codes of the platform that pass by themselves: too many calls, and faults of its own. */
const PASSING: ReadonlySet<number> = new Set([
  1, 2, 4, 80_007, 130_429, 131_000, 131_016, 131_048, 131_056, 133_004,
])

function outcomeOf(status: number, text: string): SendOutcome {
  const json = jsonOf(text)
  if (status >= 200 && status < 300) {
    const answer = Answer.safeParse(json)
    const [first] = answer.data?.messages ?? []
    return first === undefined
      ? { kind: 'unknown', code: 'no_id', message: 'The platform answered without an id.' }
      : { kind: 'sent', providerId: first.id }
  }
  const refusal = Refusal.safeParse(json).data?.error
  const code = refusal === undefined ? `http_${status}` : `whatsapp_${refusal.code}`
  const message = errorText(refusal?.message ?? `The platform answered ${status}.`)
  const passes =
    status === 429 || (refusal === undefined ? status >= 500 : PASSING.has(refusal.code))
  return { kind: passes ? 'retry' : 'failed', code, message }
}

/** Faults before a connection was there. After that, a request may have arrived. */
const UNCONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

function withoutAnswer(error: unknown): SendOutcome {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined
  const message = errorText(cause instanceof Error ? cause.message : cause)
  const isSure = typeof code === 'string' && UNCONNECTED.has(code)
  return {
    kind: isSure ? 'retry' : 'unknown',
    code: typeof code === 'string' ? code.toLowerCase() : 'no_answer',
    message,
  }
}

/** The beginning of an answer. One that breaks off is as good as none. */
async function textOf(response: Response): Promise<string> {
  if (response.body === null) return ''
  let text = ''
  try {
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      text += piece
      if (text.length > MOST_ANSWER_CHARACTERS) break
    }
  } catch {
    return ''
  }
  return text
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
