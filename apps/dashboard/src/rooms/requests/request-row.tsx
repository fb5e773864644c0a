/** One request of a program: what it called, how it ended, and, when it is opened, what it caused. */
import { Code, Group, Text } from '@mantine/core'
import type { AppRouter, inferRouterOutputs } from '@scheduling/client'
import { useState } from 'react'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Row } from '../../parts/rows.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { CausedEvents } from './caused-events.tsx'
import { REQUEST_TEXTS } from './texts.ts'

export type RequestRecord = inferRouterOutputs<AppRouter>['requests']['list']['data'][number]

type Props = { readonly request: RequestRecord; readonly isOpen: boolean }

export function RequestRow({ request, isOpen }: Props) {
  const t = useTexts(REQUEST_TEXTS)
  const written = useWritten()
  const [isOpened, setOpened] = useState(isOpen)
  const { status, code, faults, times, replayed } = request
  const facts = [
    request.api_key?.name ?? t.deletedKey,
    t.milliseconds(request.duration_ms),
    ...(times > 1 ? [t.times(times)] : []),
    ...(replayed ? [t.replayed] : []),
  ]
  return (
    <Row
      side={
        <Text size="sm" c="dimmed" component="time" dateTime={request.received_at}>
          {written.moment(request.received_at)}
        </Text>
      }
    >
      <Group gap="xs">
        <StateBadge words={String(status)} color={colorOf(status)} />
        <Code style={{ overflowWrap: 'anywhere' }}>{`${request.method} ${pathOf(request)}`}</Code>
        {code !== null && <Text size="sm">{code}</Text>}
      </Group>
      {faults.length > 0 && (
        <Text size="sm">{faults.map((fault) => `${fault.field}: ${fault.code}`).join(', ')}</Text>
      )}
      <Text size="sm" c="dimmed">
        {facts.join(' · ')}
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {request.id}
      </Text>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
        <Text component="summary" size="sm">
          {t.details}
        </Text>
        {isOpened && <CausedEvents requestId={request.id} />}
      </details>
    </Row>
  )
}

function colorOf(status: number): string {
  if (status < 400) return 'teal'
  return status < 500 ? 'yellow' : 'red'
}

/** The template with the ids that the path had. */
function pathOf({ route, path_ids: ids }: Pick<RequestRecord, 'route' | 'path_ids'>): string {
  return route.replaceAll(/\{(\w+)\}/g, (template, name: string) => String(ids[name] ?? template))
}
