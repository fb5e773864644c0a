/** Takes back how an appointment ended. */
import { judgeStart, type DayPiece } from '@scheduling/availability'
import { column, query, sqlOf, type AppointmentStatus } from '@scheduling/database'
import type { Work } from '../change/system-work.ts'
import { lockClient } from '../clients/match.ts'
import { CANCELLED_UNPAID } from '../contract/cancelled-unpaid.ts'
import { Problem } from '../contract/problems.ts'
import { requireAction } from './actions.ts'
import type { AppointmentRow } from './appointment.ts'
import { deleteExpiredAt, takeTime } from './hold.ts'
import { findAppointment } from './load.ts'
import { loadSchedules } from './load-schedules.ts'
import { lockWithProfessionals } from './lock-with-professionals.ts'
import type { AppointmentChange } from './rows.ts'
import { demandOf, selectServices } from './service-selection.ts'
import { writeUpdate } from './write-update.ts'

const DAY_MS = 86_400_000
const UNDO_DAYS = 7

/** What each end clears, and when it was. */
const ENDS: Partial<
  Record<
    AppointmentStatus,
    { readonly at: (row: AppointmentRow) => Date | null; readonly cleared: AppointmentChange }
  >
> = {
  COMPLETED: { at: ({ completedAt }) => completedAt, cleared: { completedAt: null } },
  NO_SHOW: { at: ({ noShowAt }) => noShowAt, cleared: { noShowAt: null } },
  CANCELLED_CLIENT: cancelled(),
  CANCELLED_PROFESSIONAL: cancelled(),
}

function cancelled() {
  return {
    at: ({ cancelledAt }: AppointmentRow) => cancelledAt,
    cleared: { cancelledAt: null, cancellationReason: null },
  }
}

/**
 * Gives an appointment the status that it had before it ended, and its time again if that was free since.
 *
 * @param workFor how the client is told, by how the appointment ended
 * @throws `404 not_found`, `409 appointment_not_editable`, `409 action_not_allowed`, `409 slot_unavailable`
 */
export async function undoEnd(
  work: Work,
  id: number,
  workFor: (before: AppointmentRow) => Work,
): Promise<AppointmentRow> {
  const { tx, organization } = work
  const seen = await findAppointment(tx, organization.id, id)
  const client = await lockClient(tx, organization.id, seen.clientId)
  const before = await lockWithProfessionals(work, seen)
  if (before.invoiceIssued) throw refuse('An invoice was issued. Take its mark back first.')
  requireAction('undo', before, organization, work.now())
  const end = ENDS[before.status]
  const at = end?.at(before) ?? null
  if (end === undefined || at === null) throw refuse('It is not known when this appointment ended.')
  if (at.getTime() < work.now() - UNDO_DAYS * DAY_MS) {
    throw refuse(`It ended more than ${UNDO_DAYS} days ago.`)
  }
  if (before.status === 'CANCELLED_CLIENT' && before.cancellationReason === CANCELLED_UNPAID) {
    throw refuse('It was cancelled because its deposit was not paid. Book it again.')
  }
  if (client?.id !== before.clientId) {
    throw refuse('The client was erased, or merged into another one.')
  }
  await requireUndoable(work, before, at)
  const holdId = before.holdId ?? (await takeTimeAgain(work, before))
  const isConfirmed = before.status === 'COMPLETED' || before.confirmedAt !== null
  return writeUpdate(workFor(before), before, {
    ...end.cleared,
    holdId,
    status: isConfirmed ? 'CONFIRMED' : 'PENDING',
  })
}

const obstacles = query({
  name: 'what forbids to undo the end of an appointment',
  text: `SELECT p.is_active AS "isActive",
      EXISTS (SELECT FROM deposit d WHERE d.organization_id = $1::int AND d.appointment_id = $2::int
        AND (d.refunded_amount > 0 OR EXISTS (SELECT FROM deposit_refund r WHERE r.organization_id = $1::int
          AND r.deposit_id = d.id AND r.of_deposit AND r.rejected_at IS NULL))) AS "isRefunded",
      EXISTS (SELECT FROM merged_client m WHERE m.organization_id = $1::int AND m.merged_into = $4::int
        AND m.merged_at > $5::timestamptz) AS "isMerged"
    FROM professional p WHERE p.organization_id = $1::int AND p.id = $3::int`,
  row: { isActive: column.bool, isRefunded: column.bool, isMerged: column.bool },
})

/** @throws `409 action_not_allowed` */
async function requireUndoable(work: Work, row: AppointmentRow, at: Date): Promise<void> {
  // A merge is stored with the time of the machine.
  const ahead = work.now() - work.realNow()
  const [found] = await obstacles(sqlOf(work.tx), [
    row.organizationId,
    row.id,
    row.professionalId,
    row.clientId,
    new Date(at.getTime() - ahead),
  ])
  if (found === undefined) throw new Error('An appointment has a professional.')
  if (!found.isActive) throw refuse('The professional is no longer active.')
  if (found.isRefunded) throw refuse('Its deposit was refunded, or a refund is under way.')
  if (found.isMerged) throw refuse('Another client was merged into its client since.')
}

const ALWAYS_OPEN: DayPiece[] = [{ opens: 0, closes: 1440 }]
const OPEN_WEEK = Array.from({ length: 7 }, () => ALWAYS_OPEN)

/**
 * Neither hours nor notice count, as they were judged when it was booked, and it may be over. It must not be taken: by
 * another booking, a hold, a blocked time, or another calendar. The professional is locked.
 *
 * @throws `409 slot_unavailable`
 */
async function takeTimeAgain(work: Work, before: AppointmentRow): Promise<number> {
  const { tx, organization } = work
  const now = work.now()
  const start = before.startsAt.getTime()
  const { professionalId } = before
  const serviceIds = before.services.map(({ service }) => service.id)
  const { selection } = await selectServices(tx, organization, serviceIds)
  const demand = {
    ...demandOf(selection.services, organization),
    durationMinutes: before.durationMinutes,
    minAdvanceMinutes: 0,
  }
  const asked = { professionalIds: [professionalId], demand, from: start, until: start, now }
  const { calendar, schedules } = await loadSchedules(tx, organization, asked)
  const busy = schedules.get(professionalId)?.busy ?? []
  const free = { weekly: OPEN_WEEK, overrides: new Map(), busy }
  const clock = { ...calendar, holidays: new Set<string>(), now: start }
  if (judgeStart(clock, demand, free, start).verdict === 'busy') {
    throw new Problem('slot_unavailable', 'The time of this appointment was taken since.')
  }
  const wanted = {
    ...demand,
    organizationId: organization.id,
    professionalId,
    start,
    isOverbook: false,
  }
  await deleteExpiredAt(tx, wanted, now)
  return takeTime(tx, wanted)
}

function refuse(detail: string): Problem {
  return new Problem('action_not_allowed', detail)
}
