/** Something to know about a page, in words that can be read on every color. */
import { Alert, type MantineColor } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  readonly color: MantineColor
  readonly title?: string
  /** Said aloud when it appears. */
  readonly isNews?: boolean
  readonly children: ReactNode
}

const STYLES = {
  title: { color: 'var(--mantine-color-text)' },
  message: { color: 'var(--mantine-color-text)' },
}

export function Note({ color, title, isNews = false, children }: Props) {
  return (
    <Alert
      color={color}
      variant="light"
      styles={STYLES}
      role={isNews ? 'status' : 'note'}
      {...(title !== undefined && { title })}
    >
      {children}
    </Alert>
  )
}
