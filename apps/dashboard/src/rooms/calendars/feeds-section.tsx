/** Addresses under which calendar programs read the agenda of a professional. */
import {
  ActionIcon,
  Badge,
  Button,
  CopyButton,
  Group,
  Paper,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import type { AppRouter, inferRouterOutputs } from '@scheduling/client'
import { IconCheck, IconCopy, IconPlus } from '../../icons/icons.ts'
import { IconCalendarShare, IconTrash } from '../../icons/more.ts'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api, cache } from '../../api/client.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Empty } from '../../parts/empty.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { WaitingRows } from '../../parts/long-list.tsx'
import { useTell } from '../../parts/tell.tsx'
import { useMe } from '../../session/me.tsx'
import { useWritten } from '../../time/written.ts'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import { FeedDialog } from './feed-dialog.tsx'
import { CALENDARS_TEXTS } from './texts.ts'

type Feed = inferRouterOutputs<AppRouter>['calendars']['listFeeds']['data'][number]

const PAGE = 50

export function FeedsSection({ professionalId }: { readonly professionalId: number | null }) {
  const t = useTexts(CALENDARS_TEXTS)
  const everywhere = useTexts(EVERYWHERE)
  const { access } = useMe()
  const id = useId()
  const [isAdding, setAdding] = useState(false)
  const [revoked, setRevoked] = useState<Feed | null>(null)
  const asked = useInfiniteQuery(
    api.calendars.listFeeds.infiniteQueryOptions(
      { limit: PAGE, ...(professionalId !== null && { professional_id: professionalId }) },
      { getNextPageParam: (last) => last.next_cursor },
    ),
  )
  const feeds = asked.data?.pages.flatMap((page) => page.data)
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
      {t.add}
    </Button>
  )
  return (
    <Stack component="section" gap="sm" maw={820} aria-labelledby={id}>
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} maw={560}>
          <Title order={2} size="h4" id={id}>
            {t.feedsTitle}
          </Title>
          <Text size="sm" c="dimmed">
            {t.feedsAbout}
          </Text>
          {access !== 'owner' && <Text size="sm">{t.onlyYours}</Text>}
        </Stack>
        {feeds !== undefined && feeds.length > 0 && add}
      </Group>
      <RefusedNote error={asked.error} onRetry={() => void asked.refetch()} />
      {asked.isPending && <WaitingRows />}
      {feeds?.length === 0 && (
        <Empty icon={IconCalendarShare} title={t.emptyTitle} text={t.empty}>
          {add}
        </Empty>
      )}
      {feeds !== undefined && feeds.length > 0 && (
        <Stack component="ul" gap="xs" p={0} m={0} aria-label={t.list}>
          {feeds.map((feed) => (
            <Row key={feed.id} feed={feed} onRevoke={() => setRevoked(feed)} />
          ))}
        </Stack>
      )}
      {asked.hasNextPage && (
        <Button
          variant="default"
          loading={asked.isFetchingNextPage}
          onClick={() => void asked.fetchNextPage()}
        >
          {everywhere.more}
        </Button>
      )}
      {isAdding && <FeedDialog professionalId={professionalId} onClose={() => setAdding(false)} />}
      {revoked !== null && <RevokeDialog feed={revoked} onClose={() => setRevoked(null)} />}
    </Stack>
  )
}

function Row({ feed, onRevoke }: { readonly feed: Feed; readonly onRevoke: () => void }) {
  const t = useTexts(CALENDARS_TEXTS)
  const { copy, copied } = useTexts(EVERYWHERE)
  const written = useWritten()
  const { name } = feed.professional
  const date = written.date(feed.created_at)
  return (
    <Paper component="li" withBorder p="sm" display="block">
      <Group justify="space-between" gap="xs">
        <Stack gap={2} miw={0} flex="1 1 14rem">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            <bdi>{name}</bdi>
          </Text>
          <Group gap="xs">
            <Badge variant="light" color="gray" tt="none">
              {t.kinds[feed.kind]}
            </Badge>
            <Text size="sm" c="dimmed">
              {t.since(date)}
            </Text>
          </Group>
        </Stack>
        <Group gap="xs" wrap="nowrap">
          <CopyButton value={feed.url} timeout={2000}>
            {({ copied: isCopied, copy: put }) => (
              <Button
                variant="default"
                aria-label={isCopied ? copied : t.copyOf(name, date)}
                leftSection={
                  isCopied ? (
                    <IconCheck size={16} aria-hidden />
                  ) : (
                    <IconCopy size={16} aria-hidden />
                  )
                }
                onClick={put}
              >
                {isCopied ? copied : copy}
              </Button>
            )}
          </CopyButton>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t.revoke(name, date)}
            onClick={onRevoke}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
    </Paper>
  )
}

function RevokeDialog({ feed, onClose }: { readonly feed: Feed; readonly onClose: () => void }) {
  const t = useTexts(CALENDARS_TEXTS)
  const tell = useTell()
  const revoking = useMutation(
    api.calendars.revokeFeed.mutationOptions({
      onSuccess() {
        void cache.invalidateQueries(api.calendars.listFeeds.pathFilter())
        tell.done(t.revoked)
        onClose()
      },
    }),
  )
  return (
    <ConfirmDialog
      title={t.revokeTitle}
      confirmLabel={t.revokeConfirm}
      isDanger
      isBusy={revoking.isPending}
      error={revoking.error}
      onConfirm={() => revoking.mutate({ feed_id: feed.id })}
      onClose={onClose}
    >
      <Text size="sm">{t.revokeNote(feed.professional.name)}</Text>
    </ConfirmDialog>
  )
}
