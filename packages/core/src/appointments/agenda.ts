import { addDays, formatInstant, startOfLocalDay } from '@scheduling/availability'
import {
  column,
  query,
  selected,
  sqlOf,
  type AppointmentStatus as Status,
  type AppointmentType as Type,
} from '@scheduling/database'
import { z } from 'zod'
import { clientName } from '../clients/client.ts'
import { LIMITS } from '../contract/limits.ts'
import { BESIDE_OTHERS, fault, Id, MiniReference } from '../ground/fields.ts'
import { DateInput, DateOnly, Instant } from '../ground/time-fields.ts'
import { instantIn } from '../ground/sql-instant.ts'
import { ownOnly } from '../procedure/accesses.ts'
import { procedure } from '../procedure/define.ts'
import { AppointmentType } from '../services/service.ts'
import { AppointmentStatus } from './appointment.ts'

const DAY_MS = 86_400_000

/** What began before the window is looked for this far back. */
const REACH_MS = 2 * DAY_MS

const NAMED = {
  firstName: column.by('c.first_name', column.text),
  lastName: column.by('c.last_name', column.nullable(column.text)),
}

const SHOWN = {
  id: column.int,
  professionalId: column.int,
  professionalName: column.by('p.name', column.text),
  ...NAMED,
  services: column.by('performed.names', column.nullable(column.json<string[]>())),
  serviceIds: column.by('performed.ids', column.nullable(column.json<number[]>())),
  color: column.by('performed.color', column.nullable(column.text)),
  status: column.oneOf<Status>('appointment_status'),
  type: column.oneOf<Type>('appointment_type'),
  startsAt: column.instant,
  endsAt: column.instant,
  isOverbook: column.bool,
  arrivedAt: column.nullable(column.instant),
  startedAt: column.nullable(column.instant),
  depositStatus: column.by('asked.status', column.nullable(column.text)),
  sessionId: column.by('h.id', column.nullable(column.int)),
  capacity: column.by('h.capacity', column.nullable(column.int)),
  taken: column.by('h.taken', column.nullable(column.int)),
  busyFrom: column.by('h.busy_from', column.nullable(column.instant)),
  busyTo: column.by('h.busy_to', column.nullable(column.instant)),
  total: column.int,
}

// Services and deposits of all at once: looked up for each, they take ten times as long.
const shownIn = query({
  name: 'appointments of an agenda',
  text: `WITH shown AS MATERIALIZED (
      SELECT *, (count(*) OVER ())::int AS total FROM appointment
      WHERE organization_id = $1::int AND ($6::bool OR status NOT IN ('CANCELLED_CLIENT', 'CANCELLED_PROFESSIONAL'))
        AND starts_at >= ${instantIn('$2')} AND starts_at < ${instantIn('$4')} AND ends_at > ${instantIn('$3')}
        AND ($7::int IS NULL OR professional_id = $7::int)
      ORDER BY starts_at, id LIMIT $5::int),
    performed AS (
      SELECT one.appointment_id, json_agg(s.name ORDER BY one.position) AS names,
        json_agg(s.id ORDER BY one.position) AS ids, (array_agg(s.color ORDER BY one.position))[1] AS color
      FROM shown JOIN appointment_service one ON one.appointment_id = shown.id JOIN service s ON s.id = one.service_id
      GROUP BY one.appointment_id),
    asked AS (
      SELECT DISTINCT ON (d.appointment_id) d.appointment_id, d.status::text
      FROM shown JOIN deposit d ON d.appointment_id = shown.id ORDER BY d.appointment_id, d.id DESC)
    SELECT ${selected(SHOWN, 'a')} FROM shown a
    JOIN professional p ON p.id = a.professional_id JOIN client c ON c.id = a.client_id
    LEFT JOIN calendar_hold h ON h.id = a.hold_id
    LEFT JOIN performed ON performed.appointment_id = a.id LEFT JOIN asked ON asked.appointment_id = a.id
    ORDER BY a.starts_at, a.id`,
  row: SHOWN,
})

const HELD = {
  professionalId: column.int,
  professionalName: column.by('p.name', column.text),
  firstName: column.by('c.first_name', column.nullable(column.text)),
  lastName: column.by('c.last_name', column.nullable(column.text)),
  holdId: column.by('t.id', column.nullable(column.int)),
  callerName: column.by('t.caller_name', column.nullable(column.text)),
  startsAt: column.instant,
  busyFrom: column.instant,
  busyTo: column.instant,
  heldUntil: column.nullable(column.instant),
}

const heldIn = query({
  name: 'held time of an agenda',
  text: `SELECT ${selected(HELD, 'h')} FROM calendar_hold h JOIN professional p ON p.id = h.professional_id
    LEFT JOIN time_hold t ON t.id = h.time_hold_id
    LEFT JOIN waitlist_offer o ON o.id = h.offer_id LEFT JOIN waitlist_wish w ON w.id = o.wish_id
    LEFT JOIN client c ON c.id = w.client_id
    WHERE h.organization_id = $1::int AND h.held_until > ${instantIn('$2')}
      AND tstzrange(h.busy_from, h.busy_to) && tstzrange(${instantIn('$3')}, ${instantIn('$4')})
      AND ($6::int IS NULL OR h.professional_id = $6::int)
    ORDER BY h.starts_at, h.id LIMIT $5::int`,
  row: HELD,
})

/** What an agenda shows of some days, in one answer: no more of a person than the name. Cancelled appointments take no time and are left out, unless asked for. */
export const showAgenda = procedure({
  kind: 'read',
  scope: 'read',
  access: 'everybody',
  input: z
    .object({
      from: DateInput,
      to: DateInput.meta({ description: 'The last date, included.' }),
      include_cancelled: z.boolean().default(false),
    })
    .superRefine(({ from, to }, context) => {
      const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
      if (days >= 1 && days <= LIMITS.agendaDays) return
      const message = `An agenda has 1 to ${LIMITS.agendaDays} days.`
      if (Number.isFinite(days)) {
        context.addIssue({ ...fault('out_of_range', message), path: ['to'] })
      }
    }, BESIDE_OTHERS),
  output: z.object({
    object: z.literal('agenda'),
    from: DateOnly,
    to: DateOnly,
    /** Who has an appointment or a hold in these days, active or not. Ordered by id. */
    professionals: z.array(MiniReference),
    /** Those that overlap these days, ordered by start; the first of them, where there are many. */
    appointments: z.array(
      z.object({
        id: Id,
        professional_id: Id,
        client_name: z.string(),
        service_names: z.array(z.string()),
        service_ids: z.array(Id),
        /** `#rrggbb` of the first service; null: it has none. */
        color: z.string().nullable(),
        status: AppointmentStatus,
        type: AppointmentType,
        start: Instant,
        end: Instant,
        /** With the buffers that it was booked with; null: it takes no time. */
        busy: z.object({ from: Instant, to: Instant }).nullable(),
        is_overbook: z.boolean(),
        arrived_at: Instant.nullable(),
        started_at: Instant.nullable(),
        /** Of the latest deposit. */
        deposit_status: z.string().nullable(),
        /** The seats of a group: appointments of one session share them. */
        session: z.object({ id: Id, capacity: z.int().min(2), taken: z.int().min(1) }).nullable(),
      }),
    ),
    appointments_total: z.int().min(0),
    /** Time that is held: for a client of the waitlist, or by a caller of the API. */
    holds: z.array(
      z.object({
        /** Of a caller's hold; null: it is an offer of the waitlist. */
        hold_id: Id.nullable(),
        professional_id: Id,
        /** To whom it was offered; null: a caller holds it. */
        client_name: z.string().nullable(),
        /** The name of the key or the user that holds it; null: it was offered. */
        held_by: z.string().nullable(),
        start: Instant,
        busy: z.object({ from: Instant, to: Instant }),
        held_until: Instant,
      }),
    ),
  }),
  problems: [],
  async run(context, { from, to, include_cancelled: withCancelled }) {
    const { organization } = context
    const sql = sqlOf(context.db)
    const { id, timeZone } = organization
    const [start, end] = [
      startOfLocalDay(from, timeZone),
      startOfLocalDay(addDays(to, 1), timeZone),
    ]
    const most = LIMITS.agendaAppointments
    const own = ownOnly(context)
    const [shown, held] = await Promise.all([
      shownIn(sql, [id, start - REACH_MS, start, end, most, withCancelled, own]),
      heldIn(sql, [id, context.now(), start, end, most, own]),
    ])
    const written = (ms: number): string => formatInstant(ms, timeZone)
    const professionals = new Map(
      [...shown, ...held].map((row) => [row.professionalId, row.professionalName]),
    )
    return {
      object: 'agenda' as const,
      from,
      to,
      professionals: [...professionals]
        .map(([professionalId, name]) => ({ id: professionalId, name }))
        .toSorted((one, other) => one.id - other.id),
      appointments: shown.map((row) => ({
        id: row.id,
        professional_id: row.professionalId,
        client_name: clientName(row),
        service_names: row.services ?? [],
        service_ids: row.serviceIds ?? [],
        color: row.color,
        status: row.status,
        type: row.type,
        start: written(row.startsAt),
        end: written(row.endsAt),
        busy:
          row.busyFrom === null || row.busyTo === null
            ? null
            : { from: written(row.busyFrom), to: written(row.busyTo) },
        is_overbook: row.isOverbook,
        arrived_at: row.arrivedAt === null ? null : written(row.arrivedAt),
        started_at: row.startedAt === null ? null : written(row.startedAt),
        deposit_status: row.depositStatus,
        session:
          row.sessionId === null || row.capacity === null || row.taken === null || row.capacity < 2
            ? null
            : { id: row.sessionId, capacity: row.capacity, taken: row.taken },
      })),
      appointments_total: shown[0]?.total ?? 0,
      holds: held.map(({ firstName, lastName, ...row }) => ({
        hold_id: row.holdId,
        professional_id: row.professionalId,
        client_name: firstName === null ? null : clientName({ firstName, lastName }),
        held_by: row.callerName,
        start: written(row.startsAt),
        busy: { from: written(row.busyFrom), to: written(row.busyTo) },
        // Never null: what is booked is not held.
        held_until: written(row.heldUntil ?? row.busyTo),
      })),
    }
  },
})
