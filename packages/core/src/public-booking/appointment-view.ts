/** An appointment as its client sees it: nothing of the client is in it, nor what the team wrote. */
import { formatInstant } from '@scheduling/availability'
import { z } from 'zod'
import { requireAction, requireClientNotice } from '../appointments/actions.ts'
import { AppointmentStatus, type AppointmentRow } from '../appointments/appointment.ts'
import { CANCELLED_UNPAID } from '../contract/cancelled-unpaid.ts'
import { Problem } from '../contract/problems.ts'
import { findDeposit } from '../deposit-ledger/load.ts'
import { Currency, Instant, Money } from '../ground/fields.ts'
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
  /** The online room, once the appointment is confirmed. */
  meeting_url: z.string().nullable(),
  can_cancel: z.boolean(),
  can_reschedule: z.boolean(),
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
  const notice = organization.clientNoticeMinutes * 60_000
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
    meeting_url: row.status === 'CONFIRMED' ? row.meetingUrl : null,
    can_cancel: clientMay('cancel', row, visited),
    can_reschedule: clientMay('reschedule', row, visited),
    changes_until: formatInstant(+row.startsAt - notice, timeZone),
    deposit: deposit === null ? null : toDepositView(deposit, visited),
    calendar_url: calendarLinkTo(visited, 'appointment_calendar', row),
    organization: toVisitedOrganization(visited),
  }
}

/** By the same rules as the action itself. */
function clientMay(
  action: 'cancel' | 'reschedule',
  row: AppointmentRow,
  { organization, now }: Visited,
): boolean {
  try {
    requireAction(action, row, organization, now())
    requireClientNotice(row, organization, now())
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

function cancelledBy(row: AppointmentRow): 'client' | 'team' | 'unpaid' | null {
  if (row.status === 'CANCELLED_PROFESSIONAL') return 'team'
  if (row.status !== 'CANCELLED_CLIENT') return null
  return row.cancellationReason === CANCELLED_UNPAID ? 'unpaid' : 'client'
}
