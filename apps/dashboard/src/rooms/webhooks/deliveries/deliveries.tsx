/** What became of what was sent: a list, filters in the address, and one attempt open beside it. */
import { Button, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconInbox } from '../../../icons/more.ts'
import { isEventType } from '@scheduling/events/event-types'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { api } from '../../../api/client.ts'
import { SidePanel } from '../../../parts/dialog.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { RefusedNote } from '../../../parts/refused-note.tsx'
import { useZone } from '../../../session/me.tsx'
import { instantAt } from '../../../time/wall-clock.ts'
import { EVERYWHERE } from '../../../words/everywhere.ts'
import { useTexts } from '../../../words/language.tsx'
import { lookAgain } from '../look-again.ts'
import type { Webhook } from '../types.ts'
import styles from './deliveries.module.css'
import { DeliveryFilters } from './delivery-filters.tsx'
import { DeliveryRow } from './delivery-row.tsx'
import { OpenDelivery } from './open-delivery.tsx'
import { DELIVERY_TEXTS } from './texts.ts'

const route = getRouteApi('/frame/webhooks/$webhookId')

/** Pages that are read again by themselves. A user who reads on wants the list to stand still. */
const MOST_LIVE_PAGES = 2

export function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const t = useTexts(DELIVERY_TEXTS)
  const everywhere = useTexts(EVERYWHERE)
  const zone = useZone()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const since = search.since === undefined ? null : startOf(search.since, zone)
  const list = useInfiniteQuery(
    api.webhooks.searchDeliveries.infiniteQueryOptions(
      {
        webhook_id: webhook.id,
        limit: 25,
        ...(search.status === undefined ? {} : { status: [search.status] }),
        ...(search.type !== undefined && isEventType(search.type)
          ? { event_type: search.type }
          : {}),
        ...(search.event === undefined ? {} : { event_id: search.event }),
        ...(since === null ? {} : { from: since }),
      },
      {
        getNextPageParam: ({ next_cursor }) => next_cursor,
        placeholderData: keepPreviousData,
        refetchInterval: (query) =>
          (query.state.data?.pages.length ?? 0) > MOST_LIVE_PAGES ? false : lookAgain(query),
      },
    ),
  )
  const rows = list.data?.pages.flatMap(({ data }) => data)
  const isFiltered = [search.status, search.type, search.event, search.since].some(
    (one) => one !== undefined,
  )
  const openId = search.delivery
  const panel = useRef<HTMLElement>(null)
  const openBefore = useRef(openId)
  // Who goes by keyboard is where something opened, and back in the list when it closed.
  useEffect(() => {
    const before = openBefore.current
    openBefore.current = openId
    if (before === openId || !isWide) return
    const place = openId === undefined ? document.getElementById(before ?? '') : panel.current
    place?.focus({ preventScroll: true })
  }, [openId, isWide])
  const close = () =>
    void navigate({ search: (now) => ({ ...now, delivery: undefined }), resetScroll: false })
  const opened = openId !== undefined && (
    <OpenDelivery key={openId} webhook={webhook} deliveryId={openId} onClose={close} />
  )
  return (
    <Stack component="section" aria-label={t.title}>
      <div>
        <Title order={2} size="h4">
          {t.title}
        </Title>
        <Text size="sm" c="dimmed">
          {t.about}
        </Text>
      </div>
      <DeliveryFilters isFiltered={isFiltered} />
      <div className={isWide && openId !== undefined ? styles['both'] : undefined}>
        <Stack miw={0}>
          <RefusedNote error={list.error} onRetry={() => void list.refetch()} />
          {list.isPending && <Skeleton h={160} role="status" aria-label={everywhere.loading} />}
          {rows?.length === 0 && (
            <Empty
              icon={IconInbox}
              title={t.emptyTitle}
              text={isFiltered ? t.emptyFiltered : t.empty}
              onClear={isFiltered ? () => void navigate({ search: {} }) : undefined}
            >
              <Button
                variant="default"
                onClick={() => void navigate({ search: { dialog: 'test' }, resetScroll: false })}
              >
                {t.sendTest}
              </Button>
            </Empty>
          )}
          {rows !== undefined && rows.length > 0 && (
            <Paper withBorder component="ul" aria-label={t.list} className={styles['list'] ?? ''}>
              {rows.map((delivery) => (
                <DeliveryRow
                  key={delivery.id}
                  delivery={delivery}
                  isOpen={delivery.id === openId}
                />
              ))}
            </Paper>
          )}
          {list.hasNextPage && (
            <Button
              variant="default"
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {everywhere.more}
            </Button>
          )}
        </Stack>
        {isWide && opened !== false && (
          <Paper
            withBorder
            p="md"
            miw={0}
            component="section"
            aria-label={t.detail}
            tabIndex={-1}
            ref={panel}
          >
            {opened}
          </Paper>
        )}
      </div>
      {!isWide && opened !== false && (
        <SidePanel onClose={close} size="100%" title={t.detail}>
          {opened}
        </SidePanel>
      )}
    </Stack>
  )
}

/** The first instant of a day. Where the clock skips midnight, the day begins an hour later. */
function startOf(date: string, zone: string): string | null {
  return instantAt(`${date} 00:00:00`, zone) ?? instantAt(`${date} 01:00:00`, zone)
}
