import type { AppointmentType, Client, QueueEntry as QueueEntryTable } from '@scheduling/database'
import { z } from 'zod'
import { Client as ClientShape, clientName, dateText } from '../clients/client.ts'
import { LIMITS } from '../contract/limits.ts'
import { DepositBase } from '../deposits/deposit-base.ts'
import { expandable, expandOf, Id, MiniReference } from '../ground/fields.ts'
import { DateOnly, Instant } from '../ground/time-fields.ts'
import { instantsIn } from '../ground/instants-in.ts'
import { linkTo } from '../links/record-link.ts'
import type { Reader } from '../lists/expand.ts'
import { Professional } from '../professionals/professional.ts'
import { Service } from '../services/service.ts'

export const QueueEntryStatus = z
  .enum(['WAITING', 'CALLED', 'IN_SERVICE', 'COMPLETED', 'SKIPPED', 'NO_SHOW', 'CANCELLED'])
  .meta({ id: 'QueueEntryStatus' })

export const QUEUE_SOURCES = ['public_booking', 'dashboard', 'api', 'agent'] as const

type Parts<Professional, Service, Client, Deposit> = {
  readonly professional: Professional
  readonly service: Service
  readonly client: Client
  readonly deposit: Deposit
}

/** The fields of the record in their order. `parts` are those that `expand` can fill. */
function recordOf<
  Professional extends z.ZodType,
  Service extends z.ZodType,
  Client extends z.ZodType,
  Deposit extends z.ZodType,
>(parts: Parts<Professional, Service, Client, Deposit>) {
  return z.object({
    object: z.literal('queue_entry'),
    id: Id,
    status: QueueEntryStatus,
    date: DateOnly.meta({ description: 'The local day of arrival.' }),
    professional_id: Id.nullable().meta({
      description: 'Null until a professional calls, if the client joined without one.',
    }),
    professional: parts.professional,
    service_id: Id,
    service: parts.service,
    client_id: Id,
    client: parts.client,
    position: z.int().min(1).nullable().meta({
      description:
        'The position in the queue; 1 is next. Null unless the status is `WAITING`. Computed when it is read.',
    }),
    ahead_count: z.int().min(0).nullable().meta({
      description:
        'The number of entries that wait ahead of this one. Null unless the status is `WAITING`. Computed when it is read.',
    }),
    estimated_wait_minutes: z
      .int()
      .min(0)
      .nullable()
      .meta({
        description: `In steps of ${LIMITS.queueEstimateMinutes}. Null unless the status is \`WAITING\`. Computed when it is read.`,
      }),
    call_count: z.int().min(0),
    notes: z.string().nullable(),
    source: z.string().meta({
      description: `Where the client joined: ${QUEUE_SOURCES.map((source) => `\`${source}\``).join(', ')}. More may be added.`,
    }),
    tracking_url: z.string().nullable().meta({
      description: "The client's own page in the queue.",
    }),
    deposit_id: Id.nullable().meta({ description: 'The id of the latest deposit.' }),
    deposit: parts.deposit,
    cancellation_reason: z.string().nullable(),
    arrived_at: Instant.meta({
      description: 'Decides the order of the queue. It stays the same when an entry is skipped.',
    }),
    called_at: Instant.nullable(),
    started_at: Instant.nullable(),
    completed_at: Instant.nullable(),
    skipped_at: Instant.nullable(),
    no_show_at: Instant.nullable(),
    cancelled_at: Instant.nullable(),
    created_at: Instant,
    updated_at: Instant,
  })
}

/** A queue entry inside another record, and in events. */
export const QueueEntryBase = recordOf({
  professional: MiniReference.nullable(),
  service: MiniReference,
  client: MiniReference,
  deposit: z.null(),
}).meta({ id: 'QueueEntryBase' })

/** The queue entry as its routes return it. */
export const QueueEntry = recordOf({
  professional: expandable(Professional).nullable(),
  service: expandable(Service),
  client: expandable(ClientShape),
  deposit: DepositBase.nullable().meta({
    description: 'The deposit, if you send `expand=deposit`. Otherwise null.',
  }),
}).meta({ id: 'QueueEntry' })

export const QUEUE_ENTRY_EXPANSIONS = ['client', 'professional', 'service', 'deposit'] as const
export type QueueEntryExpansion = (typeof QUEUE_ENTRY_EXPANSIONS)[number]
export const QueueEntryExpand = expandOf(QUEUE_ENTRY_EXPANSIONS)

type Named = { readonly id: number; readonly name: string }

export type QueueEntryRow = QueueEntryTable & {
  readonly professional: Named | null
  readonly service: Named & { readonly serviceType: AppointmentType }
  readonly client: Pick<Client, 'id' | 'firstName' | 'lastName'>
  /** The latest deposit, or none. */
  readonly deposits: readonly { readonly id: number }[]
}

/** Where an entry waits. */
export type QueuePosition = {
  /** Entries ahead of it. */
  readonly ahead: number
  readonly estimatedMinutes: number
}

export type QueueEntryRecord = z.input<typeof QueueEntryBase>
export type FullQueueEntry = z.input<typeof QueueEntry>

/** @param position null unless the entry waits */
export function toQueueEntry(
  row: QueueEntryRow,
  reader: Reader,
  position: QueuePosition | null,
): QueueEntryRecord {
  const { timeZone } = reader.organization
  const instant = instantsIn(timeZone)
  const { professional, service } = row
  return {
    object: 'queue_entry',
    id: row.id,
    status: row.status,
    date: dateText(row.date),
    professional_id: row.professionalId,
    professional: professional === null ? null : { id: professional.id, name: professional.name },
    service_id: row.serviceId,
    service: { id: service.id, name: service.name },
    client_id: row.clientId,
    client: { id: row.client.id, name: clientName(row.client) },
    position: position === null ? null : position.ahead + 1,
    ahead_count: position?.ahead ?? null,
    estimated_wait_minutes: position?.estimatedMinutes ?? null,
    call_count: row.callCount,
    notes: row.notes,
    source: row.source,
    tracking_url: linkTo(reader, 'queue_entry', row),
    deposit_id: row.deposits[0]?.id ?? null,
    deposit: null,
    cancellation_reason: row.cancellationReason,
    arrived_at: instant(row.arrivedAt),
    called_at: instant(row.calledAt),
    started_at: instant(row.startedAt),
    completed_at: instant(row.completedAt),
    skipped_at: instant(row.skippedAt),
    no_show_at: instant(row.noShowAt),
    cancelled_at: instant(row.cancelledAt),
    created_at: instant(row.createdAt),
    updated_at: instant(row.updatedAt),
  }
}
