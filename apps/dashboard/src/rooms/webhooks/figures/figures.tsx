/** How deliveries went in the last day. */
import { Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { RefusedNote } from '../../../parts/refused-note.tsx'
import { useWritten } from '../../../time/written.ts'
import { EVERYWHERE } from '../../../words/everywhere.ts'
import { useTexts } from '../../../words/language.tsx'
import { WEBHOOK_TEXTS } from '../texts.ts'
import { Chart } from './chart.tsx'

const COUNT_AGAIN_MS = 15_000
const CHART_HEIGHT = 150

export function Figures({ webhookId }: { readonly webhookId: string }) {
  const t = useTexts(WEBHOOK_TEXTS)
  const everywhere = useTexts(EVERYWHERE)
  const written = useWritten()
  const statistics = useQuery(
    api.webhooks.statistics.queryOptions(
      { webhook_id: webhookId },
      { refetchInterval: COUNT_AGAIN_MS },
    ),
  )
  const { data } = statistics
  const ms = (value: number | null) =>
    value === null ? everywhere.none : t.milliseconds(written.count(value))
  return (
    <Paper withBorder p="md" h="100%" component="section" aria-label={t.figures}>
      <Stack>
        <Title order={2} size="h4">
          {t.figures}
        </Title>
        <RefusedNote error={statistics.error} onRetry={() => void statistics.refetch()} />
        {statistics.isPending && <Skeleton h={60} role="status" aria-label={everywhere.loading} />}
        {data !== undefined && (
          <>
            <SimpleGrid component="dl" cols={{ base: 2, xs: 3, md: 5 }} m={0} spacing="sm">
              <Figure name={t.figureLabels.attempts} value={written.count(data.attempts)} />
              <Figure
                name={t.figureLabels.success}
                value={
                  data.success_rate === null
                    ? everywhere.none
                    : `${written.count(Math.floor(data.success_rate * 100))}%`
                }
              />
              <Figure name={t.figureLabels.median} value={ms(data.p50_ms)} />
              <Figure name={t.figureLabels.slow} value={ms(data.p95_ms)} />
              <Figure name={t.figureLabels.waiting} value={written.count(data.waiting)} />
            </SimpleGrid>
            {data.attempts > 0 && <Chart hours={data.by_hour} height={CHART_HEIGHT} />}
          </>
        )}
      </Stack>
    </Paper>
  )
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} fw={600} fz="xl">
        {value}
      </Text>
    </div>
  )
}
