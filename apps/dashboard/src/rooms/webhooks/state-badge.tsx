/** The state of a webhook, by word, color and sign. */
import { Badge, type MantineColor } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconPlayerPause,
  IconPlugConnectedX,
  type Icon,
} from '@tabler/icons-react'
import { useTexts } from '../../words/language.tsx'
import { stateOf, type State } from './state.ts'
import { WEBHOOK_TEXTS } from './texts.ts'
import type { Webhook } from './types.ts'

const LOOKS: Readonly<Record<State, { readonly color: MantineColor; readonly icon: Icon }>> = {
  active: { color: 'teal', icon: IconCircleCheck },
  failing: { color: 'orange', icon: IconAlertTriangle },
  paused: { color: 'gray', icon: IconPlayerPause },
  off: { color: 'red', icon: IconPlugConnectedX },
}

export function StateBadge({ webhook }: { readonly webhook: Webhook }) {
  const t = useTexts(WEBHOOK_TEXTS)
  const state = stateOf(webhook)
  const { color, icon: Icon } = LOOKS[state]
  return (
    <Badge
      color={color}
      variant="outline"
      miw="fit-content"
      // Small words in orange or gray are hard to read.
      styles={{ label: { color: 'var(--mantine-color-text)' } }}
      leftSection={<Icon size={14} aria-hidden />}
    >
      {t.states[state]}
    </Badge>
  )
}
