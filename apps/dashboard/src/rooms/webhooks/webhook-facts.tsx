/** What a webhook sends, and where. */
import { Code, Group, Paper, SimpleGrid } from '@mantine/core'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { WEBHOOK_TEXTS } from './texts.ts'
import type { Webhook } from './types.ts'
import { StateBadge } from './state-badge.tsx'
import { Fact } from './webhook-card.tsx'

export function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const t = useTexts(WEBHOOK_TEXTS)
  const written = useWritten()
  const filters = (Object.keys(t.filterValues) as (keyof typeof t.filterValues)[])
    .filter((name) => webhook.filters[name].length > 0)
    .map((name) => t.filterValues[name](webhook.filters[name].length))
  const headers = Object.keys(webhook.headers)
  return (
    <Paper withBorder p="md" h="100%">
      <SimpleGrid component="dl" cols={{ base: 1, xs: 2, lg: 1 }} m={0} spacing="sm">
        <Fact name={t.address}>{webhook.url}</Fact>
        <Fact name={t.state}>
          <StateBadge webhook={webhook} />
        </Fact>
        <Fact name={t.format}>{t.formats[webhook.format]}</Fact>
        <Fact name={t.subscribed}>
          {webhook.events.includes('*') ? (
            t.allEvents
          ) : (
            <Group gap={4} component="span">
              {webhook.events.map((event) => (
                <Code key={event}>{event}</Code>
              ))}
            </Group>
          )}
        </Fact>
        {filters.length > 0 && <Fact name={t.filters}>{filters.join(', ')}</Fact>}
        {headers.length > 0 && <Fact name={t.headers}>{headers.join(', ')}</Fact>}
        {webhook.secret_names.length > 0 && (
          <Fact name={t.secrets}>{webhook.secret_names.join(', ')}</Fact>
        )}
        {webhook.previous_secret_expires_at !== null && (
          <Fact name={t.overlap}>
            {t.overlapUntil(written.moment(webhook.previous_secret_expires_at))}
          </Fact>
        )}
      </SimpleGrid>
    </Paper>
  )
}
