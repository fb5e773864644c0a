import { Text } from '@mantine/core'
import { useWritten } from '../../../time/written.ts'
import { useTexts } from '../../../words/language.tsx'
import type { Delivery } from '../types.ts'
import { DELIVERY_TEXTS } from './texts.ts'

/** When the next attempt is. One whose time has passed was made: the list shows it. */
export function NextAttempt({ delivery }: { readonly delivery: Delivery }) {
  const t = useTexts(DELIVERY_TEXTS)
  const written = useWritten()
  const { next_attempt_at: next } = delivery
  if (next === null || Date.parse(next) < Date.now()) return null
  return <Text inherit>{t.retryAt(written.moment(next))}</Text>
}
