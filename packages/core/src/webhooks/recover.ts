import {
  findRow,
  Prisma,
  rawRows,
  requireRow,
  sqlOf,
  tables,
  type Transaction,
} from '@scheduling/database'
import {
  aboutWebhook,
  addRuns,
  retryEarlier,
  CHAT_PAUSE_MS,
  isChat,
  later,
  matches,
  StoredFilters,
  wakeLanes,
} from '@scheduling/delivery'
import { z } from 'zod'
import type { WriteContext } from '../change/write-context.ts'
import { onRealClock } from '../context.ts'
import { procedure } from '../procedure/define.ts'
import { NoExpand } from '../ground/fields.ts'
import { InstantInput } from '../ground/time-fields.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalid } from '../contract/problems.ts'
import { historyStart } from './delivery-rows.ts'
import { lockWebhook, requireSending, WebhookId, inactive } from './find-webhook.ts'
import type { WebhookRow } from './webhook.ts'

/** Between the first attempts of what is resent, so that an endpoint that just came back is not flooded. */
const PAUSE_MS = 1000 / LIMITS.recoveriesPerSecond

/**
 * Resends what a webhook failed to get, or missed while it was off: of the events since a time that it
 * subscribes to, those whose latest attempt did not succeed, or that were never tried. Each gets a run of its own with the
 * whole schedule. One that still waits for a retry goes on with its run, and the retry is made earlier. The attempts are
 * spread over time.
 *
 * One call looks at a page of events; call again with `position` until `is_done`. Stopped half-way, or run
 * twice, it sends nothing twice: what was put on the list waits there.
 */
export const recoverWebhook = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/webhooks/{webhook_id}/recover',
    tag: 'Webhooks',
    summary: 'Recover a webhook',
    description: `Resends what the webhook failed to get, or missed while it was off: of the events since a time that it subscribes to, those whose latest attempt did not succeed, or that were never tried. One call looks at ${LIMITS.recoveryEvents} events. Call again with \`position\` of the answer until \`is_done\`. A retry that waits is made earlier. Run twice, it sends nothing twice.`,
    idempotent: true,
  },
  scope: 'webhooks:manage',
  access: 'owner',
  feature: 'webhooks',
  input: z.object({
    webhook_id: WebhookId,
    since: InstantInput.meta({
      description: `Events before this time are left out. At most ${LIMITS.eventRetentionDays} days ago.`,
    }),
    position: z.int().min(0).default(0).meta({
      description: 'The `position` of the answer before. Leave it out in the first call.',
    }),
    expand: NoExpand,
  }),
  output: z
    .object({
      object: z.literal('webhook_recovery'),
      queued: z.int().meta({ description: 'How many events of this page are sent again.' }),
      looked_at: z.int().meta({ description: 'How many events this page has.' }),
      position: z.int().meta({
        description: 'The place in the feed up to which everything was looked at.',
      }),
      last_position: z.int().meta({ description: 'The last place of the feed.' }),
      is_done: z.boolean(),
    })
    .meta({ id: 'WebhookRecovery' }),
  success: { ok: 200 },
  emits: { ok: [] },
  notes: ['webhook.recovered'],
  problems: ['not_found', 'webhook_inactive'],
  async run(write, input) {
    requireSending(write)
    const { tx, organization } = write
    if (input.since < historyStart(write.realNow()).getTime()) {
      throw invalid(
        'since',
        'out_of_range',
        `Events are kept for ${LIMITS.eventRetentionDays} days.`,
      )
    }
    const webhook = await lockWebhook(tx, organization.id, input.webhook_id)
    if (!webhook.active) throw inactive()
    const since = new Date(Math.max(input.since, webhook.createdAt.getTime()))
    const page = await eventsAfter(tx, webhook, since, input.position)
    const queued = await queue(write, webhook, page)
    if (queued > 0) write.note({ action: 'webhook.recovered', id: webhook.id, changes: null })
    const feed = await requireRow(tx, tables.eventFeed, { organizationId: organization.id })
    const last = feed.lastPosition
    const isDone = page.length < LIMITS.recoveryEvents
    return {
      outcome: 'ok',
      reply: {
        object: 'webhook_recovery' as const,
        queued,
        looked_at: page.length,
        position: isDone ? last : Number(page.at(-1)?.sequence ?? last),
        last_position: last,
        is_done: isDone,
      },
    }
  },
})

type Candidate = {
  readonly id: string
  readonly event_day: string
  readonly sequence: bigint
  readonly type: string
  readonly about_webhook: string | null
  readonly professional_ids: number[] | null
  readonly service_ids: number[] | null
  readonly filter_status: string | null
  readonly filter_type: string | null
  readonly filter_source: string | null
  /** Of the latest attempt; null when there was none. */
  readonly latest: string | null
  readonly next_run: number
  readonly is_waiting: boolean
  /** It waits for another attempt after one that failed. */
  readonly is_retrying: boolean
}

function eventsAfter(
  tx: Transaction,
  webhook: WebhookRow,
  since: Date,
  position: number,
): Promise<Candidate[]> {
  return rawRows<Candidate>(
    tx,
    Prisma.sql`
    SELECT e.id, e.event_day::text AS event_day, e.sequence, e.type,
      ${Prisma.raw(aboutWebhook('e'))} AS about_webhook, e.professional_ids, e.service_ids,
      e.filter_status, e.filter_type, e.filter_source, latest.status AS latest,
      coalesce(runs.last, -1) + 1 AS next_run, coalesce(runs.is_waiting, false) AS is_waiting,
      coalesce(runs.is_retrying, false) AS is_retrying
    FROM event e
    LEFT JOIN LATERAL (
      SELECT max(d.run) AS last, bool_or(d.state = 'pending') AS is_waiting,
        bool_or(d.state = 'pending' AND d.attempt > 1) AS is_retrying FROM delivery d
      WHERE d.webhook_id = ${webhook.id} AND d.event_day = e.event_day AND d.event_id = e.id) AS runs ON true
    LEFT JOIN LATERAL (
      SELECT a.status FROM delivery_attempt a
      WHERE a.webhook_id = ${webhook.id} AND a.event_id = e.id AND a.attempt_day >= e.event_day
      ORDER BY a.created_at DESC, a.run DESC, a.attempt DESC LIMIT 1) AS latest ON true
    WHERE e.organization_id = ${webhook.organizationId} AND e.sequence > ${position}
      AND e.event_day >= (${since}::timestamptz)::date AND e.created_at >= ${since}::timestamptz
    ORDER BY e.sequence LIMIT ${LIMITS.recoveryEvents}`,
  )
}

async function queue(
  write: WriteContext,
  webhook: WebhookRow,
  page: readonly Candidate[],
): Promise<number> {
  const filters = StoredFilters.parse(webhook.filters)
  const missed = page.filter(
    (event) =>
      event.latest !== 'SUCCEEDED' &&
      (!event.is_waiting || event.is_retrying) &&
      matches(webhook, filters, event),
  )
  if (missed.length === 0) return 0
  const pause = isChat(webhook) ? CHAT_PAUSE_MS : PAUSE_MS
  const first = await firstFreeMoment(write, webhook.id, pause)
  const client = sqlOf(write.tx)
  const due = missed.map((event, index) => ({
    eventDay: event.event_day,
    eventId: event.id,
    eventType: event.type,
    run: event.next_run,
    at: new Date(first + index * pause),
    isRetrying: event.is_retrying,
  }))
  const added = await addRuns(
    onRealClock(write),
    client,
    webhook,
    due.filter(({ isRetrying }) => !isRetrying),
  )
  const earlier = await retryEarlier(
    client,
    webhook.id,
    due.filter(({ isRetrying }) => isRetrying),
  )
  const at = first > write.realNow() ? later(new Date(first), write.realNow()) : null
  await wakeLanes(client, [{ webhookId: webhook.id, health: webhook, due: 1, at }])
  return added.length + earlier
}

/** After what an earlier page put on the list. */
async function firstFreeMoment(
  { tx, realNow }: WriteContext,
  webhookId: string,
  pause: number,
): Promise<number> {
  const last = await findRow(
    tx,
    tables.delivery,
    { webhookId, state: 'pending', trigger: 'REDELIVERY', attempt: 1 },
    { orderBy: Prisma.sql`r.next_attempt_at DESC NULLS LAST` },
  )
  const queuedUntil = last?.nextAttemptAt?.getTime() ?? 0
  return Math.max(realNow(), queuedUntil + pause)
}
