/** What an attempt ended with, in one line. */
import { Text } from '@mantine/core'
import { useWritten } from '../../../time/written.ts'
import { useTexts } from '../../../words/language.tsx'
import { WEBHOOK_TEXTS } from '../texts.ts'
import type { Delivery } from '../types.ts'
import { DELIVERY_TEXTS } from './texts.ts'

export function Outcome({ delivery }: { readonly delivery: Delivery }) {
  const page = useTexts(WEBHOOK_TEXTS)
  const t = useTexts(DELIVERY_TEXTS)
  const written = useWritten()
  const { response_status: status, error_code: code, duration_ms: ms } = delivery
  const parts = [
    status === null ? null : page.answer(status),
    code === null || (code === 'http_status' && status !== null) ? null : t.errors[code],
    ms === null ? null : t.duration(written.count(ms)),
  ].filter((part) => part !== null)
  return (
    <Text inherit span>
      {parts.length === 0 ? t.statuses[delivery.status] : parts.join(' · ')}
    </Text>
  )
}
