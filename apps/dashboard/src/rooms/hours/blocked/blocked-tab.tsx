/** Blocked times of one professional, or of all, from today on. */
import { ActionIcon, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconBan } from '../../../icons/icons.ts'
import { IconLockOpen } from '../../../icons/more.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { useZone } from '../../../session/me.tsx'
import { today } from '../../../time/wall-clock.ts'
import { useWritten } from '../../../time/written.ts'
import { EVERYWHERE } from '../../../words/everywhere.ts'
import { useTexts } from '../../../words/language.tsx'
import { TabList } from '../tab-list.tsx'
import { BlockedDialog } from './blocked-dialog.tsx'
import { BLOCKED_TEXTS } from './texts.ts'
import { useUnblock } from './use-unblock.ts'
import { writeWhen } from './when.ts'
import { Waiting } from '../../../parts/waiting.tsx'

const PAGE = 50

export function BlockedTab({ professionalId }: { readonly professionalId: number | null }) {
  const t = useTexts(BLOCKED_TEXTS)
  const everywhere = useTexts(EVERYWHERE)
  const written = useWritten()
  const zone = useZone()
  const [isAdding, setAdding] = useState(false)
  const asked = useInfiniteQuery(
    api.schedule.listBlockedTimes.infiniteQueryOptions(
      {
        from: today(zone),
        limit: PAGE,
        ...(professionalId !== null && { professional_id: professionalId }),
      },
      { getNextPageParam: (last) => last.next_cursor },
    ),
  )
  const unblocking = useUnblock()
  const rows = asked.data?.pages.flatMap((page) => page.data)
  if (rows === undefined) {
    return <Waiting error={asked.error} onRetry={() => void asked.refetch()} />
  }
  return (
    <Stack>
      <TabList
        words={t}
        about={t.about}
        icon={IconBan}
        isEmpty={rows.length === 0}
        onAdd={() => setAdding(true)}
      >
        {rows.map((one) => {
          const who = one.professional?.name ?? t.everybody
          const when = writeWhen(one, written, zone)
          return (
            <Paper key={one.id} component="li" withBorder p="sm" display="block">
              <Group justify="space-between" wrap="nowrap">
                <Stack gap={0} miw={0}>
                  <Text fw={600}>{when}</Text>
                  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                    <bdi>{who}</bdi>
                    {one.reason !== null && (
                      <>
                        {' · '}
                        <bdi>{one.reason}</bdi>
                      </>
                    )}
                  </Text>
                </Stack>
                <ActionIcon
                  variant="default"
                  size={36}
                  aria-label={t.remove(who, when)}
                  disabled={unblocking.isPending}
                  onClick={() => unblocking.mutate({ blocked_time_id: one.id })}
                >
                  <IconLockOpen size={18} aria-hidden />
                </ActionIcon>
              </Group>
            </Paper>
          )
        })}
      </TabList>
      {asked.hasNextPage && (
        <Button
          variant="default"
          maw={720}
          loading={asked.isFetchingNextPage}
          onClick={() => void asked.fetchNextPage()}
        >
          {everywhere.more}
        </Button>
      )}
      {isAdding && (
        <BlockedDialog professionalId={professionalId} onClose={() => setAdding(false)} />
      )}
    </Stack>
  )
}
