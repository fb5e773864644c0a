/** E-mail over SMTP. */
import { Readable } from 'node:stream'
import type { Transporter } from 'nodemailer'
import { renderMail } from './mail/render-mail.ts'
import {
  errorText,
  oneLine,
  type MessagingProvider,
  type OutgoingMessage,
  type SendOutcome,
} from './provider.ts'
import { senderAddress } from './sender.ts'

/** Nodemailer's own waits are minutes long: a server that hangs would keep every place in the line. */
const CONNECT_MS = 10_000
const ANSWER_MS = 20_000

export type EmailProvider = MessagingProvider & {
  /** The address of the sender, without a name. */
  readonly address: string
  close(): void
}

/** @param from as in `Agenda <no-reply@example.com>`. A mail of a clinic has the name of the clinic instead. */
export function emailOver(smtpUrl: string, from: string): EmailProvider {
  const url = new URL(smtpUrl)
  const waits = {
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
  }
  for (const [name, value] of Object.entries(waits)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(value))
  }
  let connected: Promise<Transporter> | null = null
  // Loaded with the first message.
  const transport = () =>
    (connected ??= import('nodemailer').then(({ createTransport }) => createTransport(url.href)))
  const address = senderAddress(from)
  if (address === null) throw new TypeError('The sender of e-mails has no address.')
  return {
    name: 'smtp',
    address,
    send: async (message) => sendOver(await transport(), { from, address }, message),
    close: () => void connected?.then((opened) => opened.close()),
  }
}

type Sender = { readonly from: string; readonly address: string }

async function sendOver(
  transport: Transporter,
  { from, address }: Sender,
  message: OutgoingMessage,
): Promise<SendOutcome> {
  const { id, to, subject, sender, text, page, calendar } = message
  const messageId = `<${id}@${address.slice(address.lastIndexOf('@') + 1)}>`
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer/index.js')
  let isHandedOver = false
  try {
    const composed = new MailComposer({
      from: sender === null ? from : { name: oneLine(sender), address },
      to,
      subject: subject.replaceAll(/\p{Cc}+/gu, ' '),
      text,
      ...(page === null ? {} : { html: renderMail(page, message) }),
      messageId,
      // Out-of-office replies would not be read.
      headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(message) },
      ...(calendar === null ? {} : { icalEvent: { ...calendar, filename: 'invite.ics' } }),
      disableFileAccess: true,
      disableUrlAccess: true,
    }).compile()
    const body = await composed.build()
    const raw = Readable.from([body], { objectMode: false })
    raw.once('end', () => (isHandedOver = true))
    await transport.sendMail({ envelope: { from: address, to: [to] }, raw })
    return { kind: 'sent', providerId: messageId }
  } catch (error) {
    return outcomeOf(error, isHandedOver)
  }
}

/** Mail programs show a button for it, and post to the address (RFC 8058). */
function unsubscribeHeaders({ unsubscribeUrl: url }: OutgoingMessage): Record<string, string> {
  if (url === null) return {}
  return {
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/** What the server said decides. Without a word of it, what was handed over may have arrived. */
function outcomeOf(error: unknown, isHandedOver: boolean): SendOutcome {
  const field = (name: string): unknown =>
    error instanceof Error ? Reflect.get(error, name) : undefined
  const answer = field('responseCode')
  const message = errorText(field('response') ?? (error instanceof Error ? error.message : error))
  if (typeof answer === 'number') {
    const kind = answer >= 400 && answer < 500 ? 'retry' : 'failed'
    return { kind, code: `smtp_${answer}`, message }
  }
  const code = String(field('code') ?? 'error').toLowerCase()
  if (isHandedOver) return { kind: 'unknown', code, message }
  return { kind: code === 'eenvelope' ? 'failed' : 'retry', code, message }
}
