/** What a message is about, read again before it is sent. */
import type { Client, Message as MessageRow } from '@scheduling/database'
import { formatInstant } from '@scheduling/availability'
import { writeCalendar } from '@scheduling/icalendar'
import {
  STATE_WORDS,
  stateOfAppointment,
  type CalendarPart,
  type Purpose,
} from '@scheduling/messaging'
import type { Language } from '../ground/language.ts'
import type { AppointmentRow } from '../appointments/appointment.ts'
import { cannotChange, changesUntil } from '../appointments/client-changes.ts'
import { calendarEntryOf } from '../appointments/calendar-entry.ts'
import { findAppointment } from '../appointments/load.ts'
import { shownRoom } from '../appointments/meeting-url.ts'
import type { Work } from '../change/system-work.ts'
import { clientName } from '../clients/client.ts'
import { Problem } from '../contract/problems.ts'
import { findDeposit } from '../deposits/load.ts'
import type { About } from '../events/client-messages.ts'
import { linkTo } from '../links/record-link.ts'
import { isOfSandbox } from '../payments/sandbox-page.ts'
import { findQueueEntry } from '../queue/load.ts'
import { findOffered, findWish } from '../waitlist/load.ts'
import { openOffer } from '../waitlist/wish.ts'
import {
  factsOfAppointment,
  factsOfDeposit,
  factsOfOffer,
  factsOfQueueEntry,
  factsOfWish,
  NO_FACTS,
  type Facts,
} from './facts.ts'

/** Why a message is of no use any more, in lower case. */
export type Obsolete =
  | 'gone'
  | 'erased'
  | 'no_address'
  | 'not_opted_in'
  | 'cancelled'
  | 'moved_since'
  | 'past'
  | 'status_changed'
  | 'too_old'
  | 'reminders_stopped'
  | 'quiet_hours'
  | 'outside_conversation'
  | 'unsubscribed'
  | 'too_many'

export type Subject =
  | { readonly obsolete: Obsolete }
  | {
      readonly obsolete: null
      readonly facts: Facts
      /** Null: it is about no appointment. */
      readonly appointment: AppointmentRow | null
      /** The language of the page on which the record was made; null: it was made on no page. */
      readonly language: string | null
    }

/** News that comes a day late misleads more than it helps. Reminders have a time of their own. */
const FRESH_MS = 24 * 60 * 60_000

/**
 * The facts of a message, or why it is of no use any more.
 *
 * @param ageMs since it could first be sent
 */
export async function readSubject(
  work: Work,
  message: Pick<MessageRow, 'purpose' | 'record' | 'recordId' | 'about'>,
  purpose: Purpose,
  ageMs: number,
): Promise<Subject> {
  if (ageMs > FRESH_MS) return { obsolete: 'too_old' }
  const about = aboutOf(message)
  try {
    return await read(work, message, purpose, about)
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return { obsolete: 'gone' }
    throw error
  }
}

/** Safe: the column is written by `messagesOf`, by reminders and by answers alone. */
export function aboutOf({ about }: Pick<MessageRow, 'about'>): About {
  return (about ?? {}) as About
}

async function read(
  work: Work,
  { record, recordId }: Pick<MessageRow, 'record' | 'recordId'>,
  purpose: Purpose,
  about: About,
): Promise<Subject> {
  const { tx, organization } = work
  const extra = { more: about.more ?? null, reason: about.reason ?? null }
  if (recordId === null) return subject(NO_FACTS)
  switch (record) {
    case 'appointment': {
      const row = await findAppointment(tx, organization.id, recordId)
      if (purpose === 'deposit_asked') return latestDeposit(work, row, purpose)
      const obsolete = obsoleteAppointment(row, purpose, about, work)
      if (obsolete !== null) return { obsolete }
      const facts = {
        ...appointmentFacts(work, row),
        ...extra,
        ...(await openDeposit(work, row)),
      }
      return subject(facts, row.language, row)
    }
    case 'queue_entry': {
      const row = await findQueueEntry(tx, organization.id, recordId)
      if (purpose === 'deposit_asked') return latestDeposit(work, row, purpose)
      if (purpose === 'joined' && row.status !== 'WAITING') return { obsolete: 'status_changed' }
      const isCalled = row.status === 'CALLED' && (about.call ?? row.callCount) === row.callCount
      if (purpose === 'called' && !isCalled) return { obsolete: 'status_changed' }
      return subject({ ...factsOfQueueEntry(row, work), ...pageOf(work) }, row.language)
    }
    case 'deposit':
      return depositSubject(work, recordId, purpose)
    case 'waitlist_wish': {
      const wish = await findWish(tx, organization.id, recordId)
      if (wish.status !== 'UNCONFIRMED') return { obsolete: 'status_changed' }
      return subject({ ...factsOfWish(wish, work), ...pageOf(work) }, wish.language)
    }
    case 'waitlist_offer': {
      const wish = await findOffered(tx, organization.id, recordId)
      const offer = openOffer(wish, work.now())
      if (offer?.id !== recordId) return { obsolete: 'status_changed' }
      return subject({ ...factsOfOffer(wish, offer, work), ...pageOf(work) }, wish.language)
    }
    default:
      return subject(NO_FACTS)
  }
}

function subject(
  facts: Facts,
  language: string | null = null,
  appointment: AppointmentRow | null = null,
): Subject {
  return { obsolete: null, facts, appointment, language }
}

function appointmentFacts(work: Work, row: AppointmentRow): Facts {
  const { organization, now } = work
  const canChange = (['reschedule', 'cancel'] as const).every(
    (action) => cannotChange(action, row, { organization, now }) === null,
  )
  const until = changesUntil(row, organization)
  return {
    ...factsOfAppointment(row, work),
    ...pageOf(work),
    changes_until: canChange ? formatInstant(until, organization.timeZone) : null,
  }
}

function pageOf({ publicBaseUrl, organization }: Work): Pick<Facts, 'page'> {
  const { slug, suspendedAt } = organization
  return { page: slug === null || suspendedAt !== null ? null : `${publicBaseUrl}/${slug}` }
}

/** Of an appointment that waits for its payment: how it can be paid. */
async function openDeposit(work: Work, row: AppointmentRow): Promise<Partial<Facts>> {
  const [latest] = row.deposits
  if (latest === undefined) return {}
  const deposit = await findDeposit(work.tx, work.organization.id, latest.id)
  if (deposit.status !== 'PENDING') return {}
  return {
    amount: deposit.amount.toFixed(2),
    until: formatInstant(deposit.expiresAt.getTime(), work.organization.timeZone),
    payment_url: deposit.method === 'MANUAL' ? null : linkTo(work, 'deposit', deposit),
    demonstration: isOfSandbox(deposit),
  }
}

async function latestDeposit(
  work: Work,
  { deposits: [latest] }: Pick<AppointmentRow, 'deposits'>,
  purpose: Purpose,
): Promise<Subject> {
  return latest === undefined ? { obsolete: 'gone' } : depositSubject(work, latest.id, purpose)
}

async function depositSubject(work: Work, id: number, purpose: Purpose): Promise<Subject> {
  const { tx, organization } = work
  const deposit = await findDeposit(tx, organization.id, id)
  const isOver = deposit.status !== 'PENDING'
  if (purpose === 'deposit_asked' && isOver) return { obsolete: 'status_changed' }
  if (purpose === 'deposit_expired' && deposit.status !== 'EXPIRED')
    return { obsolete: 'status_changed' }
  const appointment =
    deposit.appointmentId === null
      ? null
      : await findAppointment(tx, organization.id, deposit.appointmentId)
  const entry =
    deposit.queueEntryId === null
      ? null
      : await findQueueEntry(tx, organization.id, deposit.queueEntryId)
  const language = appointment?.language ?? entry?.language ?? null
  const of = appointment === null ? null : appointmentFacts(work, appointment)
  const ofEntry = {
    ...(entry === null ? NO_FACTS : factsOfQueueEntry(entry, work)),
    ...pageOf(work),
  }
  return subject(factsOfDeposit(deposit, of ?? ofEntry, work), language, appointment)
}

/** Purposes of messages about an appointment that is to take place. */
const AHEAD: ReadonlySet<Purpose> = new Set(['booked', 'confirmed', 'moved', 'room', 'reminder'])

function obsoleteAppointment(
  row: AppointmentRow,
  purpose: Purpose,
  about: About,
  work: Work,
): Obsolete | null {
  const isCancelled = row.status.startsWith('CANCELLED')
  if (purpose === 'cancelled') return isCancelled ? null : 'status_changed'
  if (purpose === 'no_show') return row.status === 'NO_SHOW' ? null : 'status_changed'
  if (!AHEAD.has(purpose)) return null
  if (isCancelled) return 'cancelled'
  if (row.status !== 'PENDING' && row.status !== 'CONFIRMED') return 'status_changed'
  if (row.startsAt.getTime() <= work.now()) return 'past'
  return isSameStart(about, row) ? null : 'moved_since'
}

/** Whether an appointment is when a message said, which has the seconds of events. */
export function isSameStart(
  { start }: Pick<About, 'start'>,
  { startsAt }: Pick<AppointmentRow, 'startsAt'>,
): boolean {
  return start === undefined || Date.parse(start) === Math.floor(startsAt.getTime() / 1000) * 1000
}

/** How each purpose stands in calendars. Those that are left out change nothing there. */
const CALENDAR_METHODS: Partial<Record<Purpose, CalendarPart['method']>> = {
  booked: 'REQUEST',
  confirmed: 'REQUEST',
  moved: 'REQUEST',
  room: 'REQUEST',
  reminder: 'REQUEST',
  cancelled: 'CANCEL',
  // A payment confirms the appointment, and its lack cancels it.
  deposit_paid: 'REQUEST',
  deposit_expired: 'CANCEL',
}

/** Null: it changes nothing in calendars. */
function calendarMethod(
  purpose: Purpose,
  { status }: Pick<AppointmentRow, 'status'>,
): CalendarPart['method'] | null {
  const method = CALENDAR_METHODS[purpose] ?? null
  const isCancelled = status.startsWith('CANCELLED')
  return method === null || (method === 'CANCEL') !== isCancelled ? null : method
}

/** The appointment for the calendar of the client; null where the message has none. */
export function calendarPart(
  work: Work,
  message: {
    readonly purpose: Purpose
    readonly to: string
    readonly subject: string
    readonly text: string
    readonly appointment: AppointmentRow
    readonly language: Language
    readonly isUnpaid: boolean
  },
  client: Pick<Client, 'firstName' | 'lastName'>,
  organizer: string,
): CalendarPart | null {
  const { purpose, language, appointment: row } = message
  const method = calendarMethod(purpose, row)
  if (method === null) return null
  const { organization } = work
  const state = stateOfAppointment(row.status, { isUnpaid: message.isUnpaid })
  const content = writeCalendar({ method }, [
    {
      ...calendarEntryOf(row, organization),
      summary: `${row.services.map(({ service }) => service.name).join(', ')} · ${organization.name}`,
      description: `${STATE_WORDS[state][language]}\n\n${message.text}`,
      url:
        method === 'CANCEL'
          ? null
          : (shownRoom(row) ?? linkTo(work, 'appointment', row, 'appointment_message')),
      organizer: { name: organization.name, address: `mailto:${organizer}` },
      attendee: { name: clientName(client), address: `mailto:${message.to}` },
    },
  ])
  return { method, content }
}
