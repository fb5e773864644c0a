/**
 * The second half of an erasure: what other tables kept of the person while the client could still be read. It runs
 * after the transaction that erased the client, in small steps, and can end at any point: a worker that starts it again
 * finds what is left.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { EVENT_TYPES } from '@scheduling/events'
import { inTransaction, sqlOf, statement, type Sql } from '@scheduling/database'
import type { Service } from '../context.ts'
import { sealContext } from '../change/idempotency-record.ts'
import {
  forgottenAnswer,
  forgottenChanges,
  forgottenContext,
  forgottenPayload,
  placeholderIn,
} from './forgotten.ts'
import { forgetMessagesOf } from '../messaging/forget.ts'
import { heldRows, personOf, type Person } from './held-rows.ts'
import { HOLDINGS, type Holding } from './holdings.ts'

type Means = Pick<Service, 'db' | 'crypto' | 'log' | 'patience'>

type Erasure = {
  readonly organizationId: number
  readonly clientId: number
  readonly transactionId: string
  readonly language: string
}

const pending = statement<Erasure>(
  'erasures under way',
  `SELECT e.organization_id AS "organizationId", e.client_id AS "clientId", e.transaction_id::text AS "transactionId", o.language
    FROM client_erasure e JOIN organization o ON o.id = e.organization_id
    WHERE $1::int IS NULL OR e.client_id = $1::int ORDER BY e.asked_at, e.client_id`,
)

const over = statement('erasure over', `DELETE FROM client_erasure WHERE client_id = $1::int`)

/** Whether whatever ran beside the transaction has ended: no transaction still writes what it read before. */
const isAlone = statement<{ alone: boolean }>(
  'no older transaction',
  `SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint > $1::text::bigint AS alone`,
)

const PAUSE_MS = 50

/**
 * Removes the traces of a client who was erased, and waits a while for those who still write or send what they read
 * before.
 *
 * @param patienceMs after which the rest is left to `finishErasures`
 * @returns whether nothing is left
 */
export async function removeTraces(
  service: Means,
  clientId: number,
  patienceMs: number,
): Promise<boolean> {
  const [erasure] = await pending(sqlOf(service.db), [clientId])
  if (erasure === undefined) return true
  const deadline = performance.now() + patienceMs
  for (;;) {
    if (await removeOnce(service, erasure)) return true
    if (performance.now() + PAUSE_MS > deadline) return false
    await wait(PAUSE_MS)
  }
}

/** Goes on with every erasure that is not over. Run it every minute; twice or late does no harm. */
export async function finishErasures(service: Means): Promise<number> {
  let finished = 0
  for (const erasure of await pending(sqlOf(service.db), [null])) {
    try {
      if (await removeOnce(service, erasure)) finished += 1
    } catch (error) {
      // The others go on. The next run tries this one again.
      const { clientId, organizationId } = erasure
      service.log.error(
        { client_id: clientId, organization_id: organizationId, err: error },
        'traces of a client who was erased could not be removed',
      )
    }
  }
  return finished
}

/** @returns whether that was all: everybody who might write or send the person again has ended before it began */
async function removeOnce(service: Means, erasure: Erasure): Promise<boolean> {
  const sql = sqlOf(service.db)
  const [older] = await isAlone(sql, [erasure.transactionId])
  const person = await personOf(sql, erasure.organizationId, erasure.clientId)
  const placeholder = placeholderIn(erasure.language)
  await rewriteEvents(sql, person, placeholder)
  await rewriteAudit(sql, person)
  await rewriteAnswers(service, person, placeholder)
  await forgetMessages(service, person)
  const isSending = await isBeingSent(sql, person)
  await removeExcerpts(sql, person)
  if (older?.alone !== true || isSending) return false
  await over(sql, [erasure.clientId])
  return true
}

function holdingOf(table: string): Holding {
  const found = HOLDINGS.find((one) => one.table === table)
  if (found === undefined) throw new Error(`No holding is called ${table}.`)
  return found
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

type EventRow = { readonly type: string; readonly payload: unknown; readonly context: unknown }

/** Their ids, places and times stay, and so do the fields of their records. */
const eventsRewritten = statement(
  'events without a person',
  `UPDATE event SET payload = made.payload, context = made.context
    FROM json_to_recordset($2::json) AS made (sequence bigint, event_day date, payload json, context json)
    WHERE event.organization_id = $1::int AND event.sequence = made.sequence AND event.event_day = made.event_day`,
)

async function rewriteEvents(sql: Sql, person: Person, placeholder: string): Promise<void> {
  const shown = `json_build_object('type', held.type, 'payload', held.payload, 'context', held.context)`
  for await (const rows of heldRows<EventRow>(sql, holdingOf('event'), person, {
    name: 'to be rewritten',
    shown,
  })) {
    const made = rows.flatMap(
      ({ key: [sequence, event_day], shown: { type, payload, context } }) => {
        const kind = kindOf(type)
        const after = {
          payload: forgottenPayload(payload, kind, placeholder),
          context: forgottenContext(context),
        }
        return isSame({ payload, context }, after) ? [] : [{ sequence, event_day, ...after }]
      },
    )
    if (made.length > 0) await eventsRewritten(sql, [person.organizationId, JSON.stringify(made)])
  }
}

/** A type that a later version has written holds what it holds: nothing is known to be safe in it. */
function kindOf(type: string): string {
  const known: Readonly<Record<string, { readonly record: string }>> = EVENT_TYPES
  return known[type]?.record ?? ''
}

type AuditRow = {
  readonly record: string
  readonly changes: unknown
  readonly actorType: string
  readonly actorName: string | null
}

const auditRewritten = statement(
  'audit without a person',
  `UPDATE audit_entry AS entry SET changes = made.changes, actor_name = made.actor_name
    FROM json_to_recordset($2::json) AS made (created_at timestamptz, id bigint, changes json, actor_name text)
    WHERE entry.organization_id = $1::int AND entry.created_at = made.created_at AND entry.id = made.id`,
)

async function rewriteAudit(sql: Sql, person: Person): Promise<void> {
  const shown = `json_build_object('record', held.record, 'changes', held.changes, 'actorType', held.actor_type, 'actorName', held.actor_name)`
  for await (const rows of heldRows<AuditRow>(sql, holdingOf('audit_entry'), person, {
    name: 'to be rewritten',
    shown,
  })) {
    const made = rows.flatMap(({ key: [created_at, id], shown: entry }) => {
      const changes = forgottenChanges(entry.changes, entry.record)
      const actor_name = entry.actorType === 'client' ? null : entry.actorName
      return isSame([changes, actor_name], [entry.changes, entry.actorName])
        ? []
        : [{ created_at, id, changes, actor_name }]
    })
    if (made.length > 0) await auditRewritten(sql, [person.organizationId, JSON.stringify(made)])
  }
}

/** A transaction that wrote a message beside the erasure had read the phone before. */
async function forgetMessages(service: Means, person: Person): Promise<void> {
  await inTransaction(service.db, service.patience, async (tx) => {
    for (const id of person.ids) await forgetMessagesOf(tx, person.organizationId, id)
  })
}

type AnswerRow = { readonly body: string; readonly status: number }

const answerRewritten = statement(
  'answer without a person',
  `UPDATE idempotency_receipt SET body = $2::bytea WHERE id = $1::bytea`,
)

/** A repetition of the request gets the answer of then, without the person, and creates nothing. */
async function rewriteAnswers(
  { db, crypto }: Means,
  person: Person,
  placeholder: string,
): Promise<void> {
  const sql = sqlOf(db)
  const shown = `json_build_object('body', encode(held.body, 'base64'), 'status', held.status)`
  const holding = holdingOf('idempotency_receipt')
  for await (const rows of heldRows<AnswerRow>(sql, holding, person, {
    name: 'to be rewritten',
    shown,
  })) {
    for (const { key, shown: row } of rows) {
      const [id = ''] = key
      const recordId = Buffer.from(id.replace(/^\\x/, ''), 'hex')
      const body = crypto.open(Buffer.from(row.body, 'base64'), sealContext(recordId)).toString()
      const after = JSON.stringify(forgottenAnswer(JSON.parse(body), placeholder))
      if (after === body) continue
      await answerRewritten(sql, [recordId, crypto.seal(after, sealContext(recordId))])
    }
  }
}

/**
 * A turn that holds a delivery may have read the event before it was rewritten, and may still send it. A worker that claims a
 * delivery after this reads the event again.
 */
const sending = statement<{ busy: boolean }>(
  'deliveries of a person under way',
  `SELECT EXISTS (SELECT FROM event AS held JOIN delivery d ON d.event_id = held.id AND d.event_day = held.event_day
      WHERE ${holdingOf('event').isOf} AND d.state = 'pending' AND d.lease_token IS NOT NULL) AS busy`,
)

async function isBeingSent(sql: Sql, { organizationId, ids }: Person): Promise<boolean> {
  const [row] = await sending(sql, [organizationId, ids])
  return row?.busy === true
}

/** What receivers answered can repeat what they were sent. The history of the attempts stays. */
const excerptsRemoved = statement(
  'excerpts without a person',
  `UPDATE delivery_attempt AS attempt SET response_body = NULL, error_message = NULL
    FROM event AS held JOIN delivery d ON d.event_id = held.id AND d.event_day = held.event_day
    WHERE ${holdingOf('event').isOf} AND attempt.webhook_id = d.webhook_id AND attempt.event_id = d.event_id
      AND (attempt.response_body IS NOT NULL OR attempt.error_message IS NOT NULL)`,
)

async function removeExcerpts(sql: Sql, { organizationId, ids }: Person): Promise<void> {
  await excerptsRemoved(sql, [organizationId, ids])
}
