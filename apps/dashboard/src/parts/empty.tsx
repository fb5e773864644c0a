/** A list without anything in it: says what belongs there and how to begin. */
import { Paper, Stack, Text, Title } from '@mantine/core'
import type { Icon } from '../icons/icon.tsx'
import type { ReactNode } from 'react'

type Props = {
  readonly icon: Icon
  readonly title: string
  readonly text: string
  /** The button to begin with. */
  readonly children?: ReactNode
}

export function Empty({ icon: Icon, title, text, children }: Props) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="xs" ta="center" maw={420} mx="auto">
        <Icon size={40} strokeWidth={1.4} aria-hidden />
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text c="dimmed" size="sm">
          {text}
        </Text>
        {children}
      </Stack>
    </Paper>
  )
}
