/** What a client's answer is about. */
import {
  column,
  findRow,
  findRows,
  Prisma,
  query,
  sqlOf,
  tables,
  type Message as MessageRow,
} from '@scheduling/database'
import type { AppointmentRow } from '../appointments/appointment.ts'
import { findAppointment } from '../appointments/load.ts'
import { instantIn } from '../ground/sql-instant.ts'
import type { Work } from '../change/system-work.ts'
import { Problem } from '../contract/problems.ts'
import { QUESTIONS, TYPED } from './purpose.ts'
import { aboutOf, isSameStart } from './subject.ts'

/** How long a question stays open. */
const OPEN_MS = 48 * 60 * 60_000

/**
 * The appointment that an answer is about: that of the message it replies to, else that of the only open question. SIM
 * without one can be said again of what is confirmed. Null: it is not known, or it is another appointment by now.
 */
export async function questionOf(
  work: Work,
  row: MessageRow,
  word: 'confirm' | 'cancel',
): Promise<AppointmentRow | null> {
  const { tx, organization } = work
  const sent = {
    organizationId: organization.id,
    direction: 'OUTBOUND',
    channel: row.channel,
    record: 'appointment',
  }
  if (row.answersId !== null) {
    const answered = await findRow(tx, tables.message, { ...sent, providerId: row.answersId })
    return answered === null ? null : askedIn(work, row, answered)
  }
  const open = await findRows(
    tx,
    tables.message,
    {
      organizationId: organization.id,
      direction: 'OUTBOUND',
      channel: row.channel,
      address: row.address,
      purpose: [...QUESTIONS, TYPED],
      status: ['SENT', 'DELIVERED', 'READ', 'UNKNOWN'],
      createdAt: Prisma.sql`> ${new Date(row.createdAt.getTime() - OPEN_MS)}`,
    },
    { orderBy: Prisma.sql`r.created_at DESC`, limit: QUESTIONS_READ },
  )
  const asked = new Map<number, AppointmentRow>()
  const confirmed = new Map<number, AppointmentRow>()
  // What the team typed since may be what is answered: "do you need parking?", "no".
  if (open[0]?.purpose === TYPED) return null
  for (const question of open) {
    const found = await askedIn(work, row, question)
    if (found === null) continue
    const about = aboutOf(question)
    if (about.asked === found.status && about.answered !== true) asked.set(found.id, found)
    else if (word === 'confirm' && found.status === 'CONFIRMED') confirmed.set(found.id, found)
  }
  const [only, ...others] = (asked.size > 0 ? asked : confirmed).values()
  return only === undefined || others.length > 0 ? null : only
}

/** Two appointments are enough to be unclear, and each may have been asked about several times. */
const QUESTIONS_READ = 20

/** The appointment that a message asked about, if it is still what it was then, and the phone is still its client's. */
async function askedIn(
  work: Work,
  answer: MessageRow,
  question: MessageRow,
): Promise<AppointmentRow | null> {
  const { tx, organization } = work
  if (question.recordId === null || question.address !== answer.address) return null
  let row: AppointmentRow
  try {
    row = await findAppointment(tx, organization.id, question.recordId)
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null
    throw error
  }
  const isAhead = row.startsAt.getTime() > work.now()
  const isOpen = row.status === 'PENDING' || row.status === 'CONFIRMED'
  if (!isSameStart(aboutOf(question), row) || !isAhead || !isOpen) return null
  const client = await findRow(tx, tables.client, {
    organizationId: organization.id,
    id: row.clientId,
  })
  return client?.phoneKey === answer.address ? row : null
}

const upcomingOf = query({
  name: 'next appointment of a phone',
  text: `SELECT a.id FROM appointment a JOIN client c ON c.id = a.client_id
    WHERE a.organization_id = $1::int AND c.phone_key = $2::text AND a.status IN ('PENDING', 'CONFIRMED')
      AND a.starts_at > ${instantIn('$3')}
    ORDER BY a.starts_at, a.id LIMIT 1`,
  row: { id: column.int },
})

/** Of the client who wrote, if it is the only one with this phone and has one appointment ahead: its link helps. */
export async function onlyUpcoming(work: Work, row: MessageRow): Promise<AppointmentRow | null> {
  const { tx, organization } = work
  const [next] = await upcomingOf(sqlOf(tx), [organization.id, row.address, work.now()])
  return next === undefined ? null : findAppointment(tx, organization.id, next.id)
}
