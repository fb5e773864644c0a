/** Writes the reminders of appointments when their time comes, whatever channel the booking came by. */
import { formatInstant } from '@scheduling/availability'
import { column, query, sqlOf, statement } from '@scheduling/database'
import { systemWork } from '../change/system-work.ts'
import { onClockOf, type Service } from '../context.ts'
import type { NewMessage } from '../events/tells-client.ts'
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
  const clinics = await service.db.$queryRaw<Clinic[]>`
    SELECT o.id, o.time_zone AS "timeZone", o.reminder_hours AS "reminderHours",
      o.clock_ahead_seconds AS "clockAheadSeconds", p.done_until AS "doneUntil"
    FROM organization o LEFT JOIN reminder_progress p ON p.organization_id = o.id
    WHERE ${ofOrganization('o.id', organizationId)} ORDER BY o.id`
  let reminded = 0
  for (const clinic of clinics) {
    try {
      reminded += await remindOf(service, clinic)
    } catch (error) {
      // The other organizations go on. The next run looks again from where this one was.
      service.log.error({ organization_id: clinic.id, err: error }, 'reminders failed')
    }
  }
  return reminded
}

const upcoming = query({
  name: 'appointments to remind of',
  text: `SELECT a.id, a.client_id AS "clientId", a.starts_at AS "startsAt" FROM appointment a
    WHERE a.organization_id = $1::int AND a.status IN ('PENDING', 'CONFIRMED')
      AND a.starts_at > $2::timestamptz AND a.starts_at <= $3::timestamptz
    ORDER BY a.starts_at, a.id`,
  row: {
    id: column.int,
    clientId: column.by('a.client_id', column.int),
    startsAt: column.by('a.starts_at', column.instant),
  },
})

async function remindOf(service: Service, clinic: Clinic): Promise<number> {
  const { id, timeZone, reminderHours: hours } = clinic
  const now = onClockOf(service, clinic).now()
  const before = clinic.doneUntil?.getTime() ?? now
  if (now <= before && clinic.doneUntil !== null) return 0
  const from = before - LOOK_BACK_MS
  // In the last minute before quiet hours, those of the night and the morning are looked at too.
  const isEvening = nextEvening(from, timeZone) <= now
  const offset = hours * 60 * 60_000
  const until = isEvening ? now + QUIET_MS : now
  const rows = await upcoming(sqlOf(service.db), [
    id,
    new Date(Math.max(from + offset, now)),
    new Date(until + offset),
  ])
  const due = rows.flatMap(({ startsAt, ...row }) => {
    const { base, at } = reminderDue(startsAt, hours, timeZone)
    // Its evening has passed: it was booked, or moved, too late for a reminder.
    if (at <= from) return []
    // Its own moment is still to come, and it does not have to be earlier.
    if (base > now && at > now) return []
    const late = outsideQuietHours(Math.max(at, now), startsAt, timeZone)
    return late === null ? [] : [{ ...row, startsAt, at: late }]
  })
  for (let first = 0; first < due.length; first += AT_A_TIME) {
    const some = due.slice(first, first + AT_A_TIME)
    const messages = some.map(
      ({ id: recordId, clientId, startsAt, at }): NewMessage => ({
        id: service.newId('msg'),
        purpose: 'reminder',
        record: 'appointment',
        record_id: recordId,
        client_id: clientId,
        cause: `${startsAt}-${hours}h`,
        about: { start: formatInstant(startsAt, timeZone) },
        ...(at > now ? { at: new Date(at).toISOString() } : {}),
      }),
    )
    await systemWork(service, id, ({ tx }) => written(sqlOf(tx), [id, JSON.stringify(messages)]))
  }
  await progressed(sqlOf(service.db), [id, new Date(now)])
  return due.length
}

const written = statement('reminders written', `SELECT write_messages($1::int, $2::json)`)

const progressed = statement(
  'reminders looked at',
  `INSERT INTO reminder_progress AS p (organization_id, done_until) VALUES ($1::int, $2::timestamptz)
   ON CONFLICT (organization_id) DO UPDATE SET done_until = greatest(p.done_until, excluded.done_until)`,
)
