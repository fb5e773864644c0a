/** The state of a webhook, by word, color and sign. */
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconPlayerPause,
  IconPlugConnectedX,
} from '../../icons/more.ts'
import { useTexts } from '../../words/language.tsx'
import { SignBadge, type Sign } from './sign-badge.tsx'
import { stateOf, type State } from './state.ts'
import { WEBHOOK_TEXTS } from './texts.ts'
import type { Webhook } from './types.ts'

const LOOKS: Readonly<Record<State, Sign>> = {
  active: { color: 'teal', icon: IconCircleCheck },
  failing: { color: 'orange', icon: IconAlertTriangle },
  paused: { color: 'gray', icon: IconPlayerPause },
  off: { color: 'red', icon: IconPlugConnectedX },
}

export function StateBadge({ webhook }: { readonly webhook: Webhook }) {
  const t = useTexts(WEBHOOK_TEXTS)
  const state = stateOf(webhook)
  return <SignBadge sign={LOOKS[state]} words={t.states[state]} />
}
