import type { DepositStatus } from '@scheduling/database'
import type { EventType } from '@scheduling/events'

export type DepositEventType = Extract<EventType, `deposit.${string}`>

export type DepositTransition = {
  /** Null: this step creates the deposit. */
  readonly from: DepositStatus | null
  /** Who or what causes it, for the docs. */
  readonly by: string
  readonly to: DepositStatus
  readonly event: DepositEventType
  /** Events about what the deposit is for, in the same batch, if that still depends on the payment. */
  readonly withIt: readonly EventType[]
}

/** Every step that a deposit can take. Writes of deposits are checked against it; docs and tests read it. */
export const DEPOSIT_TRANSITIONS: readonly DepositTransition[] = [
  {
    from: null,
    by: 'a client is asked to pay; the event comes once the payment code exists',
    to: 'PENDING',
    event: 'deposit.created',
    withIt: [],
  },
  {
    from: 'PENDING',
    by: 'the payment arrives, or the team confirms it by hand',
    to: 'PAID',
    event: 'deposit.paid',
    withIt: ['appointment.confirmed'],
  },
  {
    from: 'PENDING',
    by: '`expires_at` passes',
    to: 'EXPIRED',
    event: 'deposit.expired',
    withIt: ['appointment.cancelled', 'queue.entry.cancelled'],
  },
  {
    from: 'PENDING',
    by: 'its appointment or queue entry is cancelled',
    to: 'EXPIRED',
    event: 'deposit.expired',
    withIt: ['appointment.cancelled', 'queue.entry.cancelled'],
  },
  {
    from: 'EXPIRED',
    by: 'a payment is reported, or confirmed by hand, after all',
    to: 'PAID',
    event: 'deposit.paid',
    withIt: ['appointment.confirmed'],
  },
  {
    from: 'PAID',
    by: 'everything was refunded',
    to: 'REFUNDED',
    event: 'deposit.refunded',
    withIt: [],
  },
  {
    from: 'PAID',
    by: 'a part was refunded: `refunded_amount` says how much so far',
    to: 'PAID',
    event: 'deposit.refunded',
    withIt: [],
  },
]

/** Whether the table has this step. A deposit is already `PENDING` when `deposit.created` is emitted. */
export function isDepositTransition(
  from: DepositStatus,
  to: DepositStatus,
  event: DepositEventType,
): boolean {
  return DEPOSIT_TRANSITIONS.some(
    (step) => (step.from ?? 'PENDING') === from && step.to === to && step.event === event,
  )
}
