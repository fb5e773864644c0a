/** Every event reaches every webhook, and what was received is what is recorded. */
import type { Anomaly, Attempt, History } from '../history.ts'

export function checkDeliveries(history: History): Anomaly[] {
  const { events, webhooks, arrivals, deliveries, attempts } = history
  const anomalies: Anomaly[] = []
  const tell = (kind: Anomaly['kind'], what: string, at: number | null = null): void => {
    anomalies.push({ kind, what, at })
  }
  const of = (webhook: string, eventId: string): string => `${webhook} ${eventId}`
  const rows = Map.groupBy(deliveries, (row) => of(row.webhook, row.eventId))
  const made = Map.groupBy(attempts, (row) => of(row.webhook, row.eventId))
  const arrived = Map.groupBy(arrivals, (row) => of(row.webhook, row.eventId))
  for (const event of events) {
    for (const [webhook, organization] of webhooks) {
      if (organization !== event.organization) continue
      const name = of(webhook, event.id)
      const own = rows.get(name) ?? []
      if (own.length !== 1) tell('delivery lost', `${name} has ${own.length} rows`, event.createdAt)
      else if (own[0]?.state !== 'succeeded')
        tell('delivery lost', `${name} ended as ${own[0]?.state}`, event.createdAt)
      if (!arrived.has(name)) tell('delivery lost', `${name} never arrived`, event.createdAt)
      if (!isWhole(made.get(name) ?? []))
        tell(
          'recorded wrongly',
          `${name}: ${(made.get(name) ?? []).map(attemptText).join(', ')}`,
          event.createdAt,
        )
    }
  }
  const recorded = new Map(attempts.map((attempt) => [attempt.id, attempt]))
  if (recorded.size !== attempts.length) tell('recorded wrongly', 'an attempt is recorded twice')
  for (const { attemptId, isSigned, webhook, at } of arrivals) {
    if (!isSigned) tell('signature wrong', `${attemptId} at ${webhook}`, at)
    if (!recorded.has(attemptId))
      tell('recorded wrongly', `${attemptId} arrived and is not recorded`, at)
  }
  const received = new Set(arrivals.map(({ attemptId }) => attemptId))
  for (const { id, responseStatus } of attempts)
    if (responseStatus !== null && !received.has(id))
      tell('recorded wrongly', `${id} is recorded with ${responseStatus} and never arrived`)
  return anomalies
}

/** Numbered from one without gaps; the last one succeeded, and it alone: nothing is sent again after that. */
function isWhole(attempts: readonly Attempt[]): boolean {
  const inOrder = attempts.toSorted((one, other) => one.number - other.number)
  return inOrder.every(
    ({ number, status }, place) =>
      number === place + 1 && (status === 'SUCCEEDED') === (place === inOrder.length - 1),
  )
}

const attemptText = ({ number, status }: Attempt): string => `${number} ${status}`
