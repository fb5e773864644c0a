/** What happens to all records of one kind that a change concerns, with a note on what that means. */
import { SegmentedControl, Stack, Text, useMatches } from '@mantine/core'
import { useId } from 'react'

type Props<One extends string> = {
  readonly label: string
  readonly actions: readonly One[]
  readonly words: Readonly<Record<One, string>>
  readonly notes: Readonly<Record<One, string>>
  readonly value: One
  onChange(action: One): void
}

export function ActionChoice<One extends string>(props: Props<One>) {
  const { label, actions, words, notes, value, onChange } = props
  const isNarrow = useMatches({ base: true, sm: false })
  const id = useId()
  return (
    <Stack gap={4} role="group" aria-labelledby={id}>
      <Text size="sm" fw={600} id={id}>
        {label}
      </Text>
      <SegmentedControl
        aria-labelledby={id}
        fullWidth
        orientation={isNarrow ? 'vertical' : 'horizontal'}
        value={value}
        onChange={(next) => onChange(actions.find((one) => one === next) ?? value)}
        data={actions.map((action) => ({ value: action, label: words[action] }))}
      />
      <Text size="xs" c="dimmed">
        {notes[value]}
      </Text>
    </Stack>
  )
}
