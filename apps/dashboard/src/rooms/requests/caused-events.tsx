/** The events that a request caused, and where they were delivered. */
import { Anchor, Code, Group, List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { useTexts } from '../../words/language.tsx'
import { StatusBadge } from '../webhooks/deliveries/status-badge.tsx'
import { REQUEST_TEXTS } from './texts.ts'

export function CausedEvents({ requestId }: { readonly requestId: string }) {
  const t = useTexts(REQUEST_TEXTS)
  const asked = useQuery(api.requests.get.queryOptions({ request_id: requestId }))
  if (asked.data === undefined) {
    return <Text size="sm">{asked.isError ? t.failed : t.reading}</Text>
  }
  const { events, events_truncated: isCut } = asked.data
  if (events.length === 0) return <Text size="sm">{t.noEvents}</Text>
  return (
    <List size="sm" listStyleType="none" mt="xs">
      {events.map(({ id, type, deliveries }) => (
        <List.Item key={id}>
          <Code>{type}</Code>
          {deliveries?.length === 0 && (
            <Text span size="sm" c="dimmed">
              {' '}
              {t.noDeliveries}
            </Text>
          )}
          {deliveries?.map((delivery) => (
            <Group key={delivery.id} gap="xs" mt={4}>
              <StatusBadge status={delivery.status} />
              <Anchor
                size="sm"
                renderRoot={(props) => (
                  <Link
                    to="/webhooks/$webhookId"
                    params={{ webhookId: delivery.webhook_id }}
                    search={{ delivery: delivery.id }}
                    {...props}
                  />
                )}
              >
                {delivery.id}
              </Anchor>
            </Group>
          ))}
        </List.Item>
      ))}
      {isCut && <List.Item>{t.moreEvents}</List.Item>}
    </List>
  )
}
