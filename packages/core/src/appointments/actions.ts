import type { AppointmentStatus, Organization } from '@scheduling/database'
import { Problem } from '../contract/problems.ts'

/** What every caller may do, over the API and in dashboards. */
export const APPOINTMENT_ACTIONS = [
  'confirm',
  'arrive',
  'start',
  'complete',
  'cancel',
  'no_show',
  'reschedule',
  'edit_notes',
  'edit_metadata',
  'mark_invoiced',
  'set_meeting_url',
] as const

/** What the team may do in dashboards alone. */
export const TEAM_ACTIONS = ['change_services', 'change_price', 'undo', 'delete'] as const

export type AppointmentAction = (typeof APPOINTMENT_ACTIONS | typeof TEAM_ACTIONS)[number]

/** What every status allows. */
const ALWAYS = ['edit_metadata', 'mark_invoiced', 'delete'] as const

/** What is allowed of an appointment that is still to come about. */
const AHEAD = [
  'arrive',
  'start',
  'cancel',
  'no_show',
  'reschedule',
  'edit_notes',
  'set_meeting_url',
  'change_services',
  'change_price',
] as const

/** The actions that each status permits. Checks, documentation and tests read this table. */
export const PERMITTED: Readonly<Record<AppointmentStatus, readonly AppointmentAction[]>> = {
  PENDING: ['confirm', ...AHEAD, ...ALWAYS],
  CONFIRMED: ['complete', ...AHEAD, ...ALWAYS],
  COMPLETED: ['edit_notes', 'change_price', 'undo', ...ALWAYS],
  NO_SHOW: ['edit_notes', 'change_price', 'undo', ...ALWAYS],
  CANCELLED_CLIENT: ['undo', ...ALWAYS],
  CANCELLED_PROFESSIONAL: ['undo', ...ALWAYS],
}

/**
 * The actions that remain once an invoice was issued, in every status: an integration stores its id after the
 * visit, and the team takes the mark back when the invoice is cancelled.
 */
export const PERMITTED_WITH_INVOICE: readonly AppointmentAction[] = [
  'edit_metadata',
  'mark_invoiced',
]

type Subject = {
  readonly status: AppointmentStatus
  readonly invoiceIssued: boolean
  readonly startsAt: Date
}

type Rules = Pick<Organization, 'noShowOnlyAfterStart' | 'cancellationWindowMinutes'>

/**
 * Refuses a change of an appointment that was moved since the caller read it.
 *
 * @param expected epoch milliseconds; undefined: the caller does not say
 * @throws `409 action_not_allowed`
 */
export function requireStart(
  { startsAt }: Pick<Subject, 'startsAt'>,
  expected: number | undefined,
): void {
  if (expected === undefined || expected === startsAt.getTime()) return
  const why = 'The appointment starts at another time by now. Read it again before you change it.'
  throw new Problem('action_not_allowed', why)
}

/**
 * Refuses an action that the appointment, or a rule of the organization, does not allow now.
 *
 * @param now epoch milliseconds
 * @throws `409 appointment_not_editable` or `409 action_not_allowed`
 */
export function requireAction(
  action: AppointmentAction,
  appointment: Subject,
  rules: Rules,
  now: number,
): void {
  if (!PERMITTED[appointment.status].includes(action)) {
    throw new Problem(
      'appointment_not_editable',
      `An appointment with the status ${appointment.status} does not allow this action.`,
    )
  }
  if (appointment.invoiceIssued && !PERMITTED_WITH_INVOICE.includes(action)) {
    throw new Problem(
      'appointment_not_editable',
      'An invoice was issued for this appointment. Only its metadata can be changed.',
    )
  }
  const broken = brokenRule(action, appointment.startsAt.getTime(), rules, now)
  if (broken !== null) throw new Problem('action_not_allowed', broken)
}

/**
 * Refuses what a client asks for too late. The team may do it all the same.
 *
 * @param now epoch milliseconds
 * @throws `409 action_not_allowed`
 */
export function requireClientNotice(
  { startsAt }: Pick<Subject, 'startsAt'>,
  { clientNoticeMinutes }: Pick<Organization, 'clientNoticeMinutes'>,
  now: number,
): void {
  const start = startsAt.getTime()
  if (now < start && now <= start - clientNoticeMinutes * 60_000) return
  throw new Problem(
    'action_not_allowed',
    now >= start
      ? 'This appointment has started.'
      : `Clients can change an appointment until ${clientNoticeMinutes} minutes before it starts.`,
  )
}

/** Why a rule of the organization forbids the action; null if none does. */
function brokenRule(
  action: AppointmentAction,
  start: number,
  rules: Rules,
  now: number,
): string | null {
  if (action === 'no_show' && rules.noShowOnlyAfterStart && now < start) {
    return 'The organization has the rule `no_show_only_after_start`: a no-show can be recorded only after the appointment has started.'
  }
  const window = rules.cancellationWindowMinutes
  if (action === 'cancel' && window !== null && now > start - window * 60_000) {
    return `The organization has the rule \`cancellation_window_minutes\`: an appointment can be cancelled until ${window} minutes before it starts.`
  }
  return null
}
