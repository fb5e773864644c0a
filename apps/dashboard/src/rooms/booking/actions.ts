/** What can be done with an appointment as it is. The service decides; this says beforehand what it would refuse. */
import type { AppRouter, inferRouterOutputs } from '@scheduling/client'
import type { Call } from '../../access/access.ts'

type AppointmentStatus = inferRouterOutputs<AppRouter>['appointments']['get']['status']

export type Action =
  | 'confirm'
  | 'arrive'
  | 'start'
  | 'complete'
  | 'noShow'
  | 'cancel'
  | 'move'
  | 'notes'
  | 'room'
  | 'services'
  | 'price'
  | 'charge'
  | 'invoice'
  | 'undo'
  | 'again'
  | 'delete'

/** What each action calls: who may not call it is not offered it. */
export const CALLS = {
  confirm: 'appointments.confirm',
  arrive: 'appointments.arrive',
  start: 'appointments.start',
  complete: 'appointments.complete',
  noShow: 'appointments.noShow',
  cancel: 'appointments.cancel',
  move: 'appointments.reschedule',
  notes: 'appointments.update',
  room: 'appointments.setMeetingUrl',
  services: 'appointments.changeServices',
  price: 'appointments.changePrice',
  charge: 'deposits.charge',
  invoice: 'appointments.markInvoiced',
  undo: 'appointments.undo',
  again: 'appointments.create',
  delete: 'appointments.delete',
} as const satisfies Readonly<Record<Action, Call>>

const ANY: readonly AppointmentStatus[] = [
  'PENDING',
  'CONFIRMED',
  'COMPLETED',
  'NO_SHOW',
  'CANCELLED_CLIENT',
  'CANCELLED_PROFESSIONAL',
]
const AHEAD = ['PENDING', 'CONFIRMED'] as const
const OVER = ['COMPLETED', 'NO_SHOW', 'CANCELLED_CLIENT', 'CANCELLED_PROFESSIONAL'] as const
const NOT_CANCELLED = ['PENDING', 'CONFIRMED', 'COMPLETED', 'NO_SHOW'] as const

const PERMITTED: Readonly<Record<Action, readonly AppointmentStatus[]>> = {
  confirm: ['PENDING'],
  arrive: AHEAD,
  start: AHEAD,
  complete: ['CONFIRMED'],
  noShow: AHEAD,
  cancel: AHEAD,
  move: AHEAD,
  notes: NOT_CANCELLED,
  room: AHEAD,
  services: AHEAD,
  price: NOT_CANCELLED,
  charge: AHEAD,
  invoice: ANY,
  undo: OVER,
  again: OVER,
  delete: ANY,
}

/** A name of a text that says why. */
export type Obstacle =
  | 'hasInvoice'
  | 'isPending'
  | 'isConfirmed'
  | 'isCompleted'
  | 'isNoShow'
  | 'isCancelled'
  | 'hasDeposit'
  | 'hadDeposit'
  | 'depositsOff'

const BY_STATUS: Readonly<Record<AppointmentStatus, Obstacle>> = {
  PENDING: 'isPending',
  CONFIRMED: 'isConfirmed',
  COMPLETED: 'isCompleted',
  NO_SHOW: 'isNoShow',
  CANCELLED_CLIENT: 'isCancelled',
  CANCELLED_PROFESSIONAL: 'isCancelled',
}

export type Subject = {
  readonly status: AppointmentStatus
  readonly invoice_issued: boolean
  /** The deposit that is open or paid, or the last one. */
  readonly deposit: { readonly status: string } | null
}

/** Why an action is not possible now; null if it is. */
export function obstacleOf(
  action: Action,
  subject: Subject,
  hasDeposits: boolean,
): Obstacle | null {
  if (!PERMITTED[action].includes(subject.status)) return BY_STATUS[subject.status]
  if (subject.invoice_issued && action !== 'invoice' && action !== 'again') return 'hasInvoice'
  if (action === 'delete' && subject.deposit !== null) return 'hadDeposit'
  if (action === 'charge') {
    if (!hasDeposits) return 'depositsOff'
    const { deposit } = subject
    if (deposit !== null && ['PENDING', 'PAID'].includes(deposit.status)) return 'hasDeposit'
  }
  return null
}
