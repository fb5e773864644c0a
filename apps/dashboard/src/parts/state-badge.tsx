/** A state in a few words. An icon tells it beside the color, and the words can be read on every color. */
import { Badge, type MantineColor } from '@mantine/core'
import type { Icon } from '../icons/icon.tsx'

type Props = {
  readonly words: string
  readonly color?: MantineColor
  readonly icon?: Icon
}

export function StateBadge({ words, color = 'gray', icon: Icon }: Props) {
  return (
    <Badge
      variant="light"
      color={color}
      c="var(--mantine-color-text)"
      tt="none"
      {...(Icon !== undefined && { leftSection: <Icon size={12} aria-hidden /> })}
    >
      {words}
    </Badge>
  )
}
