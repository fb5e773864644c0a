import { Prisma } from '@scheduling/database'
import { z } from 'zod'
import { instantRange, refuseBackwards } from '../ground/date-range.ts'
import { procedure } from '../procedure/define.ts'
import { anyOf, BESIDE_OTHERS, Id } from '../ground/fields.ts'
import { DateOrInstantInput } from '../ground/time-fields.ts'
import { byTime, PageInput, pageOf } from '../lists/page.ts'
import { AppointmentType } from '../services/service.ts'
import { sqlInstant } from '../ground/sql-instant.ts'
import { CreatedSince, HOW_TO_FOLLOW, syncedPage, UpdatedSince } from '../lists/synced-list.ts'
import { Appointment, AppointmentExpand, AppointmentStatus, toAppointment } from './appointment.ts'
import { APPOINTMENTS, expandAppointments, withParts } from './load.ts'

const ListInput = z
  .object({
    from: DateOrInstantInput.optional().meta({
      description: 'Only appointments that start at or after this local date or date-time.',
    }),
    to: DateOrInstantInput.optional().meta({
      description:
        'Only appointments that start on or before this local date, or before this date-time.',
    }),
    professional_id: Id.optional(),
    client_id: Id.optional(),
    service_id: Id.optional().meta({ description: 'Only appointments that contain this service.' }),
    type: AppointmentType.optional(),
    status: anyOf(AppointmentStatus)
      .optional()
      .meta({ description: 'Only appointments with one of these statuses.' }),
    updated_since: UpdatedSince,
    created_since: CreatedSince,
    ...PageInput,
    expand: AppointmentExpand,
  })
  .superRefine(refuseBackwards, BESIDE_OTHERS)

type Filters = z.output<typeof ListInput>

/** `GET /v1/appointments` */
export const listAppointments = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/appointments',
    tag: 'Appointments',
    summary: 'List appointments',
    description: `Lists appointments in the order of their start, including cancelled ones. An appointment is listed if it matches all filters. ${HOW_TO_FOLLOW} Renaming a client or a service does not change the \`updated_at\` of its appointments.`,
  },
  scope: 'read',
  access: 'everybody',
  fillsProfessional: true,
  input: ListInput,
  output: pageOf(Appointment).meta({ id: 'AppointmentList' }),
  problems: [],
  async run(context, input) {
    const { organization } = context
    const { limit: _limit, cursor: _cursor, expand, ...filters } = input
    return syncedPage(
      context,
      {
        name: 'appointments',
        records: APPOINTMENTS,
        where: conditions(organization, input),
        plan: BY_VALUE.every((name) => input[name] === undefined) ? 'once' : 'by value',
        order: byTime('start', Prisma.sql`a.starts_at`, Prisma.sql`a.id`),
        filters,
        request: input,
      },
      (rows) => {
        const records = rows.map((row) => toAppointment(withParts(row), organization.timeZone))
        return expandAppointments.all(context.db, context, records, expand)
      },
    )
  },
})

/** Their values differ in how many appointments they find, from a few to all. */
const BY_VALUE = ['service_id', 'type', 'status'] as const

function conditions(organization: { readonly timeZone: string }, input: Filters): Prisma.Sql[] {
  const { from, before } = instantRange(input, organization.timeZone)
  const all: Prisma.Sql[] = []
  const add = <Value>(value: Value | undefined, condition: (value: Value) => Prisma.Sql) => {
    if (value !== undefined) all.push(condition(value))
  }
  add(from, (ms) => Prisma.sql`a.starts_at >= ${sqlInstant(ms)}`)
  add(before, (ms) => Prisma.sql`a.starts_at < ${sqlInstant(ms)}`)
  add(input.professional_id, (id) => Prisma.sql`a.professional_id = ${id}`)
  add(input.client_id, (id) => Prisma.sql`a.client_id = ${id}`)
  add(
    input.service_id,
    (id) =>
      Prisma.sql`EXISTS (SELECT FROM appointment_service s WHERE s.appointment_id = a.id AND s.service_id = ${id})`,
  )
  add(input.type, (type) => Prisma.sql`a.type = ${type}::appointment_type`)
  add(input.status, hasStatus)
  return all
}

/** Lists the statuses one by one: in an array that is cast, the planner cannot see which ones are rare. */
function hasStatus(statuses: readonly string[]): Prisma.Sql {
  if (statuses.length === 0) return Prisma.sql`false`
  const values = statuses.map((status) => Prisma.sql`${status}::appointment_status`)
  return Prisma.sql`a.status IN (${Prisma.join(values)})`
}
