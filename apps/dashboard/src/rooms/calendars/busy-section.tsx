/** Calendars elsewhere, one for each professional, and how reading them goes. */
import { Alert, Badge, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { AppRouter, inferRouterOutputs } from '@scheduling/client'
import { type Icon } from '../../icons/icons.ts'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconLoader,
} from '../../icons/more.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../api/client.ts'
import { RefusedNote } from '../../parts/refused-note.tsx'
import type { ProfessionalRow } from '../../parts/whole-lists.ts'
import { useWritten } from '../../time/written.ts'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import { ConnectDialog, DisconnectDialog } from './busy-dialogs.tsx'
import { BUSY_ERRORS } from './busy-errors.ts'
import { CALENDARS_TEXTS } from './texts.ts'

type Busy = inferRouterOutputs<AppRouter>['calendars']['getBusy']

/** Each row asks for itself. */
const SHOWN_AT_FIRST = 40
/** While a calendar is read for the first time. */
const ASK_AGAIN_MS = 3000

const LOOKS: Readonly<Record<Busy['status'], { color: string; icon: Icon }>> = {
  disconnected: { color: 'gray', icon: IconCircleDashed },
  pending: { color: 'blue', icon: IconLoader },
  ok: { color: 'teal', icon: IconCircleCheck },
  failing: { color: 'red', icon: IconAlertTriangle },
}

export function BusySection({
  professionals,
}: {
  readonly professionals: readonly ProfessionalRow[]
}) {
  const t = useTexts(CALENDARS_TEXTS)
  const { more } = useTexts(EVERYWHERE)
  const id = useId()
  const [most, setMost] = useState(SHOWN_AT_FIRST)
  return (
    <Stack component="section" gap="sm" maw={820} aria-labelledby={id}>
      <Stack gap={4} maw={560}>
        <Title order={2} size="h4" id={id}>
          {t.busyTitle}
        </Title>
        <Text size="sm" c="dimmed">
          {t.busyAbout}
        </Text>
      </Stack>
      <Stack component="ul" gap="xs" p={0} m={0} aria-label={t.busyList}>
        {professionals.slice(0, most).map((one) => (
          <Row key={one.id} professional={one} />
        ))}
      </Stack>
      {professionals.length > most && (
        <Button variant="default" onClick={() => setMost(most + SHOWN_AT_FIRST)}>
          {more}
        </Button>
      )}
    </Stack>
  )
}

function Row({ professional }: { readonly professional: ProfessionalRow }) {
  const t = useTexts(CALENDARS_TEXTS)
  const [opened, setOpened] = useState<'connect' | 'disconnect' | null>(null)
  const asked = useQuery(
    api.calendars.getBusy.queryOptions(
      { professional_id: professional.id },
      {
        refetchInterval: ({ state }) => (state.data?.status === 'pending' ? ASK_AGAIN_MS : false),
      },
    ),
  )
  const busy = asked.data
  const { name } = professional
  const isConnected = busy !== undefined && busy.status !== 'disconnected'
  return (
    <Paper component="li" withBorder p="sm" display="block">
      <Group justify="space-between" gap="xs" align="flex-start">
        <Stack gap={4} miw={0} flex="1 1 16rem">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            <bdi>{name}</bdi>
          </Text>
          {asked.isPending && <Skeleton height={20} width={160} />}
          <RefusedNote error={asked.error} onRetry={() => void asked.refetch()} />
          {busy !== undefined && <State busy={busy} />}
        </Stack>
        <Group gap="xs" wrap="nowrap">
          <Button
            variant="default"
            disabled={busy === undefined}
            aria-label={isConnected ? t.changeOf(name) : t.connectOf(name)}
            onClick={() => setOpened('connect')}
          >
            {isConnected ? t.change : t.connect}
          </Button>
          {isConnected && (
            <Button
              variant="default"
              aria-label={t.disconnectOf(name)}
              onClick={() => setOpened('disconnect')}
            >
              {t.disconnect}
            </Button>
          )}
        </Group>
      </Group>
      {opened === 'connect' && (
        <ConnectDialog
          professional={professional}
          isConnected={isConnected}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === 'disconnect' && (
        <DisconnectDialog professional={professional} onClose={() => setOpened(null)} />
      )}
    </Paper>
  )
}

function State({ busy }: { readonly busy: Busy }) {
  const t = useTexts(CALENDARS_TEXTS)
  const errors = useTexts(BUSY_ERRORS)
  const written = useWritten()
  const { color, icon: StatusIcon } = LOOKS[busy.status]
  const facts = [
    busy.host !== null && t.host(busy.host),
    busy.read_at !== null && t.readAt(written.moment(busy.read_at)),
    busy.read_at !== null && t.times(busy.busy_times),
    busy.unreadable_entries > 0 && t.unreadable(busy.unreadable_entries),
  ].filter((fact) => typeof fact === 'string')
  return (
    <>
      <Badge
        variant="light"
        color={color}
        tt="none"
        leftSection={<StatusIcon size={14} aria-hidden />}
      >
        {t.statuses[busy.status]}
      </Badge>
      {facts.length > 0 && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {facts.join(' · ')}
        </Text>
      )}
      {busy.error !== null && (
        <Alert color="red" p="xs">
          <Text size="sm">{errors[busy.error.code] ?? busy.error.message}</Text>
          {busy.failing_since !== null && (
            <Text size="sm">{t.failingSince(written.moment(busy.failing_since))}</Text>
          )}
        </Alert>
      )}
    </>
  )
}
