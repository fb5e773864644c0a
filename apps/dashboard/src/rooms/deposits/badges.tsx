/** How a deposit, a payment or a refund stands: by icon and words, not by color alone. */
import { Badge } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconClockOff,
  IconX,
  type Icon,
} from '@tabler/icons-react'
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

function LookBadge({ look, words }: { readonly look: Look; readonly words: string }) {
  const [color, Icon] = look
  return (
    <Badge
      variant="light"
      autoContrast
      color={color}
      tt="none"
      c="var(--mantine-color-text)"
      leftSection={<Icon size={12} aria-hidden />}
    >
      {words}
    </Badge>
  )
}

export function DepositBadge({ status }: { readonly status: Deposit['status'] }) {
  const t = useTexts(DEPOSIT_TEXTS)
  return <LookBadge look={DEPOSITS[status]} words={t.statuses[status]} />
}

export function PaymentBadge({ outcome }: { readonly outcome: Payment['outcome'] }) {
  const t = useTexts(DEPOSIT_TEXTS)
  return <LookBadge look={PAYMENTS[outcome]} words={t.outcomes[outcome]} />
}

export function RefundBadge({ status }: { readonly status: Refund['status'] }) {
  const t = useTexts(DEPOSIT_TEXTS)
  return <LookBadge look={REFUNDS[status]} words={t.refundStatuses[status]} />
}
