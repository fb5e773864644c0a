/** Observes a fan-out: a span in the trace of each event, a line in the log, and how late it was. */
import { openSpan } from '@scheduling/telemetry'
import type { Runtime } from '../runtime.ts'

type FannedOut = {
  readonly id: string
  readonly type: string
  readonly created_at: Date
  readonly request_id: string | null
  readonly trace_parent: string | null
}

/** Called once the deliveries of a batch of events are written. */
export type CountDeliveries = (made: readonly { readonly event_id: string }[]) => void

const QUEUE = {
  'messaging.system': 'graphile_worker',
  'messaging.destination.name': 'fan_out',
  'messaging.operation.name': 'process',
  'messaging.operation.type': 'process',
} as const

/**
 * Runs the fan-out of events. They are done in one batch, and each belongs to the trace of its own change: so each has
 * a span there, of the time of the whole batch. The statements of the batch belong to none of them.
 */
export async function observeFanOut<Result>(
  { log, now, watch }: Pick<Runtime, 'log' | 'now' | 'watch'>,
  events: readonly FannedOut[],
  work: (count: CountDeliveries) => Promise<Result>,
): Promise<Result> {
  const begun = events.map((event) => ({
    event,
    span:
      event.trace_parent === null
        ? null
        : openSpan('process fan_out', {
            kind: 'consumer',
            cause: { parent: event.trace_parent },
            attributes: {
              ...QUEUE,
              'messaging.batch.message_count': events.length,
              'scheduling.event.id': event.id,
              'scheduling.event.type': event.type,
            },
          }),
  }))
  const count: CountDeliveries = (made) => {
    const byEvent = Map.groupBy(made, ({ event_id: id }) => id)
    for (const { event, span } of begun) {
      const deliveries = byEvent.get(event.id)?.length ?? 0
      span?.set({ 'scheduling.deliveries': deliveries })
      if (deliveries === 0) continue
      watch?.fannedOut(Math.max(0, (now() - event.created_at.getTime()) / 1000))
      const fields = {
        request_id: event.request_id,
        event_id: event.id,
        event: event.type,
        deliveries,
      }
      const line = (): void => log.info(fields, 'event fanned out')
      if (span === null) line()
      else span.run(line)
    }
  }
  try {
    return await work(count)
  } catch (error) {
    for (const { span } of begun) span?.fail(error instanceof Error ? error.name : 'error')
    throw error
  } finally {
    for (const { span } of begun) span?.end()
  }
}
