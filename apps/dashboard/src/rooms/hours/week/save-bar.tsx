/** What the hours of a week come to, and what becomes of what was painted. It stays in sight while something is not saved. */
import { Button, Group, Paper, Text } from '@mantine/core'
import { useTexts } from '../../../words/language.tsx'
import { WEEK_TEXTS } from './texts.ts'

type Props = {
  /** Such as `45 h`. */
  readonly total: string
  readonly isUnsaved: boolean
  readonly isBusy: boolean
  readonly isReady: boolean
  onDiscard(): void
  onSave(): void
}

export function SaveBar({ total, isUnsaved, isBusy, isReady, onDiscard, onSave }: Props) {
  const t = useTexts(WEEK_TEXTS)
  return (
    <Paper
      withBorder
      p="sm"
      className="no-print"
      {...(isUnsaved && { pos: 'sticky', bottom: 8, shadow: 'md' })}
    >
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {t.total(total)}
          {isUnsaved && ` · ${t.unsaved}`}
        </Text>
        <Group gap="xs">
          <Button variant="default" disabled={!isUnsaved} onClick={onDiscard}>
            {t.discard}
          </Button>
          <Button onClick={onSave} loading={isBusy} disabled={!isReady}>
            {t.save}
          </Button>
        </Group>
      </Group>
    </Paper>
  )
}
