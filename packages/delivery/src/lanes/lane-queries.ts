/** What the lanes of a process ask of the database, in batches. */
import { claimAll, claimNext, type Claim, type ClaimedDelivery } from '../deliveries/claim.ts'
import { giveBackAll, type Return } from '../deliveries/give-back.ts'
import { lookAheadAll, lookAheadInOrder, type Ahead } from '../deliveries/look-ahead.ts'
import { recordAttempts, type AttemptRecord } from '../deliveries/record.ts'
import { readWebhookStates, type WebhookState } from '../health/webhook-state.ts'
import type { Runtime } from '../runtime.ts'
import type { Sql } from '@scheduling/database'
import { isChat } from '../subscriptions/chat.ts'
import type { Subscription } from '../subscriptions/subscription.ts'
import { batchedQuery, withoutResults } from './batched-query.ts'
import { enterLanes, reportLanes, type Entered, type Entry, type Report } from './lane-lease.ts'
import { retryWhileUnavailable } from './retry-while-unavailable.ts'

/** Lanes, or rows, in one statement. */
const MAX_BATCH_SIZE = 100

export type LaneQueries = {
  /** Reads a webhook and leases a free lane of it; null: there is no such webhook. */
  enter(entry: Entry): Promise<Entered | null>
  /** Reads the webhook again; null: it is gone. */
  read(webhookId: string): Promise<WebhookState | null>
  claim(claim: Claim): Promise<readonly ClaimedDelivery[]>
  giveBack(claimed: Return): Promise<void>
  record(record: AttemptRecord): Promise<void>
  /** Writes what a lane saw, and releases it when its turn ends. */
  report(report: Report): Promise<void>
  lookAhead(subscription: Pick<Subscription, 'id' | 'format'>): Promise<Ahead>
}

/**
 * Each question is one statement for all lanes that ask it at the time. One turn asks six; at a hundred turns a
 * second, statements of their own would keep a processor busy.
 */
export function createLaneQueries(
  runtime: Pick<Runtime, 'now' | 'crypto' | 'elapsed' | 'wait'>,
  client: Sql,
): LaneQueries {
  const { crypto } = runtime
  const claim = batchedQuery<Claim, readonly ClaimedDelivery[]>({
    maxBatchSize: MAX_BATCH_SIZE,
    keyOf: ({ subscription }) => subscription.id,
    runBatch: (claims) => claimAll(client, claims, runtime.now()),
  })
  const lookAhead = batchedQuery<string, Ahead>({
    maxBatchSize: MAX_BATCH_SIZE,
    runBatch: (webhookIds) => lookAheadAll(client, webhookIds, runtime.now()),
  })
  return {
    enter: batchedQuery<Entry, Entered | null>({
      maxBatchSize: MAX_BATCH_SIZE,
      keyOf: ({ webhookId }) => webhookId,
      runBatch: (entries) => enterLanes(client, crypto, entries, runtime.now()),
    }),
    read: batchedQuery<string, WebhookState | null>({
      maxBatchSize: MAX_BATCH_SIZE,
      runBatch: (webhookIds) => readWebhookStates(client, crypto, webhookIds, runtime.now()),
    }),
    claim: (one) => (isChat(one.subscription) ? claimNext(client, one, runtime.now()) : claim(one)),
    giveBack: batchedQuery<Return, void>({
      maxBatchSize: MAX_BATCH_SIZE,
      runBatch: withoutResults((returns) => giveBackAll(client, returns)),
    }),
    // What was sent must not be forgotten for a connection that broke: a repeated write changes nothing twice.
    record: batchedQuery<AttemptRecord, void>({
      maxBatchSize: MAX_BATCH_SIZE,
      runBatch: withoutResults((records) => recordAttempts(client, records)),
      runOne: (record) => retryWhileUnavailable(runtime, () => recordAttempts(client, [record])),
    }),
    report: batchedQuery<Report, void>({
      maxBatchSize: MAX_BATCH_SIZE,
      keyOf: ({ webhookId }) => webhookId,
      runBatch: (reports) => reportLanes(client, reports),
    }),
    lookAhead: (subscription) =>
      isChat(subscription)
        ? lookAheadInOrder(client, subscription.id, runtime.now())
        : lookAhead(subscription.id),
  }
}
