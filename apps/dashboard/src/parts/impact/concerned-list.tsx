/** The appointments concerned, each with its own decision. */
import { Badge, Button, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useWritten } from '../../time/written.ts'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import type { Action, Concerned, Impact } from './change.ts'
import { IMPACT_TEXTS } from './texts.ts'

/** More are shown when asked for. */
const SHOWN_AT_FIRST = 50
const MORE = 100

type Props = {
  readonly impact: Impact
  readonly actions: readonly Action[]
  readonly forAll: Action
  /** By the id of the appointment. */
  readonly single: ReadonlyMap<number, Action>
  onDecide(appointment: number, action: Action): void
}

export function ConcernedList({ impact, actions, forAll, single, onDecide }: Props) {
  const t = useTexts(IMPACT_TEXTS)
  const everywhere = useTexts(EVERYWHERE)
  const [most, setMost] = useState(SHOWN_AT_FIRST)
  // Each stays at its place while decisions change: the service lists first what something happens to.
  const ordered = impact.appointments.toSorted(
    (one, other) =>
      Date.parse(one.appointment.start) - Date.parse(other.appointment.start) ||
      one.appointment.id - other.appointment.id,
  )
  return (
    <Stack gap="xs" component="ul" p={0} m={0} aria-label={t.list}>
      {ordered.slice(0, most).map((one) => (
        <Row
          key={one.appointment.id}
          concerned={one}
          actions={actions}
          action={single.get(one.appointment.id) ?? forAll}
          onDecide={(action) => onDecide(one.appointment.id, action)}
        />
      ))}
      {ordered.length > most && (
        <li style={{ listStyle: 'none' }}>
          <Button variant="default" onClick={() => setMost(most + MORE)}>
            {everywhere.more}
          </Button>
        </li>
      )}
      {impact.total > impact.appointments.length && (
        <Text component="li" size="sm" c="dimmed" style={{ listStyle: 'none' }}>
          {t.notShown(impact.total - impact.appointments.length)}
        </Text>
      )}
    </Stack>
  )
}

type RowProps = {
  readonly concerned: Concerned
  readonly actions: readonly Action[]
  readonly action: Action
  onDecide(action: Action): void
}

function Row({ concerned, actions, action, onDecide }: RowProps) {
  const t = useTexts(IMPACT_TEXTS)
  const written = useWritten()
  const { appointment, reason, moved_to: movedTo } = concerned
  const when = `${written.shortDay(appointment.start)}, ${written.time(appointment.start)}`
  const isKeptAnyway = action !== 'keep' && concerned.action === 'kept'
  return (
    <Paper component="li" withBorder p="sm" style={{ listStyle: 'none' }}>
      <Group justify="space-between" gap="sm" align="flex-start">
        <Stack gap={2} miw={0} flex="1 1 14rem">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            <bdi>{appointment.client.name}</bdi>
          </Text>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {when} · <bdi>{appointment.services.map(({ name }) => name).join(', ')}</bdi>
          </Text>
          <Group gap="xs">
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              <bdi>{appointment.professional.name}</bdi>
            </Text>
            <Badge variant="light" color="gray" tt="none">
              {t.reasons[reason]}
            </Badge>
          </Group>
          {movedTo !== null && (
            <Text size="sm">
              {t.movesTo} <bdi>{movedTo.name}</bdi>
            </Text>
          )}
          {isKeptAnyway && (
            <Text size="sm" fw={600}>
              {action === 'move' ? t.notMoved : t.notCancelled}
            </Text>
          )}
        </Stack>
        <NativeSelect
          aria-label={t.decisionFor(appointment.client.name, when)}
          value={action}
          onChange={(event) =>
            onDecide(actions.find((one) => one === event.currentTarget.value) ?? 'keep')
          }
          data={actions.map((one) => ({ value: one, label: t.actions[one] }))}
        />
      </Group>
    </Paper>
  )
}
