/** Makes one message ready to be handed over, and marks it before that. */
import { changeMessage } from './change-message.ts'
import {
  column,
  findRow,
  Prisma,
  query,
  selected,
  sqlOf,
  tables,
  type Client,
  type Message as MessageRow,
} from '@scheduling/database'
import {
  centralProvider,
  WHATSAPP_CLOUD,
  whatsappCloud,
  type EmailProvider,
  type MessagingProvider,
  type OutgoingMessage,
} from '@scheduling/messaging'
import type { Work } from '../change/system-work.ts'
import { phoneKey } from '../clients/phone.ts'
import { unsubscribeLink } from '../links/unsubscribe-link.ts'
import { inNameOf, templateNameAt } from './central-message.ts'
import { isUsable } from './connection.ts'
import { contactAt, hasAgreed, isInConversation } from './contact.ts'
import { isUnpaid } from './written-facts.ts'
import { mailPage } from './mail-page.ts'
import { asPurpose } from './purpose.ts'
import { outsideQuietHours } from './reminder-due.ts'
import { calendarPart, type Obsolete } from './subject.ts'
import { isOneTooMany, moveMessageAt, standingOf } from './visitor-limit.ts'
import { accountOf } from './whatsapp-account.ts'
import {
  typedText,
  textOf,
  aboutWhenSent,
  templateOf,
  buttonsFor,
  valueAt,
} from './message-text.ts'
import type { DueRow } from './message-text.ts'

/** Who carries messages of live organizations. */
export type Carriers = {
  /** Null: no mail server is configured. */
  readonly email: EmailProvider | null
  /** With the version, without a slash at the end. */
  readonly whatsappApiUrl: string
}

export type Prepared = { readonly provider: MessagingProvider; readonly message: OutgoingMessage }

/** Takes everything, and sends nothing: for test organizations. */
export const OUTBOX: MessagingProvider = {
  name: 'outbox',
  send: async () => ({ kind: 'sent', providerId: null }),
}

/**
 * Locks a message that is due, reads its record again, and writes that it is being handed over. What is obsolete is
 * `SKIPPED`; what there is no way to send for waits.
 *
 * @returns null: there is nothing to send
 */
export async function prepare(
  work: Work,
  carriers: Carriers,
  messageId: string,
): Promise<Prepared | null> {
  const due = await lockedDue(work, messageId)
  if (due === null) return null
  const { row, lockedAt } = due
  const client = await clientOf(work, row)
  const to = row.channel === 'email' ? client?.email : client?.phone
  if (client === null) return skipped(work, row, 'erased')
  if (to == null) return skipped(work, row, 'no_address')
  const address = row.channel === 'email' ? to : phoneKey(to)
  const contact = await contactAt(work, row.channel, address)
  const purpose = asPurpose(row.purpose)
  // Consent may have ended, or the phone may be another one, since the message was written.
  if (
    row.channel === 'whatsapp' &&
    purpose !== null &&
    !(await hasAgreed(work, row, contact, address))
  )
    return byMailInstead(work, row, client)
  const canBeStopped = row.visitor !== null || purpose === 'reminder'
  if (canBeStopped && contact?.unsubscribedAt != null) return skipped(work, row, 'unsubscribed')
  const made = purpose === null ? typedText(work, row) : await textOf(work, due, purpose, contact)
  if (made.obsolete !== null) return skipped(work, row, made.obsolete)
  if (purpose === 'reminder' && made.appointment !== null) {
    const start = made.appointment.startsAt.getTime()
    const at = outsideQuietHours(work.now(), start, work.organization.timeZone)
    if (at === null) return skipped(work, row, 'quiet_hours')
    if (at > work.now()) return waits(work, row, at)
  }
  const dueAt = await moveMessageAt(work, row)
  if (dueAt === null) return skipped(work, row, 'moved_since')
  if (dueAt > work.now()) return waits(work, row, dueAt)
  const needsTemplate = row.channel === 'whatsapp' && !isInConversation(work, contact)
  const template = needsTemplate ? templateOf(purpose) : null
  if (needsTemplate && template === null) return skipped(work, row, 'outside_conversation')
  const provider = await providerFor(work, carriers, row)
  const standing = await standingOf(work, row)
  if (await isOneTooMany(work, { ...row, address }, standing)) return skipped(work, row, 'too_many')
  const text = { subject: made.subject, text: made.text, recipient: to, address }
  if (provider === null) {
    await changeMessage(work.tx, row.id, { ...text, nextAttemptAt: null })
    return null
  }
  await changeMessage(work.tx, row.id, {
    ...text,
    attempts: Prisma.sql`r.attempts + 1`,
    callingSince: lockedAt,
    provider: provider.name,
    template: template === null ? null : templateNameAt(provider, template.name),
    language: made.language,
    ...(purpose === null ? {} : { about: aboutWhenSent(row, made) }),
  })
  const buttons = purpose === null || !made.isQuestion ? [] : buttonsFor(made.language)
  const unsubscribeUrl =
    standing.isByVisitor && !standing.isProven ? unsubscribeLink(work, row.id) : null
  const { facts, language } = made
  return inNameOf(work.organization, {
    provider,
    message: {
      id: row.id,
      to,
      subject: made.subject,
      sender: work.organization.name,
      text: made.text,
      page:
        row.channel !== 'email' || purpose === null || facts === null
          ? null
          : mailPage(work, { purpose, facts, language, unsubscribeUrl }),
      calendar:
        row.channel !== 'email' || purpose === null || made.appointment === null
          ? null
          : calendarPart(
              work,
              {
                purpose,
                to,
                ...made,
                appointment: made.appointment,
                isUnpaid: facts !== null && isUnpaid(facts),
              },
              client,
              carriers.email?.address ?? 'no-reply@localhost',
            ),
      buttons: row.channel === 'whatsapp' ? buttons : [],
      unsubscribeUrl,
      template:
        template === null || made.facts === null
          ? null
          : {
              name: template.name,
              language: made.language === 'en' ? 'en' : 'pt_BR',
              values: template.places.map((place) => valueAt(made.facts, place)),
              buttons: made.isQuestion ? buttons.map(({ payload }) => payload) : [],
            },
    },
  })
}

const dueLocked = query({
  name: 'due message locked',
  text: `SELECT ${selected(tables.message.columns, 'm')}, clock_timestamp() AS "lockedAt" FROM message m
    WHERE m.id = $1::text AND m.status = 'QUEUED' AND m.calling_since IS NULL AND m.next_attempt_at <= $2::timestamptz
    FOR UPDATE SKIP LOCKED`,
  row: { ...tables.message.columns, lockedAt: column.dateTime },
})

/** Null: another worker has it, or it is not due. */
async function lockedDue({ tx, now }: Work, id: string): Promise<DueRow | null> {
  const [locked] = await dueLocked(sqlOf(tx), [id, new Date(now())])
  if (locked === undefined) return null
  const { lockedAt, ...row } = locked
  return { row, lockedAt }
}

/** A merge that ran while the message was written has not seen it: then it goes to the client that is left. */
async function clientOf({ tx }: Work, row: MessageRow): Promise<Client | null> {
  const { organizationId, clientId } = row
  if (clientId === null) return null
  const client = (id: number) => findRow(tx, tables.client, { organizationId, id })
  const found = await client(clientId)
  if (found !== null) return found
  const merged = await findRow(tx, tables.mergedClient, { organizationId, id: clientId })
  if (merged === null) return null
  await changeMessage(tx, row.id, { clientId: merged.mergedInto })
  return client(merged.mergedInto)
}

async function skipped({ tx }: Work, row: MessageRow, reason: Obsolete): Promise<null> {
  await changeMessage(tx, row.id, { status: 'SKIPPED', errorCode: reason, nextAttemptAt: null })
  return null
}

/** @param at epoch milliseconds, by the clock of the organization */
async function waits({ tx }: Work, { id }: MessageRow, at: number): Promise<null> {
  await changeMessage(tx, id, { nextAttemptAt: new Date(at) })
  return null
}

/** The next sweep sends it as an e-mail, unless there is one of the same cause already. */
async function byMailInstead(work: Work, row: MessageRow, { email }: Client): Promise<null> {
  if (email === null) return skipped(work, row, 'not_opted_in')
  const { tx } = work
  const { organizationId, record, recordId, purpose, cause } = row
  const channel = 'email'
  const other = await findRow(tx, tables.message, {
    organizationId,
    record,
    recordId,
    purpose,
    channel,
    cause,
  })
  if (other !== null) return skipped(work, row, 'not_opted_in')
  await changeMessage(tx, row.id, { channel, recipient: email, address: email })
  return null
}

/** Null: there is none, and the message waits. */
async function providerFor(
  work: Work,
  { email, whatsappApiUrl }: Carriers,
  row: MessageRow,
): Promise<MessagingProvider | null> {
  if (!work.organization.livemode) return OUTBOX
  if (row.channel === 'email') return email
  const { organizationId } = row
  const connection = await findRow(work.tx, tables.messagingConnection, { organizationId })
  if (!isUsable(connection, work.organization)) return null
  if (connection?.channel === 'central') {
    const { centralNumber } = work
    return centralNumber === null ? null : centralProvider(centralNumber, whatsappApiUrl)
  }
  const account = await accountOf(work, work.tx, organizationId)
  if (account === null) return null
  return whatsappCloud({
    name: WHATSAPP_CLOUD,
    apiUrl: whatsappApiUrl,
    phoneNumberId: account.phoneNumberId,
    accessToken: account.credentials.access_token,
  })
}
