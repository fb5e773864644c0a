import { isWithin, type HoldRequest } from './hold.ts'
import { takeHold, endTaken } from '../holds/take-hold.ts'
import type { HoldRow } from '../holds/rows.ts'
import { insertRow, sqlOf, tables } from '@scheduling/database'
import { assignProfessional, type Assignment } from './assign-professional.ts'
import { readCandidates } from './read-candidates.ts'
import {
  demandFor,
  demandOfSeries,
  requestedProfessionalFault,
  selectServices,
  withTimeToPay,
} from './service-selection.ts'
import type { Work } from '../change/system-work.ts'
import type { Context } from '../context.ts'
import { invalidFields, invalid, Problem } from '../contract/problems.ts'
import { hasOpenDeposit, shortenDeposit } from '../deposits/open.ts'
import { requireAction, requireClientNotice, requireStart } from './actions.ts'
import type { AppointmentRow } from './appointment.ts'
import { appointmentEvent } from './events.ts'
import { exchangeTime } from './exchange-time.ts'
import { findAppointment } from './load.ts'
import { lockWithProfessionals } from './lock-with-professionals.ts'
import { roomAfter } from './meeting-url.ts'
import { changeAppointmentRow } from './rows.ts'

/** The new start and professional of an appointment. */
export type Target = {
  /** Epoch milliseconds; undefined: the same start. */
  readonly start: number | undefined
  /** Epoch milliseconds; undefined: whatever it is. See `requireStart`. */
  readonly expectedStart?: number | undefined
  /** Undefined: the same professional. Null: any, preferably the same. */
  readonly professionalId: number | null | undefined
  /** Stored in the history of moves only. Events and records do not show it. */
  readonly reason?: string | null | undefined
  /** A series that the team made runs past the booking horizon, and stays past it. */
  readonly isOfSeries?: boolean
  /** The client moves it, not the team: the notice that clients need counts. */
  readonly isByClient?: boolean
  /** A member of the team moves it: see `demandFor`. */
  readonly isByTeam?: boolean
  /** A member of the team moves it over what is taken, and where it is closed. */
  readonly allowOverbook?: boolean
  /** What holds the target. It is taken whatever the notice says, and whatever changed since. */
  readonly hold?: HoldRow | null
}

/** What a move needs, for all callers. */
export type MovingWork = Work & Pick<Context, 'actor'>

/** What the procedures that move appointments refuse with. */
export const MOVE_PROBLEMS = [
  'not_found',
  'appointment_not_editable',
  'action_not_allowed',
  'professional_cannot_perform_service',
  'min_advance_violation',
  'slot_unavailable',
] as const

/**
 * Moves an appointment, for every channel. If the target is what the appointment already has, nothing is
 * written.
 *
 * @throws `404 not_found`, `400` on `professional_id`, and the refusals of an action and of a booking
 */
export async function moveAppointment(
  context: MovingWork,
  id: number,
  target: Target,
): Promise<AppointmentRow> {
  const { tx, organization } = context
  const seen = await findAppointment(tx, organization.id, id)
  const { selection } = await selectServices(
    tx,
    organization,
    seen.services.map(({ service }) => service.id),
  )
  const { hold = null } = target
  if (hold !== null) requireSameServices(seen, hold)
  else if (target.professionalId != null) {
    const fault = await requestedProfessionalFault(
      tx,
      organization,
      selection,
      target.professionalId,
    )
    if (fault !== null) throw invalidFields([fault])
  }
  const asked =
    target.professionalId === null
      ? selection.performers.map((performer) => performer.id)
      : [target.professionalId ?? seen.professionalId]
  const before = await lockWithProfessionals(context, seen, asked)
  const now = context.now()
  requireAction('reschedule', before, organization, now)
  requireStart(before, target.expectedStart)
  if (target.isByClient === true) requireClientNotice(before, organization, now)
  const start = target.start ?? before.startsAt.getTime()
  const isSameStart = start === before.startsAt.getTime()
  const wanted = target.professionalId === undefined ? before.professionalId : target.professionalId
  if (isSameStart && wanted === before.professionalId) return before
  const { services } = selection
  const booked = {
    ...(target.isOfSeries === true
      ? demandOfSeries(services, organization)
      : demandFor(target.isByTeam === true, services, organization)),
    durationMinutes: before.durationMinutes,
  }
  const isOpen =
    (target.isByClient === true || start < now) &&
    !isSameStart &&
    (await hasOpenDeposit(tx, before))
  if (isOpen && start < now) throw unpaid()
  const mustBePaid = target.isByClient === true && isOpen
  const demand = mustBePaid ? withTimeToPay(booked) : booked
  const held = hold === null ? null : await takeHold(context, hold.id)
  const request = {
    serviceIds: selection.services.map((service) => service.id),
    demand,
    start,
    choice: target.professionalId === undefined ? 'same' : wanted === null ? 'any' : 'one',
    candidates: wanted === null ? asked : [wanted],
    preferred: before.professionalId,
    isNew: false,
    allowOverbook: target.allowOverbook === true,
    allowClosed: target.allowOverbook === true,
    keepsStart: isSameStart || held !== null,
    exceptHoldId: before.holdId,
  } as const
  const wantedOf = (professionalId: number, isOverbook = false): HoldRequest => ({
    ...demand,
    capacity: Math.max(demand.capacity, held?.time.capacity ?? 1),
    organizationId: organization.id,
    professionalId,
    start,
    isOverbook,
  })
  const assignment: Assignment =
    held !== null && isWithin(wantedOf(held.row.professionalId), held.time)
      ? {
          professional: { id: held.row.professionalId, name: held.row.professionalName },
          isOverbook: false,
        }
      : await assignProfessional(context, request, await readCandidates(context, request, now), now)
  if (isSameStart && assignment.professional.id === before.professionalId) return before
  const { professional, isOverbook } = assignment
  const moved = await moveTo(context, before, {
    professional,
    time: wantedOf(professional.id, isOverbook),
    reason: target.reason ?? null,
    isKept: held !== null,
    isMarked: target.allowOverbook === true,
  })
  if (held !== null) await endTaken(context, held, before.id)
  if (start < before.startsAt.getTime()) await shortenDeposit(tx, moved, start, now)
  return moved
}

/** Its deposit would expire at once, and cancel it. */
function unpaid(): Problem {
  return new Problem(
    'action_not_allowed',
    'The deposit of this appointment is still to be paid, so it cannot be moved into the past.',
  )
}

/** @throws `400 invalid_value` on `hold_id` */
function requireSameServices({ services }: AppointmentRow, { serviceIds }: HoldRow): void {
  const booked = services.map(({ service }) => service.id)
  const inOrder = (ids: readonly number[]) => String(ids.toSorted((one, other) => one - other))
  if (inOrder(booked) === inOrder(serviceIds)) return
  const message = 'This hold is for other services than those of the appointment.'
  throw invalid('hold_id', 'invalid_value', message)
}

async function moveTo(
  { tx, organization, emit, actor }: MovingWork,
  before: AppointmentRow,
  to: {
    readonly professional: Assignment['professional']
    readonly time: HoldRequest
    readonly reason: string | null
    readonly isKept: boolean
    /** Whether the mark follows what is there: a plain move keeps the one that the booking set. */
    readonly isMarked: boolean
  },
): Promise<AppointmentRow> {
  const sql = sqlOf(tx)
  const { professional, time } = to
  const holdId = await exchangeTime(tx, before, time, to.isKept)
  const { type, services } = before
  const room =
    professional.id === before.professionalId
      ? {}
      : await roomAfter(sql, before, {
          type,
          professionalId: professional.id,
          serviceIds: services.map(({ service }) => service.id),
        })
  const [changed] = await Promise.all([
    changeAppointmentRow(tx, before, {
      ...room,
      holdId,
      professionalId: professional.id,
      ...(to.isMarked && { isOverbook: time.isOverbook }),
      startsAt: new Date(time.start),
      endsAt: new Date(time.start + before.durationMinutes * 60_000),
      rescheduleCount: before.rescheduleCount + 1,
      arrivedAt: null,
      startedAt: null,
    }),
    insertRow(tx, tables.appointmentMove, {
      organizationId: organization.id,
      appointmentId: before.id,
      fromStartsAt: before.startsAt,
      toStartsAt: new Date(time.start),
      fromProfessionalId: before.professionalId,
      toProfessionalId: professional.id,
      reason: to.reason,
      actor,
    }),
  ])
  const after: AppointmentRow = { ...before, ...changed, professional }
  emit(appointmentEvent('appointment.rescheduled', { before, after }, organization.timeZone))
  return after
}
