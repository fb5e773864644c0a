import { Prisma, type Queryable } from '@scheduling/database'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { instantRange, refuseBackwards } from '../date-range.ts'
import { query } from '../endpoint.ts'
import { anyOf, BESIDE_OTHERS, DateOrInstantInput, Id, InstantInput } from '../fields.ts'
import { syncHorizon } from '../horizon.ts'
import { envelope, inOrderOf, keysetPage, PageInput, pageOf, type Order } from '../page.ts'
import { AppointmentType } from '../services/service.ts'
import { inOneSnapshot } from '../snapshot.ts'
import {
  Appointment,
  AppointmentExpand,
  AppointmentStatus,
  APPOINTMENT_RELATIONS,
} from './appointment.ts'
import { appointmentReplies } from './load.ts'

const ListInput = z
  .object({
    from: DateOrInstantInput.optional().meta({
      description: 'Starts at or after this local date or date-time.',
    }),
    to: DateOrInstantInput.optional().meta({
      description: 'Starts on or before this local date, or before this date-time.',
    }),
    professional_id: Id.optional(),
    client_id: Id.optional(),
    service_id: Id.optional().meta({ description: 'Contains this service.' }),
    type: AppointmentType.optional(),
    status: anyOf(AppointmentStatus).optional().meta({ description: 'Any of these.' }),
    updated_since: InstantInput.optional().meta({
      description: 'Changed at or after this; the order is then by `updated_at`.',
    }),
    created_since: InstantInput.optional().meta({
      description:
        'Created at or after this; the order is then by `created_at`, unless `updated_since` is sent too.',
    }),
    ...PageInput,
    expand: AppointmentExpand,
  })
  .superRefine(refuseBackwards, BESIDE_OTHERS)

type Filters = z.output<typeof ListInput>

/** `GET /v1/appointments` */
export const listAppointments = query({
  method: 'GET',
  path: '/appointments',
  tag: 'Appointments',
  summary: 'List appointments',
  description:
    'By start; all filters must hold; cancelled ones are included. For incremental sync send the last `updated_at` that you saw as `updated_since`: rows of that second can repeat, and none is lost.',
  scope: 'read',
  input: ListInput,
  output: pageOf(Appointment).meta({ id: 'AppointmentList' }),
  success: { ok: 200 },
  problems: [],
  async run(context, input) {
    const { db } = context
    const where = conditions(context.organization, input)
    const isSync = input.updated_since !== undefined || input.created_since !== undefined
    const horizon = isSync ? await syncHorizon(db) : null
    const read = (reader: Queryable) => readPage(reader, context, input, where, horizon)
    return isSync ? inOneSnapshot(db, read) : read(db)
  },
})

async function readPage(
  db: Queryable,
  context: Context,
  input: Filters,
  where: readonly Prisma.Sql[],
  horizon: string | null,
) {
  const { organization } = context
  const { limit: _limit, cursor: _cursor, expand, ...filters } = input
  const order = orderOf(input)
  const page = await keysetPage<number>(db, context, {
    name: 'appointments',
    from: Prisma.sql`appointment a`,
    where: [
      ...where,
      ...(horizon === null ? [] : [Prisma.sql`${order.key} < ${horizon}::text::timestamptz`]),
    ],
    order,
    filters,
    request: input,
  })
  const rows = await db.appointment.findMany({
    where: { organizationId: organization.id, id: { in: [...page.ids] } },
    include: APPOINTMENT_RELATIONS,
  })
  const records = await appointmentReplies(db, organization, inOrderOf(page.ids, rows), expand)
  return envelope(context, page, records)
}

function orderOf(input: Filters): Order {
  const order = (name: string, key: Prisma.Sql): Order => ({
    name,
    key,
    type: 'timestamptz',
    id: Prisma.sql`a.id`,
    idType: 'integer',
    direction: 'asc',
  })
  if (input.updated_since !== undefined) return order('updated_at', Prisma.sql`a.updated_at`)
  if (input.created_since !== undefined) return order('created_at', Prisma.sql`a.created_at`)
  return order('start', Prisma.sql`a.starts_at`)
}

function conditions(
  organization: { readonly id: number; readonly timeZone: string },
  input: Filters,
): Prisma.Sql[] {
  const { from, before } = instantRange(input, organization.timeZone)
  const all = [Prisma.sql`a.organization_id = ${organization.id}`]
  const add = <Value>(value: Value | undefined, condition: (value: Value) => Prisma.Sql) => {
    if (value !== undefined) all.push(condition(value))
  }
  add(from, (ms) => Prisma.sql`a.starts_at >= ${instant(ms)}`)
  add(before, (ms) => Prisma.sql`a.starts_at < ${instant(ms)}`)
  add(input.professional_id, (id) => Prisma.sql`a.professional_id = ${id}`)
  add(input.client_id, (id) => Prisma.sql`a.client_id = ${id}`)
  add(
    input.service_id,
    (id) =>
      Prisma.sql`EXISTS (SELECT FROM appointment_service s WHERE s.appointment_id = a.id AND s.service_id = ${id})`,
  )
  add(input.type, (type) => Prisma.sql`a.type = ${type}::appointment_type`)
  add(input.status, hasStatus)
  add(input.updated_since, (ms) => Prisma.sql`a.updated_at >= ${instant(ms)}`)
  add(input.created_since, (ms) => Prisma.sql`a.created_at >= ${instant(ms)}`)
  return all
}

/** One by one: an array of text that is cast hides from the planner which statuses are few. */
function hasStatus(statuses: readonly string[]): Prisma.Sql {
  if (statuses.length === 0) return Prisma.sql`false`
  const values = statuses.map((status) => Prisma.sql`${status}::appointment_status`)
  return Prisma.sql`a.status IN (${Prisma.join(values)})`
}

function instant(ms: number): Prisma.Sql {
  return Prisma.sql`to_timestamp(${ms}::float8 / 1000)`
}
