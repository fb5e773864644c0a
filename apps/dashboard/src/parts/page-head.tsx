/** The head of a page: its name, what it is for, what can be done. */
import { Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useMe } from '../session/me.tsx'

type Props = {
  readonly title: string
  /** One sentence. */
  readonly about?: string
  /** Buttons, at the right on a wide screen. */
  readonly children?: ReactNode
}

export function PageHead({ title, about, children }: Props) {
  const { organization } = useMe()
  useDocumentTitle(`${title} · ${organization.name}`)
  return (
    <Group justify="space-between" align="flex-start" mb="md" gap="sm">
      <Stack gap={2} maw={720}>
        <Title order={1} size="h2">
          {title}
        </Title>
        {about !== undefined && (
          <Text c="dimmed" size="sm">
            {about}
          </Text>
        )}
      </Stack>
      <Group gap="xs" className="no-print">
        {children}
      </Group>
    </Group>
  )
}
