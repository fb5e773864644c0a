import type { Appointment as AppointmentTable, Client } from '@scheduling/database'
import { z } from 'zod'
import { Client as ClientShape, clientName } from '../clients/client.ts'
import { DepositBase } from '../deposits/deposit-base.ts'
import { Currency, expandable, expandOf, Id, MiniReference, Money } from '../ground/fields.ts'
import { Metadata } from '../ground/map-fields.ts'
import { Instant } from '../ground/time-fields.ts'
import { instantsIn } from '../ground/instants-in.ts'
import { metadataOf } from '../ground/metadata.ts'
import { money } from '../ground/money.ts'
import { Professional } from '../professionals/professional.ts'
import { AppointmentType, Service } from '../services/service.ts'

export const AppointmentStatus = z
  .enum([
    'PENDING',
    'CONFIRMED',
    'COMPLETED',
    'NO_SHOW',
    'CANCELLED_CLIENT',
    'CANCELLED_PROFESSIONAL',
  ])
  .meta({ id: 'AppointmentStatus' })

export const APPOINTMENT_SOURCES = [
  'public_booking',
  'dashboard',
  'recurrence',
  'api',
  'agent',
] as const

type Parts<Services, Professional, Client, Deposit> = {
  readonly services: Services
  readonly professional: Professional
  readonly client: Client
  readonly deposit: Deposit
}

/** The fields of the record in their order. `parts` are those that `expand` can fill. */
function recordOf<
  Services extends z.ZodType,
  Professional extends z.ZodType,
  Client extends z.ZodType,
  Deposit extends z.ZodType,
>(parts: Parts<Services, Professional, Client, Deposit>) {
  return z.object({
    object: z.literal('appointment'),
    id: Id.meta({ description: 'The id never changes, even if the appointment is rescheduled.' }),
    status: AppointmentStatus,
    type: AppointmentType,
    start: Instant,
    end: Instant.meta({ description: 'The end of the last service, without buffers.' }),
    duration_minutes: z.int().min(1),
    service_ids: z
      .array(Id)
      .meta({ description: 'The services, in the order in which they are performed.' }),
    services: parts.services,
    professional_id: Id,
    professional: parts.professional,
    client_id: Id,
    client: parts.client,
    price: Money.nullable().meta({
      description:
        'The sum of the prices of the services, fixed when the appointment is booked. Null if no service has a price.',
    }),
    currency: Currency,
    notes: z.string().nullable().meta({
      description:
        'A note about the booking, for every key with the scope `read`. It is not a clinical note.',
    }),
    metadata: Metadata,
    is_overbook: z
      .boolean()
      .meta({ description: 'Whether the appointment was booked over a busy slot.' }),
    source: z.string().meta({
      description: `Where the appointment was booked: ${APPOINTMENT_SOURCES.map((source) => `\`${source}\``).join(', ')}. More may be added.`,
    }),
    recurrence_id: z
      .string()
      .nullable()
      .meta({ description: 'The same for all appointments of a series.' }),
    meeting_url: z
      .string()
      .nullable()
      .meta({ description: 'The link to the online room of a telemedicine appointment.' }),
    deposit_id: Id.nullable().meta({ description: 'The id of the latest deposit.' }),
    deposit: parts.deposit,
    invoice_issued: z
      .boolean()
      .meta({ description: 'If true, only the metadata of the appointment can be changed.' }),
    cancellation_reason: z.string().nullable(),
    reschedule_count: z.int().min(0),
    ical_uid: z.string().meta({ description: 'The iCalendar UID. It never changes.' }),
    arrived_at: Instant.nullable().meta({
      description: 'When the client arrived. A move clears it.',
    }),
    started_at: Instant.nullable().meta({ description: 'When the visit began. A move clears it.' }),
    confirmed_at: Instant.nullable(),
    completed_at: Instant.nullable(),
    no_show_at: Instant.nullable(),
    cancelled_at: Instant.nullable(),
    created_at: Instant,
    updated_at: Instant,
  })
}

/** An appointment inside another record, and in events. */
export const AppointmentBase = recordOf({
  services: z.array(MiniReference),
  professional: MiniReference,
  client: MiniReference,
  deposit: z.null(),
}).meta({ id: 'AppointmentBase' })

/** The appointment as its routes return it. */
export const Appointment = recordOf({
  services: z.array(expandable(Service)),
  professional: expandable(Professional),
  client: expandable(ClientShape),
  deposit: DepositBase.nullable().meta({
    description: 'The deposit, if you send `expand=deposit`. Otherwise null.',
  }),
}).meta({ id: 'Appointment' })

export const APPOINTMENT_EXPANSIONS = ['client', 'professional', 'services', 'deposit'] as const
export type AppointmentExpansion = (typeof APPOINTMENT_EXPANSIONS)[number]
export const AppointmentExpand = expandOf(APPOINTMENT_EXPANSIONS)

type Named = { readonly id: number; readonly name: string }

export type AppointmentRow = Omit<AppointmentTable, 'requestKeyHash'> & {
  readonly professional: Named
  readonly client: Pick<Client, 'id' | 'firstName' | 'lastName'>
  readonly services: readonly { readonly service: Named }[]
  /** The latest deposit, or none. */
  readonly deposits: readonly { readonly id: number }[]
}

export type AppointmentRecord = z.input<typeof AppointmentBase>
export type FullAppointment = z.input<typeof Appointment>

export function toAppointment(row: AppointmentRow, timeZone: string): AppointmentRecord {
  const instant = instantsIn(timeZone)
  const services = row.services.map(({ service }) => ({ id: service.id, name: service.name }))
  return {
    object: 'appointment',
    id: row.id,
    status: row.status,
    type: row.type,
    start: instant(row.startsAt),
    end: instant(row.endsAt),
    duration_minutes: row.durationMinutes,
    service_ids: services.map(({ id }) => id),
    services,
    professional_id: row.professionalId,
    professional: { id: row.professional.id, name: row.professional.name },
    client_id: row.clientId,
    client: { id: row.client.id, name: clientName(row.client) },
    price: money(row.price),
    currency: 'BRL',
    notes: row.notes,
    metadata: metadataOf(row.metadata),
    is_overbook: row.isOverbook,
    source: row.source,
    recurrence_id: row.recurrenceId,
    meeting_url: row.meetingUrl,
    deposit_id: row.deposits[0]?.id ?? null,
    deposit: null,
    invoice_issued: row.invoiceIssued,
    cancellation_reason: row.cancellationReason,
    reschedule_count: row.rescheduleCount,
    ical_uid: row.icalUid,
    arrived_at: instant(row.arrivedAt),
    started_at: instant(row.startedAt),
    confirmed_at: instant(row.confirmedAt),
    completed_at: instant(row.completedAt),
    no_show_at: instant(row.noShowAt),
    cancelled_at: instant(row.cancelledAt),
    created_at: instant(row.createdAt),
    updated_at: instant(row.updatedAt),
  }
}
