import { Paper, Stack, Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'

export function Section({
  title,
  children,
}: {
  readonly title: string
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id}>
      <Title order={2} size="h4" id={id} mb="sm">
        {title}
      </Title>
      <Stack gap="sm">{children}</Stack>
    </Paper>
  )
}
