/** An appointment as its client sees it: nothing of the client is in it, nor what the team wrote. */
import { formatInstant } from '@scheduling/availability'
import { z } from 'zod'
import { AppointmentStatus, type AppointmentRow } from '../appointments/appointment.ts'
import { CannotChange, cannotChange, changesUntil } from '../appointments/client-changes.ts'
import { shownRoom } from '../appointments/meeting-url.ts'
import { placeOf } from '../appointments/place.ts'
import { linkConfirms } from '../appointments/confirm-booked.ts'
import { CANCELLED_UNPAID } from '../contract/cancelled-unpaid.ts'
import { findDeposit } from '../deposits/load.ts'
import { Currency, Money } from '../ground/fields.ts'
import { Instant } from '../ground/time-fields.ts'
import { money } from '../ground/money.ts'
import { calendarLinkTo } from '../links/record-link.ts'
import { AppointmentType } from '../services/service.ts'
import { DepositView, toDepositView } from './deposit-view.ts'
import { toVisitedOrganization, VisitedOrganization } from './offer.ts'
import type { Visited } from './visit.ts'

export const AppointmentView = z.object({
  status: AppointmentStatus,
  /** Null unless it is cancelled. `unpaid`: the deposit was not paid in time. */
  cancelled_by: z.enum(['client', 'team', 'unpaid']).nullable(),
  type: AppointmentType,
  start: Instant,
  end: Instant,
  duration_minutes: z.int().min(1),
  services: z.array(z.string()),
  professional: z.string(),
  price: Money.nullable(),
  currency: Currency,
  /** Where to go, in one line. Null: it is online, or the organization has no address. */
  place: z.string().nullable(),
  /** The online room, once the appointment is confirmed. */
  meeting_url: z.string().nullable(),
  can_cancel: z.boolean(),
  can_reschedule: z.boolean(),
  /** The client can say "I will come": a reminder was sent, and the team has not confirmed it. */
  can_confirm: z.boolean(),
  /** Why not: it is over or cancelled; it has started; the notice for clients is over; only the team can. Null: it can. */
  cannot_cancel: CannotChange.nullable(),
  cannot_reschedule: CannotChange.nullable(),
  /** Until when the client can cancel or move it. */
  changes_until: Instant,
  deposit: DepositView.nullable(),
  /** For calendar programs: the appointment as a file that stays up to date. It dies with the link, and opens nothing else. */
  calendar_url: z.string(),
  organization: VisitedOrganization,
})

export async function appointmentView(
  visited: Visited,
  row: AppointmentRow,
): Promise<z.input<typeof AppointmentView>> {
  const { organization, db } = visited
  const { timeZone } = organization
  const [latest] = row.deposits
  const deposit = latest === undefined ? null : await findDeposit(db, organization.id, latest.id)
  const cannotCancel = cannotChange('cancel', row, visited)
  const cannotMove = cannotChange('reschedule', row, visited)
  return {
    status: row.status,
    cancelled_by: cancelledBy(row),
    type: row.type,
    start: formatInstant(+row.startsAt, timeZone),
    end: formatInstant(+row.endsAt, timeZone),
    duration_minutes: row.durationMinutes,
    services: row.services.map(({ service }) => service.name),
    professional: row.professional.name,
    price: money(row.price),
    currency: 'BRL',
    place: placeOf(row.type, organization),
    meeting_url: shownRoom(row),
    can_cancel: cannotCancel === null,
    can_reschedule: cannotMove === null,
    can_confirm: await linkConfirms(visited, row),
    cannot_cancel: cannotCancel,
    cannot_reschedule: cannotMove,
    changes_until: formatInstant(changesUntil(row, organization), timeZone),
    deposit: deposit === null ? null : toDepositView(deposit, visited),
    calendar_url: calendarLinkTo(visited, 'appointment_calendar', row),
    organization: toVisitedOrganization(visited),
  }
}

function cancelledBy(row: AppointmentRow): 'client' | 'team' | 'unpaid' | null {
  if (row.status === 'CANCELLED_PROFESSIONAL') return 'team'
  if (row.status !== 'CANCELLED_CLIENT') return null
  return row.cancellationReason === CANCELLED_UNPAID ? 'unpaid' : 'client'
}
