/** The status of an appointment, told by icon, form and color. */
import { Badge } from '@mantine/core'
import {
  IconCheck,
  IconChecks,
  IconClock,
  IconUserCancel,
  IconUserOff,
  IconX,
  type Icon,
} from '../icons/icons.ts'
import type { AppRouter, inferRouterOutputs } from '@scheduling/client'
import { STATE_WORDS } from '@scheduling/messaging/words'
import { useTexts, type Texts } from '../words/language.tsx'

export type AppointmentStatus = inferRouterOutputs<AppRouter>['appointments']['get']['status']

type Words = Readonly<Record<AppointmentStatus, string>>

/** The words that clients read too. The team also sees how a visit ended. */
const { requested, confirmed, cancelled } = STATE_WORDS

const pt: Words = {
  PENDING: requested.pt,
  CONFIRMED: confirmed.pt,
  COMPLETED: 'Concluído',
  NO_SHOW: 'Não compareceu',
  CANCELLED_CLIENT: `${cancelled.pt} pelo cliente`,
  CANCELLED_PROFESSIONAL: `${cancelled.pt} pela clínica`,
}

const en: Words = {
  PENDING: requested.en,
  CONFIRMED: confirmed.en,
  COMPLETED: 'Completed',
  NO_SHOW: 'No-show',
  CANCELLED_CLIENT: `${cancelled.en} by the client`,
  CANCELLED_PROFESSIONAL: `${cancelled.en} by the clinic`,
}

export const APPOINTMENT_STATUS_TEXTS: Texts<Words> = { pt, en }

type Look = {
  /** A color of the theme. */
  readonly color: string
  readonly icon: Icon
  /** The border of a block or badge: what is not certain is dashed, what is off is dotted. */
  readonly border: 'solid' | 'dashed' | 'dotted'
}

export const APPOINTMENT_STATUS_LOOKS: Readonly<Record<AppointmentStatus, Look>> = {
  PENDING: { color: 'yellow', icon: IconClock, border: 'dashed' },
  CONFIRMED: { color: 'teal', icon: IconCheck, border: 'solid' },
  COMPLETED: { color: 'blue', icon: IconChecks, border: 'solid' },
  NO_SHOW: { color: 'red', icon: IconUserOff, border: 'dotted' },
  CANCELLED_CLIENT: { color: 'gray', icon: IconUserCancel, border: 'dotted' },
  CANCELLED_PROFESSIONAL: { color: 'gray', icon: IconX, border: 'dotted' },
}

type Props = { readonly status: AppointmentStatus; readonly size?: 'sm' | 'md' | 'lg' }

export function AppointmentStatusBadge({ status, size = 'md' }: Props) {
  const words = useTexts(APPOINTMENT_STATUS_TEXTS)
  const { color, icon: Icon, border } = APPOINTMENT_STATUS_LOOKS[status]
  return (
    <Badge
      size={size}
      color={color}
      variant="light"
      // Light text on light ground is too faint for some colors: the words have those of the page.
      c="var(--mantine-color-text)"
      bd={`1px ${border} var(--mantine-color-${color}-6)`}
      leftSection={<Icon size={12} aria-hidden />}
      tt="none"
      fw={500}
      miw="fit-content"
    >
      {words[status]}
    </Badge>
  )
}
