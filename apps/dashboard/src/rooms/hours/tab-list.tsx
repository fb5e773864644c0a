/** A tab that lists days or times: what they are for, a button that adds one, and what is there. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus, type Icon } from '../../icons/icons.ts'
import type { ReactNode } from 'react'
import { Empty } from '../../parts/empty.tsx'

type Words = {
  readonly add: string
  readonly emptyTitle: string
  readonly empty: string
  /** The name of the list. */
  readonly list: string
}

type Props = {
  readonly words: Words
  readonly about: string
  readonly icon: Icon
  readonly isEmpty: boolean
  onAdd(): void
  /** The items, as `li`. */
  readonly children: ReactNode
}

export function TabList({ words, about, icon, isEmpty, onAdd, children }: Props) {
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={onAdd}>
      {words.add}
    </Button>
  )
  return (
    <>
      <Group justify="space-between" maw={720}>
        <Text size="sm" c="dimmed" maw={480}>
          {about}
        </Text>
        {!isEmpty && add}
      </Group>
      {isEmpty ? (
        <Empty icon={icon} title={words.emptyTitle} text={words.empty}>
          {add}
        </Empty>
      ) : (
        <Stack component="ul" gap="xs" p={0} m={0} maw={720} aria-label={words.list}>
          {children}
        </Stack>
      )}
    </>
  )
}
