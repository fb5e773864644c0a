/** A state by word, color and sign. */
import { Badge, type MantineColor } from '@mantine/core'
import type { Icon } from '../../icons/icon.tsx'

export type Sign = { readonly color: MantineColor; readonly icon: Icon }

type Props = { readonly sign: Sign; readonly words: string }

export function SignBadge({ sign: { color, icon: Icon }, words }: Props) {
  return (
    <Badge
      color={color}
      variant="outline"
      miw="fit-content"
      // Small words in orange or gray are hard to read.
      styles={{ label: { color: 'var(--mantine-color-text)' } }}
      leftSection={<Icon size={14} aria-hidden />}
    >
      {words}
    </Badge>
  )
}
