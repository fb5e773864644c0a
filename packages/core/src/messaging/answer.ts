/** Acts on what clients answer. */
import { changeMessage } from './change-message.ts'
import {
  column,
  countRows,
  findRow,
  upsertRow,
  Prisma,
  query,
  sqlOf,
  tables,
  type Message as MessageRow,
} from '@scheduling/database'
import { answerIn, CATALOGUE, type AnswerWord, type Purpose } from '@scheduling/messaging'
import type { AppointmentRow } from '../appointments/appointment.ts'
import { closeQuestions } from '../appointments/asked.ts'
import { cancelForClient } from '../appointments/cancel-booked.ts'
import { confirmForClient } from '../appointments/confirm-booked.ts'
import { workOf, type Work } from '../change/system-work.ts'
import { writeMessages } from '../change/write-messages.ts'
import { clientName } from '../clients/client.ts'
import { Problem } from '../contract/problems.ts'
import { SYSTEM_WORK } from '../events/emissions.ts'
import type { NewMessage } from '../events/client-messages.ts'
import type { Actor, Service } from '../context.ts'
import { each } from '../ground/each.ts'
import { asPurpose } from './purpose.ts'
import { onlyUpcoming, questionOf } from './question-of.ts'
import { lockedMessage } from './send.ts'

const SYSTEM: Actor = { type: 'system', id: null, name: null }

/** Answers that one address gets from us in an hour: two machines that answer each other must come to an end. */
const ANSWERS_MOST = 10
const HOUR_MS = 60 * 60_000

/** Acts on messages that arrived, each once. Most are for people to read, and nothing happens. */
export function answerMessages(service: Service, ids: readonly string[]): Promise<void> {
  return each(ids, async (id) => {
    for (const earlier of await waitingBefore(service, id)) {
      // A job of its own repeats and reports what fails. It must not hold up what came later.
      await answerMessage(service, earlier).catch(() => undefined)
    }
    await answerMessage(service, id)
  })
}

/** More than a person writes in a moment. */
const EARLIER_READ = 20
/** What is older has failed several times: its turn is over. */
const EARLIER_SECONDS = 60

const waiting = query({
  name: 'answers waiting before another',
  text: `SELECT m.id FROM message seen CROSS JOIN LATERAL (
      SELECT one.id, one.created_at FROM message one
      WHERE one.organization_id = seen.organization_id AND one.channel = seen.channel AND one.address = seen.address
        AND one.direction = 'INBOUND' AND one.created_at < seen.created_at
        AND one.created_at > seen.created_at - interval '${EARLIER_SECONDS} seconds'
      ORDER BY one.created_at DESC LIMIT ${EARLIER_READ}) nearest
    JOIN message m ON m.id = nearest.id AND m.read_at IS NULL
    WHERE seen.id = $1 ORDER BY nearest.created_at`,
  row: { id: column.text },
})

/** Of the same phone: jobs run beside each other, and SIM, then NÃO, must not become NÃO, then SIM. */
async function waitingBefore(service: Service, id: string): Promise<string[]> {
  const rows = await waiting(sqlOf(service.db), [id])
  return rows.map((row) => row.id)
}

async function answerMessage(service: Service, messageId: string): Promise<void> {
  const seen = await findRow(service.db, tables.message, { id: messageId })
  if (seen === null || seen.direction !== 'INBOUND') return
  const word = wordOf(seen)
  if (word === null) return
  const initiator = {
    actorOf: (actor: Actor) => actor,
    source: 'messaging' as const,
    requestId: service.newId('req'),
    declared: { name: 'answerClient', emits: SYSTEM_WORK.answerClient.emits, notes: [] },
  }
  await workOf(service, seen.organizationId, initiator, (work) => act(work, messageId, word))
}

/** What a message that arrived asks for. Of a button, what we gave it; else what was written. Null: people read it. */
export function wordOf(row: MessageRow): AnswerWord | null {
  const payload: unknown =
    typeof row.about === 'object' && row.about !== null ? Reflect.get(row.about, 'payload') : null
  return wordIn({ payload, text: row.text ?? '' })
}

export function wordIn(of: {
  readonly payload: unknown
  readonly text: string
}): AnswerWord | null {
  const { payload, text } = of
  if (payload === 'confirm' || payload === 'cancel') return payload
  return typeof payload === 'string' ? null : answerIn(text)
}

/** @returns who did it */
async function act(work: Work, messageId: string, word: AnswerWord): Promise<Actor> {
  const row = await lockedMessage(work, messageId)
  // `readAt` of what arrived: when it was worked on. A job may run twice.
  if (row === null || row.readAt !== null || row.address === null) return SYSTEM
  await lockContact(work, row)
  await changeMessage(work.tx, row.id, { readAt: new Date(work.realNow()) })
  if (word === 'stop' || word === 'start') {
    await bindReminders(work, row, word)
    await reply(work, row, word === 'stop' ? 'answer_stopped' : 'answer_started', null)
    return SYSTEM
  }
  const asked = await questionOf(work, row, word)
  if (asked === null) {
    await reply(work, row, 'answer_open', await onlyUpcoming(work, row))
    return SYSTEM
  }
  const actor: Actor = {
    type: 'client',
    id: String(asked.clientId),
    name: clientName(asked.client),
  }
  await (word === 'confirm' ? confirm(work, row, asked) : cancel(work, row, asked))
  return actor
}

/** Answers of one phone wait for each other: they count what was answered, and act on what the others left. */
async function lockContact({ tx }: Work, row: MessageRow): Promise<void> {
  const { organizationId, channel, address } = row
  if (address === null) return
  const contact = { organizationId, channel, address }
  await findRow(tx, tables.messagingContact, contact, { lock: 'UPDATE' })
}

/** STOP binds the address and not the client, for reminders alone. */
async function bindReminders(work: Work, row: MessageRow, word: 'stop' | 'start'): Promise<void> {
  const { organizationId, channel, address } = row
  if (address === null) return
  const remindersStoppedAt = word === 'stop' ? new Date(work.realNow()) : null
  await upsertRow(
    work.tx,
    tables.messagingContact,
    { organizationId, channel, address },
    { remindersStoppedAt },
  )
}

async function confirm(work: Work, row: MessageRow, asked: AppointmentRow): Promise<void> {
  try {
    const { outcome, row: now } = await confirmForClient(work, asked.id)
    if (outcome === 'unpaid') return reply(work, row, 'answer_unpaid', now)
    await closeQuestions(work, asked.id, row)
    if (outcome === 'already') return reply(work, row, 'answer_confirmed', now)
  } catch (error) {
    await refused(work, row, asked, error)
  }
}

async function cancel(work: Work, row: MessageRow, asked: AppointmentRow): Promise<void> {
  try {
    await cancelForClient(work, asked.id, null)
  } catch (error) {
    await refused(work, row, asked, error)
  }
}

/** What the rules do not allow is decided before anything is written. All other errors undo the whole. */
async function refused(
  work: Work,
  row: MessageRow,
  asked: AppointmentRow,
  error: unknown,
): Promise<void> {
  const isRule =
    error instanceof Problem &&
    (error.code === 'appointment_not_editable' || error.code === 'action_not_allowed')
  if (!isRule) throw error
  await reply(work, row, 'answer_too_late', asked)
}

/**
 * Answers at once, within the conversation. A stranger gets no answer.
 *
 * @param about null: it is about no appointment
 */
async function reply(
  work: Work,
  row: MessageRow,
  purpose: Extract<Purpose, `answer_${string}`>,
  about: AppointmentRow | null,
): Promise<void> {
  const { tx, organization } = work
  const clientId = about?.clientId ?? row.clientId
  if (clientId === null) return
  const recent = await countRows(tx, tables.message, {
    organizationId: organization.id,
    channel: row.channel,
    address: row.address,
    direction: 'OUTBOUND',
    purpose: ANSWERS,
    createdAt: Prisma.sql`> ${new Date(row.createdAt.getTime() - HOUR_MS)}`,
  })
  if (recent >= ANSWERS_MOST) return
  const message: NewMessage = {
    id: work.newId('msg'),
    purpose,
    record: about === null ? 'client' : 'appointment',
    record_id: about?.id ?? clientId,
    client_id: clientId,
    cause: row.id,
    about: {},
  }
  await writeMessages(tx, organization.id, [message])
}

const ANSWERS = Object.keys(CATALOGUE).filter((name) => asPurpose(name)?.startsWith('answer_'))
