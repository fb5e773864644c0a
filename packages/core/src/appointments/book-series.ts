import { assignEach } from './assign-series.ts'
import { takeSeat } from './hold.ts'
import { demandOfSeries, requireTypeOffered } from './service-selection.ts'
import { lockProfessionals } from '../change/locks.ts'
import type { WriteContext } from '../change/write-context.ts'
import { clientFirstAppointment } from '../clients/events.ts'
import { Problem } from '../contract/problems.ts'
import type { AppointmentRow } from './appointment.ts'
import { writeAppointment, type Booking } from './book.ts'
import { appointmentEvent } from './events.ts'
import { appointmentsAlike, identicalAppointment, type Likeness } from './identical.ts'
import { findAppointments } from './load.ts'
import type { Occurrence } from './recurrence.ts'
import { nothingDone, skippedTime, type RefusedDate } from './series.ts'

export type BookedSeries = {
  /** `existing`: the same series was made a moment ago, and nothing was written. */
  readonly outcome: 'created' | 'existing'
  readonly recurrenceId: string
  readonly rows: readonly AppointmentRow[]
  readonly refused: readonly RefusedDate[]
}

/**
 * Books each occurrence that fits, by the rules of a single booking, and says of the others why they do not. The
 * series has one client, and an id of its own.
 *
 * @throws `409 slot_unavailable` when nothing fits; what would refuse every occurrence alike, as a single booking does
 */
export async function bookSeries(
  context: WriteContext,
  booking: Omit<Booking, 'start'>,
  occurrences: readonly Occurrence[],
): Promise<BookedSeries> {
  const { tx, organization, emit } = context
  const { selection, professionalId, client } = booking
  const candidates =
    professionalId === null ? selection.performers.map(({ id }) => id) : [professionalId]
  const demand = demandOfSeries(selection.services, organization)
  const serviceIds = selection.services.map(({ id }) => id)
  const starts = occurrences.flatMap(({ start }) => start ?? [])
  const [, alike] = await Promise.all([
    lockProfessionals(tx, candidates),
    client.existing === null
      ? []
      : appointmentsAlike(tx, {
          organizationId: organization.id,
          clientId: client.existing.id,
          starts,
          serviceIds,
          professionalId,
          keyHash: null,
          now: context.now(),
        }),
  ])
  const now = context.now()
  const made = alreadyMade(alike, { capacity: demand.capacity, now })
  const open = starts.filter((start) => !made.has(start))

  if (open.length > 0) requireTypeOffered(organization, selection)
  const assigned =
    open.length === 0
      ? []
      : await assignEach(
          context,
          {
            serviceIds,
            demand,
            choice: professionalId === null ? 'any' : 'one',
            candidates,
            isNew: true,
            allowOverbook: booking.allowOverbook,
            allowClosed: booking.isByTeam === true && booking.allowOverbook,
          },
          open,
          now,
        )
  const refusals = new Map<number | null, Problem>([[null, skippedTime()]])
  for (const start of made.keys()) refusals.set(start, repeated())
  for (const one of assigned) if ('refusal' in one) refusals.set(one.start, one.refusal)
  const refused = occurrences.flatMap((occurrence) => {
    const refusal = refusals.get(occurrence.start)
    return refusal === undefined ? [] : [{ ...occurrence, refusal }]
  })
  const fitting = assigned.flatMap((one) => ('assignment' in one ? [one] : []))
  if (fitting.length === 0) return existingSeries(context, made, refused)

  const applied = await client.apply()
  if (applied.event !== null) emit(applied.event)
  const recurrenceId = context.newId('rec')
  // They are sent together, and PostgreSQL takes them one after the other.
  const written = await Promise.all(
    fitting.map(async ({ start, assignment: { professional, isOverbook } }) => {
      const hold = await takeSeat(tx, {
        ...demand,
        organizationId: organization.id,
        professionalId: professional.id,
        start,
        isOverbook,
      })
      return writeAppointment(context, booking, {
        start,
        professional,
        client: applied.client,
        isOverbook,
        hold,
        source: 'recurrence',
        recurrenceId,
        now,
      })
    }),
  )
  const rows = written.map(({ row }) => row)
  for (const after of rows) {
    emit(appointmentEvent('appointment.created', { before: null, after }, organization.timeZone))
  }
  if (written.some(({ isFirst }) => isFirst)) {
    emit(clientFirstAppointment(applied.client, organization.timeZone))
  }
  return { outcome: 'created', recurrenceId, rows, refused }
}

/** By their start: appointments of a moment ago that this request would make again. */
function alreadyMade(
  alike: readonly Likeness[],
  rule: Parameters<typeof identicalAppointment>[1],
): ReadonlyMap<number, Likeness> {
  const found = new Map<number, Likeness>()
  for (const { start } of alike) {
    const identical = identicalAppointment(
      alike.filter((one) => one.start === start),
      rule,
    )
    if (identical !== null) found.set(start, identical)
  }
  return found
}

/**
 * Nothing is left to book: either because the same series was made a moment ago, or because nothing fits.
 *
 * @throws `409 slot_unavailable`
 */
async function existingSeries(
  { tx, organization }: WriteContext,
  made: ReadonlyMap<number, Likeness>,
  refused: readonly RefusedDate[],
): Promise<BookedSeries> {
  const series = [...made.values()].find(({ recurrenceId }) => recurrenceId !== null)
  if (series === undefined || series.recurrenceId === null) {
    const [first] = refused
    throw nothingDone(
      'slot_unavailable',
      `None of the ${refused.length} occurrences fits. The first: ${first?.refusal.message ?? ''}`,
      {
        field: 'recurrence',
        refusals: refused.map(({ local, refusal }) => ({ when: local, reason: refusal.message })),
      },
    )
  }
  const { recurrenceId } = series
  const same = [...made.values()].filter((one) => one.recurrenceId === recurrenceId)
  const ofSeries = new Set(same.map(({ start }) => start))
  const rows = await findAppointments(
    tx,
    organization.id,
    same.map(({ id }) => id),
  )
  return {
    outcome: 'existing',
    recurrenceId,
    rows,
    refused: refused.filter(({ start }) => start === null || !ofSeries.has(start)),
  }
}

function repeated(): Problem {
  return new Problem('slot_unavailable', 'The same appointment was made a moment ago.')
}
