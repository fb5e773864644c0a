/** Books time that its caller has held. */
import { lockProfessionals } from '../change/locks.ts'
import { minutesOf } from '../holds/hold.ts'
import type { HoldRow } from '../holds/rows.ts'
import { endTaken, takeHold, type TakenHold } from '../holds/take-hold.ts'
import type { AppointmentRow } from './appointment.ts'
import {
  bookAppointment,
  emitCreated,
  writeAppointment,
  type Booking,
  type BookingWork,
} from './book.ts'
import { takeSeat, type HoldRequest } from './hold.ts'
import { appointmentsAlike, identicalAppointment } from './identical.ts'
import { findAppointment } from './load.ts'
import { demandOf, requireTypeOffered } from './service-selection.ts'

/**
 * As `bookAppointment`, of a hold. While it is held nothing is judged: its time is taken out of the calendar, and notice,
 * hours and blocked times may have changed since. Once it has expired, this is a booking as any other.
 *
 * @param seen the hold as it was read before the locks
 * @throws `409 action_not_allowed` when the hold was booked before, and not by the same request
 */
export async function bookHeld(
  context: BookingWork,
  booking: Booking,
  seen: HoldRow,
): Promise<{ outcome: 'created' | 'existing'; row: AppointmentRow }> {
  const { tx, organization } = context
  const { client, selection, start, keyHash } = booking
  const { professionalId } = seen
  const [, alike] = await Promise.all([
    lockProfessionals(tx, [professionalId]),
    client.existing === null
      ? []
      : appointmentsAlike(tx, {
          organizationId: organization.id,
          clientId: client.existing.id,
          starts: [start],
          serviceIds: seen.serviceIds,
          professionalId,
          keyHash,
          now: context.now(),
        }),
  ])
  const { capacity } = demandOf(selection.services, organization)
  const identical = identicalAppointment(alike, { capacity, now: context.now() })
  if (identical !== null) {
    return { outcome: 'existing', row: await findAppointment(tx, organization.id, identical.id) }
  }
  const taken = await takeHold(context, seen.id)
  if (taken === null) return bookAppointment(context, booking)
  const row = await writeHeld(context, booking, taken)
  await endTaken(context, taken, row.id)
  return { outcome: 'created', row }
}

/** Writes the appointment into the time that was held, at the price of then. */
async function writeHeld(
  context: BookingWork,
  booking: Booking,
  taken: TakenHold,
): Promise<AppointmentRow> {
  const { tx, organization, emit, source } = context
  const { row: held } = taken
  const applied = await booking.client.apply()
  if (applied.event !== null) emit(applied.event)
  requireTypeOffered(organization, booking.selection)
  const hold = await takeSeat(tx, timeOf(taken), true)
  const fixed = { durationMinutes: minutesOf(held), price: held.price }
  const { row, isFirst } = await writeAppointment(
    context,
    { ...booking, fixed },
    {
      start: held.startsAt.getTime(),
      professional: { id: held.professionalId, name: held.professionalName },
      client: applied.client,
      isOverbook: false,
      hold,
      source,
      recurrenceId: null,
      now: context.now(),
    },
  )
  emitCreated(context, row, applied.client, isFirst)
  return row
}

/** What was held, to be taken again: with the buffers and the seats of then. */
function timeOf({ row, time }: TakenHold): HoldRequest {
  const minutes = (from: number, to: number): number => (to - from) / 60_000
  return {
    organizationId: row.organizationId,
    professionalId: row.professionalId,
    start: row.startsAt.getTime(),
    durationMinutes: minutesOf(row),
    bufferBeforeMinutes: minutes(time.busyFrom, row.startsAt.getTime()),
    bufferAfterMinutes: minutes(row.endsAt.getTime(), time.busyTo),
    serviceId: time.serviceId,
    capacity: time.capacity,
    isOverbook: false,
  }
}
