/** A list without anything in it: says what belongs there and how to begin. */
import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import type { Icon } from '../icons/icon.tsx'
import type { ReactNode } from 'react'
import { useTexts } from '../words/language.tsx'
import { FILTER_TEXTS } from './filter-texts.ts'

type Props = {
  readonly icon: Icon
  readonly title: string
  readonly text: string
  /** Filters hide what there is: they are cleared instead. */
  readonly onClear?: (() => void) | undefined
  /** The button to begin with. */
  readonly children?: ReactNode
}

export function Empty({ icon: Icon, title, text, onClear, children }: Props) {
  const t = useTexts(FILTER_TEXTS)
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
        {onClear === undefined ? (
          children
        ) : (
          <Button variant="default" onClick={onClear}>
            {t.clearAll}
          </Button>
        )}
      </Stack>
    </Paper>
  )
}
