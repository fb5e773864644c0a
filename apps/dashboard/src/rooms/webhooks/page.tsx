/** All webhooks of the organization, with how each is doing. */
import { Button, Skeleton, Stack } from '@mantine/core'
import { IconPlus, IconWebhook } from '../../icons/icons.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { api } from '../../api/client.ts'
import { Empty } from '../../parts/empty.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { RefusedNote } from '../../parts/refused-note.tsx'
import { EVERYWHERE } from '../../words/everywhere.ts'
import { useTexts } from '../../words/language.tsx'
import { lookAgain } from './look-again.ts'
import { LoadingDialog } from './loading-dialog.tsx'
import { WEBHOOK_TEXTS } from './texts.ts'
import { WebhookCard } from './webhook-card.tsx'

const WebhookForm = lazyPart(
  () => import('./form/webhook-form.tsx'),
  (file) => file.default,
  LoadingDialog,
)

const route = getRouteApi('/frame/webhooks')

export function WebhooksPage() {
  const t = useTexts(WEBHOOK_TEXTS)
  const everywhere = useTexts(EVERYWHERE)
  const { dialog } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useInfiniteQuery(
    api.webhooks.list.infiniteQueryOptions(
      { limit: 100 },
      { getNextPageParam: ({ next_cursor }) => next_cursor, refetchInterval: lookAgain },
    ),
  )
  const glance = useQuery(api.webhooks.overview.queryOptions({}, { refetchInterval: lookAgain }))
  const webhooks = list.data?.pages.flatMap(({ data }) => data)
  const open = (name: 'new' | undefined) => void navigate({ search: { dialog: name } })
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('new')}>
      {t.create}
    </Button>
  )
  return (
    <>
      <PageHead title={t.title} about={t.about}>
        {webhooks?.length !== 0 && create}
      </PageHead>
      <Stack>
        <RefusedNote error={list.error} onRetry={() => void list.refetch()} />
        {list.isPending && <Skeleton h={130} role="status" aria-label={everywhere.loading} />}
        {webhooks?.length === 0 && (
          <Empty icon={IconWebhook} title={t.emptyTitle} text={t.empty}>
            {create}
          </Empty>
        )}
        {webhooks !== undefined && webhooks.length > 0 && (
          <Stack component="ul" aria-label={t.list} p={0} m={0} style={{ listStyle: 'none' }}>
            {webhooks.map((webhook) => (
              <WebhookCard
                key={webhook.id}
                webhook={webhook}
                glance={glance.data?.data.find(({ webhook_id: id }) => id === webhook.id)}
              />
            ))}
          </Stack>
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
      {dialog === 'new' && <WebhookForm webhook={null} onClose={() => open(undefined)} />}
    </>
  )
}
