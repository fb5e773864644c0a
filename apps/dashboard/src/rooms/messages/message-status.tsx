/** How a message stands: by icon and words, not by color alone. */
import { StateBadge } from '../../parts/state-badge.tsx'
import {
  IconCheck,
  IconChecks,
  IconClock,
  IconMessage,
  IconX,
  type Icon,
  IconEye,
} from '../../icons/icons.ts'
import { IconAlertTriangle, IconPlayerSkipForward } from '../../icons/more.ts'
import { useMe } from '../../session/me.tsx'
import { useTexts } from '../../words/language.tsx'
import type { Message } from './kinds.ts'
import { MESSAGE_TEXTS } from './texts.ts'

const LOOKS: Readonly<Record<Message['status'], readonly [color: string, icon: Icon]>> = {
  QUEUED: ['yellow', IconClock],
  SENT: ['teal', IconCheck],
  DELIVERED: ['teal', IconChecks],
  READ: ['blue', IconEye],
  FAILED: ['red', IconX],
  SKIPPED: ['gray', IconPlayerSkipForward],
  UNKNOWN: ['orange', IconAlertTriangle],
  RECEIVED: ['blue', IconMessage],
}

export function MessageStatus({ status }: { readonly status: Message['status'] }) {
  const t = useTexts(MESSAGE_TEXTS)
  const { livemode } = useMe().organization
  const [color, icon] = LOOKS[status]
  // Of a test organization, nothing leaves.
  const isPretended = status === 'SENT' && !livemode
  return (
    <StateBadge color={color} icon={icon} words={isPretended ? t.pretended : t.statuses[status]} />
  )
}
