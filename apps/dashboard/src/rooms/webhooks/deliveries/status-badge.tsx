/** How an attempt ended, by word, color and sign. */
import { Badge, type MantineColor } from '@mantine/core'
import { IconCheck, IconClock, IconTrash, IconX, type Icon } from '@tabler/icons-react'
import { useTexts } from '../../../words/language.tsx'
import type { Delivery } from '../types.ts'
import { DELIVERY_TEXTS } from './texts.ts'

const LOOKS: Readonly<
  Record<Delivery['status'], { readonly color: MantineColor; readonly icon: Icon }>
> = {
  PENDING: { color: 'blue', icon: IconClock },
  SUCCEEDED: { color: 'teal', icon: IconCheck },
  FAILED: { color: 'red', icon: IconX },
  DISCARDED: { color: 'gray', icon: IconTrash },
}

export function StatusBadge({ status }: { readonly status: Delivery['status'] }) {
  const t = useTexts(DELIVERY_TEXTS)
  const { color, icon: Icon } = LOOKS[status]
  return (
    <Badge
      color={color}
      variant="outline"
      miw="fit-content"
      // Small words in orange or gray are hard to read.
      styles={{ label: { color: 'var(--mantine-color-text)' } }}
      leftSection={<Icon size={14} aria-hidden />}
    >
      {t.statuses[status]}
    </Badge>
  )
}
