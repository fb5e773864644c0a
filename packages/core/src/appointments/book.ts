import type { AppointmentType, Client as ClientRow, Prisma } from '@scheduling/database'
import { ulid } from 'ulid'
import { assignProfessional } from '../booking/assign-professional.ts'
import { takeTime } from '../booking/hold.ts'
import {
  demandOf,
  durationOf,
  priceOf,
  requireTypeOffered,
  type ServiceSelection,
} from '../booking/service-selection.ts'
import type { BookingClient } from '../clients/client-choice.ts'
import { clientFirstAppointment } from '../clients/events.ts'
import type { WriteContext } from '../change/write-context.ts'
import { lockProfessionals } from '../change/locks.ts'
import { bytes } from '../ground/bytes.ts'
import type { AppointmentRow } from './appointment.ts'
import { appointmentEvent } from './events.ts'
import { identicalAppointment } from './identical.ts'
import { findAppointment } from './load.ts'

/** A new appointment, whose references have been checked. */
export type Booking = {
  readonly selection: ServiceSelection
  readonly type: AppointmentType
  /** Epoch milliseconds. */
  readonly start: number
  /** Null: any professional. */
  readonly professionalId: number | null
  readonly client: BookingClient
  readonly notes: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly allowOverbook: boolean
}

/**
 * Books an appointment, for every channel. `existing`: the same appointment was made a moment ago, and nothing
 * was written.
 *
 * Locks make simultaneous bookings wait before the check. The check is the function that lists free slots. The
 * exclusion constraint protects the calendar if both should fail.
 */
export async function bookAppointment(
  context: WriteContext,
  booking: Booking,
): Promise<{ outcome: 'created' | 'existing'; row: AppointmentRow }> {
  const { tx, organization } = context
  const { selection, start, professionalId, client } = booking
  const candidates =
    professionalId === null ? selection.performers.map(({ id }) => id) : [professionalId]
  await lockProfessionals(tx, candidates)
  const now = context.now()
  const demand = demandOf(selection.services, organization)
  const serviceIds = selection.services.map(({ id }) => id)
  const { idempotencyRecord: record } = context
  const keyHash = record === null ? null : bytes(record.keyHash)

  // This comes before the check of availability: otherwise the appointment would make its own retry fail.
  if (client.existing !== null) {
    const identical = await identicalAppointment(tx, {
      organizationId: organization.id,
      clientId: client.existing.id,
      start,
      serviceIds,
      professionalId,
      capacity: demand.capacity,
      keyHash,
      now,
    })
    if (identical !== null) {
      return { outcome: 'existing', row: await findAppointment(tx, organization.id, identical) }
    }
  }
  const applied = await client.apply()
  if (applied.event !== null) context.emit(applied.event)
  requireTypeOffered(organization, selection)
  const { professional, isOverbook } = await assignProfessional(context, {
    serviceIds,
    demand,
    start,
    now,
    choice: professionalId === null ? 'any' : 'one',
    candidates,
    allowOverbook: booking.allowOverbook,
  })
  const holdId = await takeTime(tx, {
    ...demand,
    organizationId: organization.id,
    professionalId: professional.id,
    start,
    isOverbook,
  })
  const row = await insertAppointment(context, booking, {
    professional,
    client: applied.client,
    isOverbook,
    holdId,
    keyHash,
    now,
  })
  const rows = { before: null, after: row }
  context.emit(appointmentEvent('appointment.created', rows, organization.timeZone))
  if (applied.outcome === 'created' || (await isFirst(context, row))) {
    context.emit(clientFirstAppointment(applied.client, organization.timeZone))
  }
  return { outcome: 'created', row }
}

type Settled = {
  readonly professional: { readonly id: number; readonly name: string }
  readonly client: ClientRow
  readonly isOverbook: boolean
  readonly holdId: number
  readonly keyHash: Uint8Array<ArrayBuffer> | null
  readonly now: number
}

async function insertAppointment(
  context: WriteContext,
  booking: Booking,
  settled: Settled,
): Promise<AppointmentRow> {
  const { tx, organization } = context
  const { services } = booking.selection
  const durationMinutes = durationOf(services)
  const isConfirmed = organization.autoConfirm
  const columns = {
    organizationId: organization.id,
    professionalId: settled.professional.id,
    clientId: settled.client.id,
    holdId: settled.holdId,
    status: isConfirmed ? 'CONFIRMED' : 'PENDING',
    confirmedAt: isConfirmed ? new Date(settled.now) : null,
    type: booking.type,
    startsAt: new Date(booking.start),
    endsAt: new Date(booking.start + durationMinutes * 60_000),
    durationMinutes,
    price: priceOf(services),
    notes: booking.notes,
    metadata: booking.metadata,
    isOverbook: settled.isOverbook,
    source: context.source,
    icalUid: icalUid(context, settled.now),
    requestKeyHash: settled.keyHash,
  } satisfies Prisma.AppointmentUncheckedCreateInput
  const created = await tx.appointment.create({ data: columns })
  await tx.appointmentService.createMany({
    data: services.map(({ id }, position) => ({
      organizationId: organization.id,
      appointmentId: created.id,
      position,
      serviceId: id,
    })),
  })
  return {
    ...created,
    professional: settled.professional,
    client: settled.client,
    services: services.map((service) => ({ service })),
    deposits: [],
  }
}

/** Globally unique, as RFC 5545 requires. Calendar programs recognize the appointment by it after a move. */
function icalUid(context: WriteContext, now: number): string {
  return `${ulid(now, context.random).toLowerCase()}@${new URL(context.publicBaseUrl).hostname}`
}

/** Whether the client had no appointment before, in any status. The client is locked. */
async function isFirst({ tx }: WriteContext, row: AppointmentRow): Promise<boolean> {
  const other = await tx.appointment.findFirst({
    where: { organizationId: row.organizationId, clientId: row.clientId, id: { not: row.id } },
    select: { id: true },
  })
  return other === null
}
