/** How a deposit, a payment or a refund stands: by icon and words, not by color alone. */
import { StateBadge } from '../../parts/state-badge.tsx'
import { IconCheck, IconClock, IconX, type Icon } from '../../icons/icons.ts'
import { IconAlertTriangle, IconArrowBackUp, IconClockOff } from '../../icons/more.ts'
import { useTexts } from '../../words/language.tsx'
import type { Deposit, Payment, Refund } from './kinds.ts'
import { DEPOSIT_TEXTS } from './texts.ts'

type Look = readonly [color: string, icon: Icon]

const DEPOSITS: Readonly<Record<Deposit['status'], Look>> = {
  PENDING: ['yellow', IconClock],
  PAID: ['teal', IconCheck],
  EXPIRED: ['gray', IconClockOff],
  REFUNDED: ['blue', IconArrowBackUp],
}

const PAYMENTS: Readonly<Record<Payment['outcome'], Look>> = {
  ACCEPTED: ['teal', IconCheck],
  LATE: ['orange', IconAlertTriangle],
  SECOND: ['orange', IconAlertTriangle],
  TOO_SMALL: ['orange', IconAlertTriangle],
}

const REFUNDS: Readonly<Record<Refund['status'], Look>> = {
  ASKED: ['yellow', IconClock],
  SETTLED: ['blue', IconCheck],
  REJECTED: ['red', IconX],
}

export function DepositBadge({ status }: { readonly status: Deposit['status'] }) {
  const t = useTexts(DEPOSIT_TEXTS)
  return (
    <StateBadge color={DEPOSITS[status][0]} icon={DEPOSITS[status][1]} words={t.statuses[status]} />
  )
}

export function PaymentBadge({ outcome }: { readonly outcome: Payment['outcome'] }) {
  const t = useTexts(DEPOSIT_TEXTS)
  return (
    <StateBadge
      color={PAYMENTS[outcome][0]}
      icon={PAYMENTS[outcome][1]}
      words={t.outcomes[outcome]}
    />
  )
}

export function RefundBadge({ status }: { readonly status: Refund['status'] }) {
  const t = useTexts(DEPOSIT_TEXTS)
  return (
    <StateBadge
      color={REFUNDS[status][0]}
      icon={REFUNDS[status][1]}
      words={t.refundStatuses[status]}
    />
  )
}
