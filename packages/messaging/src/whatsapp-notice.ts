/** What the WhatsApp platform sends to us. Nothing of it is believed before its signature is. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

const SIGNATURE = /^sha256=[0-9a-f]{64}$/

/** @param signature of `X-Hub-Signature-256`: the HMAC of the bytes as they came, with the secret of the app */
export function isSignedBy(
  appSecret: string,
  body: Uint8Array,
  signature: string | undefined,
): boolean {
  if (signature === undefined || !SIGNATURE.test(signature)) return false
  const expected = createHmac('sha256', appSecret).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(signature.slice('sha256='.length), 'hex'))
}

const CHALLENGE = /^[\w.-]{1,200}$/

/**
 * What the platform wants to read when an address is entered there; null: it does not know the token.
 *
 * @param query of the request
 */
export function challengeOf(query: URLSearchParams, verifyToken: string): string | null {
  const challenge = query.get('hub.challenge') ?? ''
  if (query.get('hub.mode') !== 'subscribe' || !CHALLENGE.test(challenge)) return null
  const digest = (text: string) => createHmac('sha256', 'verify').update(text).digest()
  const sent = digest(query.get('hub.verify_token') ?? '')
  return timingSafeEqual(sent, digest(verifyToken)) ? challenge : null
}

/** As the platform limits texts, too. */
const MOST_TEXT_CHARACTERS = 4096
/** Notices hold up to a thousand updates. A larger one is refused whole: the platform sends it again. */
const MOST_UPDATES = 1000
const MOST_ID_CHARACTERS = 200
const MOST_TITLE_CHARACTERS = 300

/** Visible ASCII, as the platform's ids are: what a column cannot hold would undo the whole notice, again and again. */
const ProviderId = z
  .string()
  .max(MOST_ID_CHARACTERS)
  .regex(/^[\x21-\x7E]+$/)
const Phone = z.string().regex(/^\d{6,20}$/)
const Seconds = z.string().regex(/^\d{9,11}$/)

const Message = z.object({
  id: ProviderId,
  from: Phone,
  timestamp: Seconds,
  type: z.string().max(40),
  text: z.object({ body: z.string() }).optional(),
  button: z.object({ payload: z.string().optional(), text: z.string().optional() }).optional(),
  interactive: z
    .object({ button_reply: z.object({ id: z.string(), title: z.string() }).optional() })
    .optional(),
  context: z.object({ id: ProviderId.optional() }).optional(),
})

const Status = z.object({
  id: ProviderId,
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  timestamp: Seconds,
  biz_opaque_callback_data: ProviderId.optional(),
  errors: z
    .array(z.object({ code: z.number().optional(), title: z.string().optional() }))
    .optional(),
})

const Notice = z.object({
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          field: z.string().optional(),
          value: z.object({
            metadata: z.object({ phone_number_id: z.string().max(40) }).optional(),
            messages: z.array(z.unknown()).optional(),
            statuses: z.array(z.unknown()).optional(),
          }),
        }),
      ),
    }),
  ),
})

/** A message as it arrived. */
export type ReceivedMessage = {
  readonly providerId: string
  /** E.164. */
  readonly from: string
  readonly kind: 'text' | 'button' | 'media'
  /** What was written, or the caption; of a button, what stands on it. Empty: nothing. */
  readonly text: string
  /** Of a button: what we gave it. */
  readonly payload: string | null
  /** Which message it answers, by the platform's id. */
  readonly answersId: string | null
}

/** What became of a message of ours. */
export type SentStatus = {
  readonly providerId: string
  /** Ours; null: it is not known. */
  readonly messageId: string | null
  readonly status: z.output<typeof Status>['status']
  /** Epoch milliseconds. */
  readonly at: number
  readonly errorCode: string | null
  readonly errorTitle: string | null
}

export type ReadNotice = {
  readonly messages: readonly ReceivedMessage[]
  readonly statuses: readonly SentStatus[]
}

/**
 * What a notice tells about one number. A message or a status of another shape than expected is left out, so that it does
 * not hold up the others.
 *
 * @param json parsed
 * @returns why it is refused whole, or what it tells
 */
export function readNotice(
  json: unknown,
  phoneNumberId: string,
): ReadNotice | 'too_many' | 'invalid_type' {
  const notice = Notice.safeParse(json).data
  if (notice === undefined) return 'invalid_type'
  const values = notice.entry.flatMap(({ changes }) => changes.map(({ value }) => value))
  const updates = values.flatMap(({ messages = [], statuses = [] }) => [...messages, ...statuses])
  if (Math.max(values.length, updates.length) > MOST_UPDATES) return 'too_many'
  const ours = values.filter(({ metadata }) => metadata?.phone_number_id === phoneNumberId)
  return {
    messages: ours.flatMap(({ messages = [] }) => wellFormed(Message, messages).map(received)),
    statuses: ours.flatMap(({ statuses = [] }) => wellFormed(Status, statuses).map(statusOf)),
  }
}

function wellFormed<Schema extends z.ZodType>(
  schema: Schema,
  values: readonly unknown[],
): z.output<Schema>[] {
  return values.flatMap((value) => {
    const read = schema.safeParse(value)
    return read.success ? [read.data] : []
  })
}

function received(message: z.output<typeof Message>): ReceivedMessage {
  const { button, interactive, text } = message
  const pressed = interactive?.button_reply
  const payload = button?.payload ?? pressed?.id ?? null
  const written = text?.body ?? button?.text ?? pressed?.title ?? ''
  return {
    providerId: message.id,
    from: `+${message.from}`,
    kind: payload !== null ? 'button' : text !== undefined ? 'text' : 'media',
    text: plain(written),
    payload: payload === null ? null : plain(payload, MOST_ID_CHARACTERS),
    answersId: message.context?.id ?? null,
  }
}

function statusOf(status: z.output<typeof Status>): SentStatus {
  const [fault] = status.errors ?? []
  return {
    providerId: status.id,
    messageId: status.biz_opaque_callback_data ?? null,
    status: status.status,
    at: Number(status.timestamp) * 1000,
    errorCode: fault?.code === undefined ? null : `whatsapp_${fault.code}`,
    errorTitle: fault?.title === undefined ? null : plain(fault.title, MOST_TITLE_CHARACTERS),
  }
}

/** Text and line breaks, as much as the platform lets people write, and whole characters of it. */
function plain(text: string, most = MOST_TEXT_CHARACTERS): string {
  const some = text.slice(0, 2 * most).toWellFormed()
  const shown = some.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n]/gu, '')
  return Array.from(shown).slice(0, most).join('')
}
