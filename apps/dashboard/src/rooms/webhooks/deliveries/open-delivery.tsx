/** One attempt beside the list: its event, the request as it would be made now, and all attempts at the event. */
import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { isEventType } from '@scheduling/events/event-types'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api, cache } from '../../../api/client.ts'
import { RefusedNote } from '../../../parts/refused-note.tsx'
import { useTell } from '../../../parts/tell.tsx'
import { EVERYWHERE } from '../../../words/everywhere.ts'
import { useTexts } from '../../../words/language.tsx'
import { EVENT_NAMES } from '../event-names.ts'
import { lookAgain } from '../look-again.ts'
import type { OpenDelivery as Opened, Webhook } from '../types.ts'
import { Attempt } from './attempt.tsx'
import { LongText } from './long-text.tsx'
import { ShownRequest } from './shown-request.tsx'
import { DELIVERY_TEXTS } from './texts.ts'

const route = getRouteApi('/frame/webhooks/$webhookId')

type Props = { readonly webhook: Webhook; readonly deliveryId: string; onClose(): void }

export function OpenDelivery({ webhook, deliveryId, onClose }: Props) {
  const t = useTexts(DELIVERY_TEXTS)
  const everywhere = useTexts(EVERYWHERE)
  const names = useTexts(EVENT_NAMES)
  const opened = useQuery(
    api.webhooks.getDelivery.queryOptions(
      { webhook_id: webhook.id, delivery_id: deliveryId },
      { refetchInterval: lookAgain },
    ),
  )
  const { data } = opened
  if (data === undefined) {
    return opened.isPending ? (
      <Skeleton h={240} role="status" aria-label={everywhere.loading} />
    ) : (
      <Stack>
        <RefusedNote error={opened.error} onRetry={() => void opened.refetch()} />
        <Button variant="default" onClick={onClose}>
          {t.close}
        </Button>
      </Stack>
    )
  }
  const { delivery, attempts, event } = data
  const type = delivery.event_type
  return (
    <Stack>
      <Group justify="space-between" align="flex-start">
        <Title order={3} size="h5" miw={0}>
          {isEventType(type) ? names.types[type] : type}
        </Title>
        <Button size="xs" variant="subtle" onClick={onClose} visibleFrom="md">
          {t.close}
        </Button>
      </Group>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {t.deliveryId}: {delivery.id}
        <br />
        {t.eventId}: {delivery.event_id}
      </Text>
      <Redeliver webhook={webhook} opened={data} />
      <Title order={4} size="h6">
        {t.attempts}
      </Title>
      <Stack component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {attempts.map((one) => (
          <li key={one.id}>
            <Attempt delivery={one} />
          </li>
        ))}
      </Stack>
      <Title order={4} size="h6">
        {t.request}
      </Title>
      <Text size="sm" c="dimmed">
        {event === null ? t.eventGone : t.requestAbout}
      </Text>
      {data.request_error !== null && (
        <Text size="sm">
          {t.noRequest} <span lang="en">{data.request_error.message}</span>
        </Text>
      )}
      {data.request !== null && <ShownRequest request={data.request} />}
      {event !== null && (
        <>
          <Title order={4} size="h6">
            {t.event}
          </Title>
          <LongText label={t.event} copyLabel={t.copyEvent} text={JSON.stringify(event, null, 2)} />
        </>
      )}
    </Stack>
  )
}

function Redeliver({ webhook, opened }: { readonly webhook: Webhook; readonly opened: Opened }) {
  const t = useTexts(DELIVERY_TEXTS)
  const tell = useTell()
  const navigate = route.useNavigate()
  const { delivery, event } = opened
  const redeliver = useMutation(
    api.webhooks.redeliver.mutationOptions({
      onSuccess: (made) => {
        tell.done(t.redelivered)
        void cache.invalidateQueries(api.webhooks.pathFilter())
        void navigate({
          search: (search) => ({ ...search, delivery: made.id }),
          resetScroll: false,
        })
      },
      onError: tell.refused,
    }),
  )
  const reason =
    delivery.trigger === 'TEST'
      ? t.noRedeliverTest
      : !webhook.active
        ? t.noRedeliverOff
        : event === null
          ? t.noRedeliverOld
          : null
  return (
    <Stack gap={4} align="flex-start">
      <Group gap="xs">
        <Button
          size="xs"
          disabled={reason !== null}
          loading={redeliver.isPending}
          onClick={() => redeliver.mutate({ webhook_id: webhook.id, delivery_id: delivery.id })}
        >
          {t.redeliver}
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            void navigate({
              search: { delivery: delivery.id, event: delivery.event_id },
              resetScroll: false,
            })
          }
        >
          {t.eventAttempts}
        </Button>
      </Group>
      {reason !== null && (
        <Text size="xs" c="dimmed">
          {reason}
        </Text>
      )}
    </Stack>
  )
}
