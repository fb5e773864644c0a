/** The appointments of a professional, as a file that calendar programs read again and again. */
import { addDays, localDateOf, startOfLocalDay } from '@scheduling/availability'
import {
  column,
  query,
  requireRow,
  selected,
  sqlOf,
  tables,
  type AppointmentStatus,
  type AppointmentType,
  type CalendarFeedKind,
  type Organization,
  type RowOf,
} from '@scheduling/database'
import { CALENDAR_END, calendarEntry, calendarHead } from '@scheduling/icalendar'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { refuseFor } from '../account/attempts.ts'
import { calendarEntryOf } from '../appointments/calendar-entry.ts'
import { LIMITS } from '../contract/limits.ts'
import { serviceFor, type Attempts, type Service } from '../context.ts'
import { languageOf } from '../ground/language.ts'
import { instantIn } from '../ground/sql-instant.ts'
import { isLinkOf, linkedId } from '../links/record-link.ts'

const REFRESH_MINUTES = 60

const FEED = {
  organizationId: column.int,
  linkVersion: column.int,
  kind: column.oneOf<CalendarFeedKind>('calendar_feed_kind'),
  professionalId: column.int,
  name: column.by('p.name', column.text),
}

const feedOfToken = query({
  name: 'calendar feed of a token',
  text: `SELECT ${selected(FEED, 'f')} FROM calendar_feed f JOIN professional p ON p.id = f.professional_id
    WHERE f.id = $1::int AND p.is_active`,
  row: FEED,
})

type Feed = RowOf<typeof FEED>

/**
 * The feed that a token opens, as a file; null for a token that opens none.
 *
 * @throws `429 rate_limited`
 */
export async function readFeed(
  service: Service,
  attempts: Attempts,
  token: string,
): Promise<string | null> {
  const id = linkedId(service, 'calendar_feed', token)
  if (id === null) return null
  const [found] = await feedOfToken(sqlOf(service.db), [id])
  if (found === undefined) return null
  if (!isLinkOf(service, 'calendar_feed', { id, ...found }, token)) return null
  refuseFor(
    await attempts.count('calendar read', String(id)),
    'This calendar was read too often. Once in an hour is enough.',
  )
  const organization = await requireRow(service.db, tables.organization, {
    id: found.organizationId,
  })
  return writeFeed(serviceFor(service, organization), found)
}

type Reading = Pick<Service, 'db' | 'now'> & {
  readonly organization: Organization
}

/** In steps, so that a very large calendar does not hold up other requests. */
async function writeFeed(reading: Reading, feed: Feed): Promise<string> {
  const { organization } = reading
  const busy = BUSY[languageOf(organization)]
  const isFull = feed.kind === 'full'
  const pieces = [
    calendarHead({
      method: null,
      name: isFull ? feed.name : busy,
      refreshMinutes: REFRESH_MINUTES,
    }),
  ]
  for await (const rows of appointmentsOf(reading, feed)) {
    pieces.push(
      rows
        .map((row) =>
          calendarEntry({
            ...calendarEntryOf(row, organization),
            ...(isFull ? {} : { location: null }),
            summary: isFull ? `${row.services ?? ''} · ${row.firstName}` : busy,
            description: null,
            url: null,
            organizer: null,
            attendee: null,
          }),
        )
        .join(''),
    )
    await othersTurn()
  }
  return pieces.join('') + CALENDAR_END
}

const BUSY = { pt: 'Ocupado', en: 'Busy' } as const

const ENTRY = {
  id: column.int,
  icalUid: column.text,
  calendarSequence: column.int,
  status: column.oneOf<AppointmentStatus>('appointment_status'),
  type: column.oneOf<AppointmentType>('appointment_type'),
  startsAt: column.dateTime,
  endsAt: column.dateTime,
  updatedAt: column.dateTime,
  firstName: column.by('c.first_name', column.text),
  services: column.by(
    `(SELECT string_agg(s.name, ', ' ORDER BY performed.position) FROM appointment_service performed
      JOIN service s ON s.id = performed.service_id WHERE performed.appointment_id = a.id)`,
    column.nullable(column.text),
  ),
}

/** Those between two instants, beyond the last one that was read. */
const entries = (direction: 'ASC' | 'DESC') =>
  query({
    name: `calendar entries ${direction}`,
    text: `SELECT ${selected(ENTRY, 'a')} FROM appointment a JOIN client c ON c.id = a.client_id
      WHERE a.organization_id = $1::int AND a.professional_id = $2::int
        AND a.starts_at >= ${instantIn('$3')} AND a.starts_at < ${instantIn('$4')}
        AND ($5::float8 IS NULL OR (a.starts_at, a.id) ${direction === 'ASC' ? '>' : '<'} (${instantIn('$5')}, $6::int))
      ORDER BY a.starts_at ${direction}, a.id ${direction} LIMIT $7::int`,
    row: ENTRY,
  })

const ahead = entries('ASC')
const past = entries('DESC')

const ENTRIES_AT_A_TIME = 500

/** From today on, and then backwards from yesterday: where there are too many, the farthest are left out. */
async function* appointmentsOf(
  { db, now, organization }: Reading,
  { professionalId }: Feed,
): AsyncGenerator<readonly RowOf<typeof ENTRY>[]> {
  const { id, timeZone } = organization
  const today = localDateOf(now(), timeZone)
  const dayIn = (days: number) => startOfLocalDay(addDays(today, days), timeZone)
  let left: number = LIMITS.calendarFeedEntries
  for (const [read, from, until] of [
    [ahead, dayIn(0), dayIn(LIMITS.calendarFeedAheadDays)],
    [past, dayIn(-LIMITS.calendarFeedPastDays), dayIn(0)],
  ] as const) {
    let last: RowOf<typeof ENTRY> | undefined
    while (left > 0) {
      const most = Math.min(left, ENTRIES_AT_A_TIME)
      const after = [last === undefined ? null : +last.startsAt, last?.id ?? null]
      const rows = await read(sqlOf(db), [id, professionalId, from, until, ...after, most])
      last = rows.at(-1)
      left -= rows.length
      if (rows.length > 0) yield rows
      if (rows.length < most) break
    }
  }
}
