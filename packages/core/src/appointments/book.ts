import {
  sqlOf,
  type AppointmentType,
  type Client as ClientRow,
  type Prisma,
} from '@scheduling/database'
import { ulid } from 'ulid'
import { assignProfessional } from './assign-professional.ts'
import { readCandidates } from './read-candidates.ts'
import { deleteExpiredAt, takeSeat, type Hold, type HoldRequest } from './hold.ts'
import {
  demandFor,
  demandOf,
  demandPaidBefore,
  durationOf,
  priceOf,
  requireTypeOffered,
  type ServiceSelection,
} from './service-selection.ts'
import type { BookingClient } from '../clients/client-choice.ts'
import { clientFirstAppointment } from '../clients/events.ts'
import type { Work } from '../change/system-work.ts'
import type { Context } from '../context.ts'
import { lockProfessionals } from '../change/locks.ts'
import { invalid } from '../contract/problems.ts'
import type { AppointmentRow } from './appointment.ts'
import type { Language } from '../ground/language.ts'
import { appointmentEvent } from './events.ts'
import { appointmentsAlike, identicalAppointment } from './identical.ts'
import { findAppointment } from './load.ts'
import { changeAppointmentRow, insertAppointment } from './rows.ts'

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
  /** A member of the team books: see `demandFor`. With `allowOverbook` also where it is closed. */
  readonly isByTeam?: boolean
  /** Hash of the `Idempotency-Key`, or of the submission of a page, within the organization; null without one. */
  readonly keyHash: Uint8Array | null
  /** It stays `PENDING` until a deposit is paid, whatever the organization confirms by itself. */
  readonly awaitsDeposit?: boolean
  /** The language of the page on which the client books. Left out: the client books on no page. */
  readonly language?: Language | undefined
  /** What was fixed when the time was held. Left out: what the services say now. */
  readonly fixed?: { readonly durationMinutes: number; readonly price: Prisma.Decimal | null }
}

/** What a booking needs, for all callers. */
export type BookingWork = Work & Pick<Context, 'source'>

/**
 * Books an appointment, for every channel. `existing`: the same appointment was made a moment ago, and nothing
 * was written.
 *
 * Locks make simultaneous bookings wait before the check. What is checked is sent behind the lock, and is read
 * once the lock is held. The check is the function that lists free slots. The exclusion constraint protects the
 * calendar if both should fail.
 */
export async function bookAppointment(
  context: BookingWork,
  booking: Booking,
): Promise<{ outcome: 'created' | 'existing'; row: AppointmentRow }> {
  const { tx, organization, emit } = context
  const { selection, start, professionalId, client, keyHash } = booking
  const candidates =
    professionalId === null ? selection.performers.map(({ id }) => id) : [professionalId]
  const { isByTeam = false } = booking
  const demand =
    booking.awaitsDeposit === true
      ? demandPaidBefore(selection.services, organization)
      : demandFor(isByTeam, selection.services, organization)
  const serviceIds = selection.services.map(({ id }) => id)
  const request = {
    serviceIds,
    demand,
    start,
    choice: professionalId === null ? 'any' : 'one',
    candidates,
    isNew: true,
    allowOverbook: booking.allowOverbook,
    allowClosed: isByTeam && booking.allowOverbook,
  } as const
  const asked = context.now()
  const [, alike, read] = await Promise.all([
    lockProfessionals(tx, candidates),
    client.existing === null
      ? []
      : appointmentsAlike(tx, {
          organizationId: organization.id,
          clientId: client.existing.id,
          starts: [start],
          serviceIds,
          professionalId,
          keyHash,
          now: asked,
        }),
    readCandidates(context, request, asked),
  ])
  const now = context.now()

  // This comes before the check of availability: otherwise the appointment would make its own retry fail.
  const identical = identicalAppointment(alike, { capacity: demand.capacity, now })
  if (identical !== null) {
    return { outcome: 'existing', row: await findAppointment(tx, organization.id, identical.id) }
  }
  const applied = await client.apply()
  if (applied.event !== null) emit(applied.event)
  requireTypeOffered(organization, selection)
  const { professional, isOverbook } = await assignProfessional(context, request, read, now)
  const taken = { professional, client: applied.client, isOverbook, now }
  const { row, isFirst } = await writeSeated(context, booking, demand, taken)
  emitCreated(context, row, applied.client, isFirst, booking.awaitsDeposit)
  return { outcome: 'created', row }
}

/**
 * Writes down an appointment that took place: `COMPLETED`, without the rules of notice and hours, and not over what was
 * booked at that time.
 *
 * @throws `400 required` on `professional_id`; `409 slot_unavailable`
 */
export async function bookPast(
  context: BookingWork,
  booking: Booking,
): Promise<{ outcome: 'created'; row: AppointmentRow }> {
  const { tx, organization, emit } = context
  const { selection, professionalId } = booking
  const professional = selection.performers.find(({ id }) => id === professionalId)
  if (professional === undefined) {
    const message = 'An appointment of the past needs the professional who took it.'
    throw invalid('professional_id', 'required', message)
  }
  const demand = demandOf(selection.services, organization)
  await lockProfessionals(tx, [professional.id])
  const applied = await booking.client.apply()
  if (applied.event !== null) emit(applied.event)
  requireTypeOffered(organization, selection)
  const now = context.now()
  await deleteExpiredAt(
    tx,
    heldBy(context, booking, demand, { professional, isOverbook: false }),
    now,
  )
  const taken = { professional, client: applied.client, isOverbook: false, now }
  const { row, isFirst } = await writeSeated(context, booking, demand, taken)
  const ended = await changeAppointmentRow(tx, row, {
    status: 'COMPLETED',
    completedAt: row.endsAt,
  })
  const after = { ...row, ...ended }
  emitCreated(context, after, applied.client, isFirst)
  return { outcome: 'created', row: after }
}

/** Takes the seat and writes the appointment. The caller has locked the professional and the client. */
async function writeSeated(
  context: BookingWork,
  booking: Booking,
  demand: ReturnType<typeof demandOf>,
  taken: Pick<Settled, 'professional' | 'client' | 'isOverbook' | 'now'>,
): Promise<{ row: AppointmentRow; isFirst: boolean }> {
  const { start } = booking
  const hold = await takeSeat(context.tx, heldBy(context, booking, demand, taken))
  const { source } = context
  return writeAppointment(context, booking, { ...taken, start, hold, source, recurrenceId: null })
}

function heldBy(
  { organization }: BookingWork,
  { start }: Booking,
  demand: ReturnType<typeof demandOf>,
  { professional, isOverbook }: Pick<Settled, 'professional' | 'isOverbook'>,
): HoldRequest {
  const organizationId = organization.id
  return { ...demand, organizationId, professionalId: professional.id, start, isOverbook }
}

export function emitCreated(
  { emit, organization: { timeZone } }: BookingWork,
  after: AppointmentRow,
  client: ClientRow,
  isFirst: boolean,
  awaitsDeposit = false,
): void {
  const created = appointmentEvent('appointment.created', { before: null, after }, timeZone)
  // The request for the deposit emits its own event.
  emit(awaitsDeposit ? { ...created, tellsClient: false } : created)
  if (isFirst) emit(clientFirstAppointment(client, timeZone))
}

/** What is decided of a booking once its time is found. */
type Settled = {
  /** Epoch milliseconds. */
  readonly start: number
  readonly professional: { readonly id: number; readonly name: string }
  readonly client: ClientRow
  readonly isOverbook: boolean
  readonly hold: Hold
  readonly source: string
  readonly recurrenceId: string | null
  readonly now: number
}

/** The client is locked, so the first appointment is the first of several at once. */
export async function writeAppointment(
  context: Work,
  booking: Omit<Booking, 'start'>,
  settled: Settled,
): Promise<{ row: AppointmentRow; isFirst: boolean }> {
  const { tx, organization } = context
  const { services } = booking.selection
  // What has begun waits for no confirmation.
  const isPast = booking.isByTeam === true && settled.start < settled.now
  const isConfirmed = (organization.autoConfirm || isPast) && booking.awaitsDeposit !== true
  const columns = {
    organizationId: organization.id,
    professionalId: settled.professional.id,
    clientId: settled.client.id,
    status: isConfirmed ? 'CONFIRMED' : 'PENDING',
    confirmedAt: isConfirmed ? new Date(settled.now) : null,
    type: booking.type,
    start: settled.start,
    durationMinutes: durationOf(services),
    price: priceOf(services),
    ...booking.fixed,
    notes: booking.notes,
    metadata: booking.metadata,
    isOverbook: settled.isOverbook,
    source: settled.source,
    recurrenceId: settled.recurrenceId,
    icalUid: icalUid(context, settled.now),
    requestKeyHash: booking.keyHash,
    language: booking.language ?? null,
    serviceIds: services.map(({ id }) => id),
  } as const
  const { row, isFirst } = await insertAppointment(sqlOf(tx), columns, settled.hold)
  const { professional, client } = settled
  const performed = services.map((service) => ({ service }))
  return { row: { ...row, professional, client, services: performed, deposits: [] }, isFirst }
}

/** Globally unique, as RFC 5545 requires. Calendar programs recognize the appointment by it after a move. */
function icalUid(context: Work, now: number): string {
  return `${ulid(now, context.random).toLowerCase()}@${new URL(context.publicBaseUrl).hostname}`
}
