/** A client in the queue, and what can be done. */
import { Anchor, Badge, Button, Group, Menu, ActionIcon, Paper, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCoin, IconDots } from '../../icons/icons.ts'
import { IconWalk } from '../../icons/more.ts'
import { Link } from '@tanstack/react-router'
import { useTell } from '../../parts/tell.tsx'
import { useNow } from '../../time/use-now.ts'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import type { Entry } from './entries.ts'
import { useElapsed } from './length.ts'
import { timeLeft } from './time-left.ts'
import type { Steps } from './steps.ts'
import { QUEUE_TEXTS } from './texts.ts'
import styles from './board.module.css'

type Ask = (what: 'call' | 'cancel', entry: Entry) => void

type Props = {
  readonly entry: Entry
  readonly isComing: boolean
  /** When its call becomes a no-show, in epoch milliseconds. */
  readonly callEnds: number | null
  readonly steps: Steps
  /** Calls at once, or asks who calls. */
  onCall(entry: Entry): void
  readonly ask: Ask
}

const TICK_MS = 20_000
const SECOND_MS = 1000
const MINUTE_MS = 60_000

export function EntryCard({ entry, isComing, callEnds, steps, onCall, ask }: Props) {
  const t = useTexts(QUEUE_TEXTS)
  const { name } = entry.client
  return (
    <Paper component="li" withBorder p="sm" className={styles['card']} data-status={entry.status}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <Stack gap={2} miw={0}>
          <Group gap={6} wrap="nowrap" align="baseline">
            {entry.position !== null && (
              <Text fw={700} c="dimmed" aria-label={t.position(entry.position)} role="img">
                {entry.position}
              </Text>
            )}
            <Anchor
              renderRoot={(props) => (
                <Link
                  to="/clients/$clientId"
                  params={{ clientId: String(entry.client_id) }}
                  {...props}
                />
              )}
              c="var(--mantine-color-text)"
              fw={600}
              className={styles['name']}
              dir="auto"
            >
              {name}
            </Anchor>
          </Group>
          <Text size="sm" className={styles['name']}>
            {entry.service.name}
          </Text>
          <Text size="sm" c="dimmed" className={styles['name']}>
            {entry.professional?.name ?? t.anyProfessional}
          </Text>
        </Stack>
        <More entry={entry} steps={steps} ask={ask} />
      </Group>
      <Since entry={entry} />
      {entry.status === 'CALLED' && callEnds !== null && <Countdown name={name} end={callEnds} />}
      {(isComing || entry.deposit !== null) && (
        <Group gap={6} mt={6}>
          {isComing && (
            <Badge
              color="blue"
              variant="light"
              c="var(--mantine-color-text)"
              tt="none"
              leftSection={<IconWalk size={14} aria-hidden />}
            >
              {t.onTheirWay}
            </Badge>
          )}
          {entry.deposit !== null && (
            <Badge
              color={entry.deposit.status === 'PAID' ? 'teal' : 'orange'}
              variant="light"
              c="var(--mantine-color-text)"
              tt="none"
              leftSection={<IconCoin size={14} aria-hidden />}
            >
              {t.deposit[entry.deposit.status]}
            </Badge>
          )}
        </Group>
      )}
      {entry.notes !== null && (
        <Text size="sm" mt={6} className={styles['notes']}>
          {entry.notes}
        </Text>
      )}
      <Group gap="xs" mt="xs">
        <Main entry={entry} steps={steps} onCall={onCall} />
      </Group>
    </Paper>
  )
}

/** How long it has been as it is. */
function Since({ entry }: { readonly entry: Entry }) {
  const t = useTexts(QUEUE_TEXTS)
  const length = useElapsed()
  const now = useNow(TICK_MS)
  const since = (instant: string | null): string =>
    length(Math.max(0, (now - Date.parse(instant ?? entry.arrived_at)) / MINUTE_MS))
  const parts: string[] = []
  if (entry.status === 'CALLED') parts.push(t.calledFor(since(entry.called_at)))
  else if (entry.status === 'IN_SERVICE') parts.push(t.servedFor(since(entry.started_at)))
  else parts.push(t.waitsFor(since(entry.arrived_at)))
  if (entry.status === 'WAITING' && (entry.estimated_wait_minutes ?? 0) > 0) {
    parts.push(t.estimate(length(entry.estimated_wait_minutes ?? 0)))
  }
  if (entry.call_count > 1) parts.push(t.calledTimes(entry.call_count))
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {parts.join(' · ')}
    </Text>
  )
}

/** Until the service marks a no-show by itself, which it does within a minute after the end. */
function Countdown({ name, end }: { readonly name: string; readonly end: number }) {
  const t = useTexts(QUEUE_TEXTS)
  const now = useNow(SECOND_MS)
  const text = end > now ? t.noShowIn(timeLeft(end - now)) : t.noShowSoon
  return (
    <Text size="sm" fw={600} role="timer" aria-label={t.countdownOf(text, name)}>
      {text}
    </Text>
  )
}

function Main({ entry, steps, onCall }: Pick<Props, 'entry' | 'steps' | 'onCall'>) {
  const t = useTexts(QUEUE_TEXTS)
  const { name } = entry.client
  if (entry.status === 'IN_SERVICE') {
    return (
      <Button
        size="sm"
        px="sm"
        aria-label={t.completeOne(name)}
        disabled={steps.isBusy}
        onClick={() => steps.complete(entry)}
      >
        {t.complete}
      </Button>
    )
  }
  if (entry.status === 'CALLED') {
    return (
      <>
        <Button
          size="sm"
          px="sm"
          aria-label={t.startOne(name)}
          disabled={steps.isBusy}
          onClick={() => steps.start(entry)}
        >
          {t.start}
        </Button>
        <Button
          size="sm"
          px="sm"
          variant="default"
          aria-label={t.callAgainOne(name)}
          disabled={steps.isBusy}
          onClick={() => onCall(entry)}
        >
          {t.callAgain}
        </Button>
      </>
    )
  }
  return (
    <Button
      size="sm"
      px="sm"
      variant="default"
      aria-label={t.callOne(name)}
      disabled={steps.isBusy}
      onClick={() => onCall(entry)}
    >
      {t.call}
    </Button>
  )
}

function More({ entry, steps, ask }: Pick<Props, 'entry' | 'steps' | 'ask'>) {
  const t = useTexts(QUEUE_TEXTS)
  const { copied } = useTexts(EVERYWHERE)
  const tell = useTell()
  const clipboard = useClipboard()
  const { status, tracking_url: link } = entry
  const isCalled = status === 'CALLED'
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t.moreOne(entry.client.name)}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {status !== 'IN_SERVICE' && (
          <Menu.Item onClick={() => ask('call', entry)}>{t.callFrom}</Menu.Item>
        )}
        {(status === 'WAITING' || isCalled) && (
          <Menu.Item onClick={() => steps.skip(entry)}>{t.skip}</Menu.Item>
        )}
        {isCalled && <Menu.Item onClick={() => steps.noShow(entry)}>{t.noShow}</Menu.Item>}
        {isCalled && <Menu.Item onClick={() => steps.complete(entry)}>{t.complete}</Menu.Item>}
        {link !== null && (
          <Menu.Item
            onClick={() => {
              clipboard.copy(link)
              tell.done(copied)
            }}
          >
            {t.copyLink}
          </Menu.Item>
        )}
        {status !== 'IN_SERVICE' && (
          <Menu.Item color="red" onClick={() => ask('cancel', entry)}>
            {t.cancelEntry}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
