/** The desk of each professional: open or closed, how full, and the next one to call. */
import { ActionIcon, Badge, Button, Group, Paper, Switch, Text, Title } from '@mantine/core'
import { IconBell, IconAdjustments } from '../../icons/icons.ts'
import { useMutation } from '@tanstack/react-query'
import { useMay } from '../../access/use-may.ts'
import { api, cache } from '../../api/client.ts'
import { keepAnswer } from '../../api/keep-answer.ts'
import { useTell } from '../../parts/tell.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import type { Desk, Entry } from './entries.ts'
import styles from './board.module.css'
import { QUEUE_TEXTS } from './texts.ts'

type Props = {
  readonly desks: readonly Desk[]
  /** Null: no client waits there. */
  nextOf(desk: Desk): Entry | null
  onCallNext(desk: Desk, entry: Entry): void
  onSettings(desk: Desk): void
  readonly isBusy: boolean
}

export function Desks({ desks, ...rest }: Props) {
  const t = useTexts(QUEUE_TEXTS)
  return (
    <>
      <Title order={2} size="h5" mb="xs">
        {t.desks}
      </Title>
      <ul className={styles['desks']}>
        {desks.map((desk) => (
          <DeskCard key={desk.professional_id} desk={desk} {...rest} />
        ))}
      </ul>
    </>
  )
}

function DeskCard({
  desk,
  nextOf,
  onCallNext,
  onSettings,
  isBusy,
}: Omit<Props, 'desks'> & { readonly desk: Desk }) {
  const may = useMay()
  const t = useTexts(QUEUE_TEXTS)
  const written = useWritten()
  const tell = useTell()
  const { name } = desk.professional
  const next = nextOf(desk)
  const takeOver = async (reply: Desk): Promise<void> => {
    await keepAnswer(cache, api.queue.listDesks.queryKey({}), (old) =>
      old === undefined
        ? old
        : {
            data: old.data.map((one) =>
              one.professional_id === reply.professional_id ? reply : one,
            ),
          },
    )
    tell.done(reply.is_open ? t.wasOpened(name) : t.wasClosed(name))
  }
  const options = { onSuccess: takeOver, onError: tell.refused }
  const open = useMutation(api.queue.open.mutationOptions(options))
  const close = useMutation(api.queue.close.mutationOptions(options))
  const isSwitching = open.isPending || close.isPending
  return (
    <Paper component="li" withBorder p="sm" aria-label={t.deskOf(name)}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text fw={600} className={styles['name']}>
          {name}
        </Text>
        <Group gap={4} wrap="nowrap">
          <DeskState desk={desk} />
          {may('queue.setDesk') && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={t.deskSettingsOf(name)}
              onClick={() => onSettings(desk)}
            >
              <IconAdjustments size={18} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      </Group>
      <Text size="sm" my={4}>
        {t.present(
          desk.active_entries,
          desk.capacity === null ? null : written.count(desk.capacity),
        )}
      </Text>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Switch
            checked={desk.is_open}
            disabled={isSwitching}
            aria-label={t.isOpen(name)}
            onChange={() =>
              (desk.is_open ? close : open).mutate({ professional_id: desk.professional_id })
            }
          />
          <Text size="sm" aria-hidden>
            {desk.is_open ? t.openNow : t.closed}
          </Text>
        </Group>
        <Button
          size="sm"
          leftSection={<IconBell size={16} aria-hidden />}
          aria-label={t.callNextOf(name)}
          disabled={next === null || isBusy}
          title={next === null ? t.noOneNext : next.client.name}
          onClick={() => next !== null && onCallNext(desk, next)}
        >
          {t.callNext}
        </Button>
      </Group>
    </Paper>
  )
}

function DeskState({ desk }: { readonly desk: Desk }) {
  const t = useTexts(QUEUE_TEXTS)
  if (!desk.is_open) return null
  const isFull = desk.capacity !== null && desk.active_entries >= desk.capacity
  if (desk.is_open_now && !isFull) return null
  return (
    <Badge color="orange" variant="light" c="var(--mantine-color-text)" tt="none" miw="fit-content">
      {desk.is_open_now ? t.full : t.outOfHours}
    </Badge>
  )
}
