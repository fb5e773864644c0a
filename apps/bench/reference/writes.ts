/** A booking and a confirmation: the rows that the service writes, each in one transaction. */
import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Ask, ReferenceDatabase } from './database.ts'
import {
  appointment,
  APPOINTMENT_COLUMNS,
  type AppointmentRow,
  type References,
} from './records.ts'

/** The lock that the service takes. */
const LOCK = `SELECT pg_advisory_xact_lock(1, $1)`

const NAMED = `
  SELECT s.id AS service_id, s.name AS service_name, s.duration_minutes, s.price, s.service_type,
    p.id AS professional_id, p.name AS professional_name, c.id AS client_id, concat_ws(' ', c.first_name, c.last_name) AS client_name
  FROM service s, professional p, client c
  WHERE s.organization_id = $1 AND s.id = $2 AND p.organization_id = $1 AND p.id = $3
    AND c.organization_id = $1 AND c.id = $4`

const HOLD = `
  INSERT INTO calendar_hold (organization_id, professional_id, service_id, starts_at, busy_from, busy_to)
  VALUES ($1, $2, $3, $4, $4, $5) RETURNING id`

const APPOINTMENT = `
  INSERT INTO appointment (organization_id, professional_id, client_id, hold_id, status, type, starts_at, ends_at,
    duration_minutes, price, source, ical_uid)
  VALUES ($1, $2, $3, $4, 'PENDING', $5, $6, $7, $8, $9, 'api', $10) RETURNING ${APPOINTMENT_COLUMNS}`

const SERVICE_LINE = `
  INSERT INTO appointment_service (organization_id, appointment_id, position, service_id) VALUES ($1, $2, 0, $3)`

const EVENT = `
  WITH feed AS (
    UPDATE event_feed SET last_position = last_position + 1, last_event_id = $2 WHERE organization_id = $1
    RETURNING last_position, clock_timestamp() AS at)
  INSERT INTO event (event_day, organization_id, sequence, id, type, livemode, created_at, payload, context,
    professional_ids, service_ids, filter_status, filter_type, filter_source)
  SELECT (at AT TIME ZONE 'UTC')::date, $1, last_position, $2, $3, true, at, $4, $5, $6, $7, $8, $9, $10 FROM feed`

const LOCKED = `
  SELECT a.status, p.name AS professional_name, concat_ws(' ', c.first_name, c.last_name) AS client_name,
    (SELECT json_agg(json_build_object('id', s.id, 'name', s.name) ORDER BY x.position)
      FROM appointment_service x JOIN service s ON s.id = x.service_id WHERE x.appointment_id = a.id) AS services,
    (SELECT max(d.id) FROM deposit d WHERE d.appointment_id = a.id) AS deposit_id
  FROM appointment a JOIN professional p ON p.id = a.professional_id JOIN client c ON c.id = a.client_id
  WHERE a.organization_id = $1 AND a.id = $2 FOR UPDATE OF a`

const CONFIRM = `
  UPDATE appointment SET status = 'CONFIRMED', confirmed_at = now()
  WHERE organization_id = $1 AND id = $2 RETURNING ${APPOINTMENT_COLUMNS}`

const CONTEXT = {
  actor: { type: 'api_key', id: 'key_00000000000000000000000000', name: 'Reference' },
  source: 'api',
  request_id: 'req_00000000000000000000000000',
}

type Booking = {
  readonly service_ids: readonly number[]
  readonly start: string
  readonly professional_id: number
  readonly client_id: number
}

export function addWrites(
  app: FastifyInstance,
  { transaction }: ReferenceDatabase,
  organizationId: number,
): void {
  async function book(ask: Ask, { service_ids, start, professional_id, client_id }: Booking) {
    const [named] = await ask('named', NAMED, [
      organizationId,
      service_ids[0],
      professional_id,
      client_id,
    ])
    if (named === undefined) throw new Error('Nothing has these ids.')
    const end = new Date(Date.parse(start) + named['duration_minutes'] * 60_000)
    const [hold] = await ask('hold', HOLD, [
      organizationId,
      professional_id,
      named['service_id'],
      start,
      end,
    ])
    const [row] = await ask('appointment', APPOINTMENT, [
      organizationId,
      professional_id,
      client_id,
      hold?.['id'],
      named['service_type'],
      start,
      end,
      named['duration_minutes'],
      named['price'],
      `${randomUUID()}@reference.test`,
    ])
    await ask('service_line', SERVICE_LINE, [organizationId, row?.['id'], named['service_id']])
    const event = { type: 'appointment.created', changes: null }
    return written(ask, event, row as AppointmentRow, {
      professional: { id: professional_id, name: named['professional_name'] },
      client: { id: client_id, name: named['client_name'] },
      services: [{ id: named['service_id'], name: named['service_name'] }],
      depositId: null,
    })
  }

  async function confirm(ask: Ask, id: number) {
    const [before] = await ask('locked', LOCKED, [organizationId, id])
    const [row] = await ask('confirm', CONFIRM, [organizationId, id])
    const after = row as AppointmentRow
    const changes = { status: { from: before?.['status'], to: after.status } }
    return written(ask, { type: 'appointment.confirmed', changes }, after, {
      professional: { id: after.professional_id, name: before?.['professional_name'] },
      client: { id: after.client_id, name: before?.['client_name'] },
      services: before?.['services'],
      depositId: before?.['deposit_id'],
    })
  }

  /** Writes the event of a record, and answers the record. */
  async function written(
    ask: Ask,
    event: { readonly type: string; readonly changes: object | null },
    row: AppointmentRow,
    references: References,
  ) {
    const record = appointment(row, references)
    await ask('event', EVENT, [
      organizationId,
      `evt_${randomUUID()}`,
      event.type,
      JSON.stringify({ object: record, changes: event.changes, batch_id: null }),
      JSON.stringify(CONTEXT),
      [row.professional_id],
      references.services.map(({ id }) => id),
      row.status,
      row.type,
      row.source,
    ])
    return record
  }

  app.post<{ Body: Booking }>('/v1/appointments', async ({ body }, reply) =>
    reply.code(201).send(await transaction((ask) => book(ask, body))),
  )
  app.post<{ Body: Booking }>('/locked/v1/appointments', async ({ body }, reply) => {
    const made = await transaction(async (ask) => {
      await ask('lock', LOCK, [body.professional_id])
      return book(ask, body)
    })
    return reply.code(201).send(made)
  })
  app.post<{ Params: { id: string } }>('/v1/appointments/:id/confirm', ({ params }) =>
    transaction((ask) => confirm(ask, Number(params.id))),
  )
}
