/** Writes the reminders of appointments when their time comes, whatever channel the booking came by. */
import { formatInstant } from '@scheduling/availability'
import {
  column,
  findRows,
  Prisma,
  query,
  rawRows,
  sqlOf,
  statement,
  tables,
} from '@scheduling/database'
import { writeMessages } from '../change/write-messages.ts'
import { onClockOf, type Service } from '../context.ts'
import type { NewMessage } from '../events/client-messages.ts'
import { ofOrganization } from '../ground/sql-organization.ts'
import { nextEvening, outsideQuietHours, reminderDue } from './reminder-due.ts'

/** The longest quiet hours: how much earlier than by the setting alone a reminder can come. */
const QUIET_MS = 11 * 60 * 60_000 + 60_000
/** Bookings that were being written while the last run looked. No transaction takes longer than half a minute. */
const LOOK_BACK_MS = 120_000
const AT_A_TIME = 500

type Clinic = {
  readonly id: number
  readonly timeZone: string
  readonly reminderHours: number
  readonly clockAheadSeconds: number
  readonly doneUntil: Date | null
}

/**
 * Run it every minute. It looks at what has become due since it last looked, so it catches up after a pause. Running it
 * twice at once does no harm: an appointment has one reminder for each start.
 *
 * @param organizationId the only organization that it looks at; null: all of them
 * @returns how many appointments it wrote reminders for
 */
export async function remindClients(
  service: Service,
  organizationId: number | null = null,
): Promise<number> {
  const clinics = await rawRows<Clinic>(
    service.db,
    Prisma.sql`
    SELECT o.id, o.time_zone AS "timeZone", o.reminder_hours AS "reminderHours",
      o.clock_ahead_seconds AS "clockAheadSeconds", p.done_until AS "doneUntil"
    FROM organization o LEFT JOIN reminder_progress p ON p.organization_id = o.id
    WHERE ${ofOrganization('o.id', organizationId)} ORDER BY o.id`,
  )
  const looks = clinics.flatMap((clinic) => lookOf(service, clinic) ?? [])
  if (looks.length === 0) return 0
  const found = await upcoming(sqlOf(service.db), [
    looks.map(({ clinic }) => clinic.id),
    looks.map(({ after }) => new Date(after)),
    looks.map(({ until }) => new Date(until)),
  ])
  const rows = Map.groupBy(found, (row) => row.organizationId)
  const done: Look[] = []
  let reminded = 0
  for (const look of looks) {
    try {
      reminded += await remindOf(service, look, rows.get(look.clinic.id) ?? [])
      done.push(look)
    } catch (error) {
      // The other organizations go on. The next run looks again from where this one was.
      service.log.error({ organization_id: look.clinic.id, err: error }, 'reminders failed')
    }
  }
  await progressed(sqlOf(service.db), [
    done.map(({ clinic }) => clinic.id),
    done.map(({ now }) => new Date(now)),
  ])
  return reminded
}

/** Where the timer looks in one organization. Starts are after `after`, up to `until`. */
type Look = {
  readonly clinic: Clinic
  readonly now: number
  /** What was due by then has been looked at. */
  readonly from: number
  readonly after: number
  readonly until: number
}

/** Null: it has looked already. */
function lookOf(service: Service, clinic: Clinic): Look | null {
  const now = onClockOf(service, clinic).now()
  const before = clinic.doneUntil?.getTime() ?? now
  if (clinic.doneUntil !== null && now <= before) return null
  const from = before - LOOK_BACK_MS
  // In the last minute before quiet hours, those of the night and the morning are looked at too.
  const isEvening = nextEvening(from, clinic.timeZone) <= now
  const offset = clinic.reminderHours * 60 * 60_000
  const until = (isEvening ? now + QUIET_MS : now) + offset
  return { clinic, now, from, after: Math.max(from + offset, now), until }
}

const upcoming = query({
  name: 'appointments to remind of',
  text: `SELECT a.id, a.organization_id AS "organizationId", a.client_id AS "clientId", a.starts_at AS "startsAt"
    FROM unnest($1::int[], $2::timestamptz[], $3::timestamptz[]) AS look (organization_id, after, until)
    JOIN appointment a ON a.organization_id = look.organization_id AND a.status IN ('PENDING', 'CONFIRMED')
      AND a.starts_at > look.after AND a.starts_at <= look.until
    ORDER BY a.starts_at, a.id`,
  row: {
    id: column.int,
    organizationId: column.by('a.organization_id', column.int),
    clientId: column.by('a.client_id', column.int),
    startsAt: column.by('a.starts_at', column.instant),
  },
})

type Upcoming = {
  readonly id: number
  readonly clientId: number
  readonly startsAt: number
}

async function remindOf(
  service: Service,
  { clinic, now, from }: Look,
  rows: readonly Upcoming[],
): Promise<number> {
  const { id, timeZone, reminderHours: hours } = clinic
  const causeOf = (startsAt: number) => `${startsAt}-${hours}h`
  const found = rows.flatMap(({ startsAt, ...row }) => {
    const { base, at } = reminderDue(startsAt, hours, timeZone)
    // Its evening has passed: it was booked, or moved, too late for a reminder.
    if (at <= from) return []
    // Its own moment is still to come, and it does not have to be earlier.
    if (base > now && at > now) return []
    const late = outsideQuietHours(Math.max(at, now), startsAt, timeZone)
    return late === null ? [] : [{ ...row, startsAt, at: late }]
  })
  // Most organizations have none in most minutes: they cost no statement of their own.
  if (found.length === 0) return 0
  const written = await findRows(service.db, tables.message, {
    organizationId: id,
    record: 'appointment',
    purpose: 'reminder',
    recordId: found.map((row) => row.id),
  })
  // It went another way before the client agreed to this one.
  const isWritten = new Set(written.map(({ recordId, cause }) => `${recordId} ${cause}`))
  const due = found.filter((row) => !isWritten.has(`${row.id} ${causeOf(row.startsAt)}`))
  for (let first = 0; first < due.length; first += AT_A_TIME) {
    const messages = due
      .slice(first, first + AT_A_TIME)
      .map(({ id: recordId, clientId, startsAt, at }): NewMessage => ({
        id: service.newId('msg'),
        purpose: 'reminder',
        record: 'appointment',
        record_id: recordId,
        client_id: clientId,
        cause: causeOf(startsAt),
        about: { start: formatInstant(startsAt, timeZone) },
        ...(at > now ? { at: new Date(at).toISOString() } : {}),
      }))
    await writeMessages(service.db, id, messages)
  }
  return due.length
}

const progressed = statement(
  'reminders looked at',
  `INSERT INTO reminder_progress AS p (organization_id, done_until)
   SELECT * FROM unnest($1::int[], $2::timestamptz[]) ORDER BY 1
   ON CONFLICT (organization_id) DO UPDATE SET done_until = greatest(p.done_until, excluded.done_until)`,
)
