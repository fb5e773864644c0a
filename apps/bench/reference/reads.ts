/** One record and lists: one statement each. */
import type { FastifyInstance } from 'fastify'
import type { ReferenceDatabase } from './database.ts'
import {
  appointment,
  APPOINTMENT_COLUMNS,
  client,
  CLIENT_COLUMNS,
  nameOf,
  type AppointmentRow,
  type ClientRow,
} from './records.ts'

const ME = `
  SELECT o.id, o.name, o.slug, o.time_zone, o.plan_name, o.plan_features, k.id AS key_id, k.name AS key_name, k.scopes,
    m.channel, m.status, m.phone
  FROM organization o JOIN api_key k ON k.organization_id = o.id
    LEFT JOIN messaging_connection m ON m.organization_id = o.id
  WHERE o.id = $1 LIMIT 1`

const CLIENT = `SELECT ${CLIENT_COLUMNS} FROM client WHERE organization_id = $1 AND id = $2`

const CLIENTS = `SELECT ${CLIENT_COLUMNS} FROM client WHERE organization_id = $1 ORDER BY id LIMIT $2`

const APPOINTMENTS = `
  SELECT ${APPOINTMENT_COLUMNS.replaceAll(/\w+/g, 'a.$&')}, p.name AS professional_name, c.first_name, c.last_name,
    (SELECT json_agg(json_build_object('id', s.id, 'name', s.name) ORDER BY x.position)
      FROM appointment_service x JOIN service s ON s.id = x.service_id WHERE x.appointment_id = a.id) AS services,
    (SELECT max(d.id) FROM deposit d WHERE d.appointment_id = a.id) AS deposit_id
  FROM (SELECT * FROM appointment WHERE organization_id = $1 ORDER BY starts_at, id LIMIT $2) a
    JOIN professional p ON p.id = a.professional_id JOIN client c ON c.id = a.client_id
  ORDER BY a.starts_at, a.id`

const EVENTS = `
  SELECT id, type, livemode, sequence, created_at, payload, context FROM event
  WHERE organization_id = $1 AND sequence > 0 ORDER BY sequence LIMIT $2`

type Limit = { Querystring: { limit: string } }

export function addReads(
  app: FastifyInstance,
  { ask }: ReferenceDatabase,
  organizationId: number,
): void {
  const rows = async <Row>(name: string, text: string, ...values: unknown[]): Promise<Row[]> =>
    (await ask(name, text, [organizationId, ...values])) as Row[]

  app.get('/v1/me', async () => {
    const [row] = await rows<Record<string, any>>('me', ME)
    const features: readonly string[] = row?.['plan_features'] ?? []
    return {
      object: 'organization',
      id: row?.['id'],
      name: row?.['name'],
      slug: row?.['slug'],
      timezone: row?.['time_zone'],
      plan: { name: row?.['plan_name'] },
      features: Object.fromEntries(features.map((feature) => [feature, true])),
      api_key: { id: row?.['key_id'], name: row?.['key_name'], scopes: row?.['scopes'] },
      whatsapp: { channel: row?.['channel'], status: row?.['status'], phone: row?.['phone'] },
    }
  })

  app.get<{ Params: { id: string } }>('/v1/clients/:id', async ({ params }, reply) => {
    const [row] = await rows<ClientRow>('client', CLIENT, Number(params.id))
    return row === undefined ? reply.code(404).send() : client(row)
  })

  app.get<Limit>('/v1/clients', async ({ query }) => {
    const limit = Number(query.limit)
    return page(await rows<ClientRow>('clients', CLIENTS, limit + 1), limit, client)
  })

  app.get<Limit>('/v1/appointments', async ({ query }) => {
    const limit = Number(query.limit)
    const found = await rows<ListedAppointment>('appointments', APPOINTMENTS, limit + 1)
    return page(found, limit, (row) =>
      appointment(row, {
        professional: { id: row.professional_id, name: row.professional_name },
        client: { id: row.client_id, name: nameOf(row) },
        services: row.services,
        depositId: row.deposit_id,
      }),
    )
  })

  app.get<Limit>('/v1/events', async ({ query }) => {
    const limit = Number(query.limit)
    return page(await rows<EventRow>('events', EVENTS, limit + 1), limit, (row) => ({
      object: 'event',
      id: row.id,
      type: row.type,
      api_version: '2026-11-01',
      created_at: row.created_at,
      organization_id: organizationId,
      livemode: row.livemode,
      sequence: Number(row.sequence),
      data: row.payload,
      context: row.context,
    }))
  })
}

type ListedAppointment = AppointmentRow &
  Pick<ClientRow, 'first_name' | 'last_name'> & {
    readonly professional_name: string
    readonly services: { id: number; name: string }[]
    readonly deposit_id: number | null
  }

type EventRow = {
  readonly id: string
  readonly type: string
  readonly livemode: boolean
  readonly sequence: string
  readonly created_at: Date
  readonly payload: object
  readonly context: object
}

function page<Row extends { readonly id: unknown }, Record>(
  rows: readonly Row[],
  limit: number,
  record: (row: Row) => Record,
) {
  const shown = rows.slice(0, limit)
  const hasMore = rows.length > limit
  return {
    data: shown.map(record),
    has_more: hasMore,
    next_cursor: hasMore ? String(shown.at(-1)?.id) : null,
  }
}
