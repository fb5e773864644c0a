/** `/calendar/{token}.ics`: what calendar programs read, by the token alone. */
import { findRow, tables } from '@scheduling/database'
import { writeCalendar } from '@scheduling/icalendar'
import { STATE_WORDS, stateOfAppointment } from '@scheduling/messaging'
import type { AppointmentRow } from '../appointments/appointment.ts'
import { calendarEntryOf } from '../appointments/calendar-entry.ts'
import { shownRoom } from '../appointments/meeting-url.ts'
import { readFeed } from '../calendars/read-feed.ts'
import type { Browser, Service } from '../context.ts'
import { languageOf } from '../ground/language.ts'
import { openByToken, countingGuesses } from './links.ts'
import { countRead, type Visited } from './visit.ts'

export type CalendarFile = {
  readonly content: string
  /** Of one appointment: a file that is opened once. Else it is read again and again. */
  readonly isDownload: boolean
}

/**
 * A feed of a professional, or one appointment. Tokens that open neither are counted by address.
 *
 * @throws `404 not_found`, `429 rate_limited`
 */
export async function openCalendar(
  service: Service,
  browser: Pick<Browser, 'attempts' | 'address'>,
  token: string,
): Promise<CalendarFile> {
  await countRead(browser)
  return countingGuesses(browser, async () => {
    const feed = await readFeed(service, browser.attempts, token)
    if (feed !== null) return { content: feed, isDownload: false }
    const opened = await openByToken(service, 'appointment', token, 'appointment_calendar')
    if (opened === null) return null
    return { content: await appointmentFile(opened.visited, opened.row), isDownload: true }
  })
}

/**
 * The appointment as the page of its link shows it. It has no link to that page: a calendar is shared with others, who
 * may see the appointment and not cancel it.
 */
async function appointmentFile(
  { db, organization, publicBaseUrl, now }: Visited,
  row: AppointmentRow,
): Promise<string> {
  const entry = calendarEntryOf(row, organization)
  const isCancelled = entry.status === 'CANCELLED'
  const services = row.services.map(({ service }) => service.name).join(', ')
  const room = shownRoom(row)
  const language = languageOf({ language: row.language ?? organization.language })
  const [latest] = row.deposits
  const deposit = latest === undefined ? null : await findRow(db, tables.deposit, { id: latest.id })
  const isUnpaid = deposit?.status === 'PENDING'
  const state = stateOfAppointment(row.status, { isUnpaid, isPast: +row.endsAt <= now() })
  return writeCalendar({ method: isCancelled ? 'CANCEL' : 'PUBLISH' }, [
    {
      ...entry,
      summary: `${services} · ${organization.name}`,
      description: [STATE_WORDS[state][language], row.professional.name, room]
        .filter((line) => line !== null)
        .join('\n'),
      url: room,
      // RFC 5546 wants one. No mailbox exists for it, so it is an address of the web.
      organizer: { name: organization.name, address: publicBaseUrl },
      attendee: null,
    },
  ])
}
