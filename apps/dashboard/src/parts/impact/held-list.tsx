/** The holds concerned, and what happens to all of them. */
import { Badge, Group, Paper, Stack, Text } from '@mantine/core'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { ActionChoice } from './action-choice.tsx'
import type { HoldAction, Impact } from './change.ts'
import { IMPACT_TEXTS } from './texts.ts'

const ACTIONS: readonly HoldAction[] = ['keep', 'release']

type Props = {
  readonly holds: Impact['holds']
  readonly value: HoldAction
  onChange(action: HoldAction): void
}

export function HeldList({ holds, value, onChange }: Props) {
  const t = useTexts(IMPACT_TEXTS)
  const written = useWritten()
  return (
    <Stack gap="xs">
      <ActionChoice<HoldAction>
        label={t.holds}
        actions={ACTIONS}
        words={t.holdActions}
        notes={t.holdNotes}
        value={value}
        onChange={onChange}
      />
      <Stack gap="xs" component="ul" p={0} m={0} aria-label={t.holds}>
        {holds.map(({ hold, held_by: by, reason }) => (
          <Paper key={hold.id} component="li" withBorder p="sm" style={{ listStyle: 'none' }}>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {written.shortDay(hold.start)}, {written.time(hold.start)} ·{' '}
              <bdi>{hold.services.map(({ name }) => name).join(', ')}</bdi>
            </Text>
            <Group gap="xs">
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                <bdi>{hold.professional.name}</bdi> · {t.heldBy(by, written.time(hold.expires_at))}
              </Text>
              <Badge variant="light" color="gray" tt="none">
                {t.reasons[reason]}
              </Badge>
            </Group>
          </Paper>
        ))}
      </Stack>
    </Stack>
  )
}
