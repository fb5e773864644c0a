/** One webhook in the list. */
import { Anchor, Group, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { isSubscribed, SUBSCRIBABLE_EVENT_TYPES } from '@scheduling/events/event-types'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { Outcome } from './deliveries/outcome.tsx'
import { StateBadge } from './state-badge.tsx'
import { WEBHOOK_TEXTS } from './texts.ts'
import type { Webhook, WebhookAtAGlance } from './types.ts'

type Props = {
  readonly webhook: Webhook
  /** Undefined until it is read. */
  readonly glance: WebhookAtAGlance | undefined
}

export function WebhookCard({ webhook, glance }: Props) {
  const t = useTexts(WEBHOOK_TEXTS)
  const written = useWritten()
  return (
    <Paper component="li" withBorder p="md">
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} size="h4" miw={0} style={{ overflowWrap: 'anywhere' }}>
            <Anchor
              inherit
              renderRoot={(props) => (
                <Link to="/webhooks/$webhookId" params={{ webhookId: webhook.id }} {...props} />
              )}
            >
              <bdi>{webhook.name}</bdi>
            </Anchor>
          </Title>
          <StateBadge webhook={webhook} />
        </Group>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t.formats[webhook.format]} · {eventsOf(webhook, t)} · {webhook.url}
        </Text>
        {webhook.disabled_reason !== null && (
          <Text size="sm">
            {t.offReasons[webhook.disabled_reason]}{' '}
            {webhook.disabled_at !== null && t.offSince(written.moment(webhook.disabled_at))}
          </Text>
        )}
        <SimpleGrid component="dl" cols={{ base: 1, xs: 3 }} m={0} spacing="xs">
          <Fact name={t.lastAnswer}>
            {glance === undefined ? (
              <Skeleton h={20} w={120} />
            ) : glance.last === null ? (
              t.nothingSent
            ) : (
              <>
                <Outcome delivery={glance.last} />
                <Text size="xs" c="dimmed">
                  {written.moment(glance.last.attempted_at ?? glance.last.created_at)}
                </Text>
              </>
            )}
          </Fact>
          <Fact name={t.nextRetry}>
            {glance === undefined ? <Skeleton h={20} w={120} /> : <Next glance={glance} />}
          </Fact>
          <Fact name={t.lastDay}>
            {glance === undefined ? (
              <Skeleton h={20} w={120} />
            ) : glance.attempts === 0 ? (
              t.noAttempts
            ) : (
              t.dayFigures(written.count(glance.succeeded), written.count(glance.attempts))
            )}
          </Fact>
        </SimpleGrid>
      </Stack>
    </Paper>
  )
}

function Next({ glance }: { readonly glance: WebhookAtAGlance }) {
  const t = useTexts(WEBHOOK_TEXTS)
  const written = useWritten()
  if (glance.next_attempt_at === null) return t.nothingWaits
  const isDue = Date.parse(glance.next_attempt_at) <= Date.now()
  return (
    <>
      {isDue ? t.dueNow : written.moment(glance.next_attempt_at)}
      <Text size="xs" c="dimmed">
        {t.waiting(written.count(glance.waiting))}
      </Text>
    </>
  )
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </div>
  )
}

function eventsOf({ events }: Webhook, t: (typeof WEBHOOK_TEXTS)['pt']): string {
  if (events.includes('*')) return t.allEvents
  return t.events(SUBSCRIBABLE_EVENT_TYPES.filter((type) => isSubscribed(events, type)).length)
}
