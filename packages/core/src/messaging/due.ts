/** Finds messages that are to be sent, and those whose sending was not finished. */
import {
  column,
  query,
  sqlOf,
  statement,
  tables,
  updateRows,
  type Sql,
  type Transaction,
} from '@scheduling/database'
import type { Service } from '../context.ts'

/** Longer than any exchange with a platform or a mail server takes, with all their waits. */
export const CALL_SECONDS = 180
const AT_A_TIME = 1000

export type DueMessage = {
  readonly id: string
  readonly organizationId: number
  readonly channel: string
}

const DUE = {
  id: column.text,
  organizationId: column.by('m.organization_id', column.int),
  channel: column.text,
}
const COLUMNS = 'm.id, m.organization_id AS "organizationId", m.channel'

/** So many of each channel: what a mail server that hangs holds back leaves the other channel its turn. */
const dueOfAll = query({
  name: 'messages due',
  text: `SELECT ${COLUMNS} FROM unnest(ARRAY['email', 'whatsapp']) AS lane (channel) CROSS JOIN LATERAL (
      SELECT one.id, one.organization_id, one.channel FROM message one JOIN organization o ON o.id = one.organization_id
      WHERE one.channel = lane.channel AND one.status = 'QUEUED' AND one.calling_since IS NULL
        AND one.next_attempt_at <= $1::timestamptz + make_interval(secs => o.clock_ahead_seconds)
        AND one.next_attempt_at <= $1::timestamptz + make_interval(secs => (SELECT coalesce(max(clock_ahead_seconds), 0) FROM organization))
      ORDER BY one.next_attempt_at LIMIT ${AT_A_TIME}) m`,
  row: DUE,
})

const dueOfOrganization = query({
  name: 'messages due of an organization',
  text: `SELECT ${COLUMNS} FROM message m
    WHERE m.organization_id = $1::int AND m.status = 'QUEUED' AND m.calling_since IS NULL
      AND m.next_attempt_at <= $2::timestamptz
    ORDER BY m.next_attempt_at LIMIT ${AT_A_TIME}`,
  row: DUE,
})

// By their ids, whatever the planner thinks of the index of all that are queued: they may be many.
const byIds = query({
  name: 'messages by id',
  text: `SELECT ${COLUMNS} FROM (SELECT * FROM message WHERE id = ANY($1::text[]) OFFSET 0) m WHERE m.status = 'QUEUED'`,
  row: DUE,
})

/** Those of the ids that are still to be sent. */
export function queuedAmong(sql: Sql, ids: readonly string[]): Promise<DueMessage[]> {
  return byIds(sql, [ids])
}

/** @param now of the organization, epoch milliseconds */
export function dueMessagesOf(
  service: Pick<Service, 'db'>,
  organizationId: number,
  now: number,
): Promise<DueMessage[]> {
  return dueOfOrganization(sqlOf(service.db), [organizationId, new Date(now)])
}

const interrupted = statement(
  'messages interrupted',
  `UPDATE message SET status = 'UNKNOWN', calling_since = NULL, next_attempt_at = NULL, error_code = 'interrupted'
   WHERE status = 'QUEUED' AND calling_since < clock_timestamp() - interval '${CALL_SECONDS} seconds'`,
)

/**
 * Run it every minute. Messages that were being handed over when their process ended become `UNKNOWN`: it is not known
 * whether they were sent, and no client is to get one twice.
 *
 * @returns what is due
 */
export async function sweepMessages(service: Service): Promise<DueMessage[]> {
  const sql = sqlOf(service.db)
  await interrupted(sql, [])
  return dueOfAll(sql, [new Date(service.realNow())])
}

/** Once there is a number: what waited for one is due. What is of no use any more will be skipped. */
export async function wakeMessages(tx: Transaction, organizationId: number): Promise<void> {
  await updateRows(
    tx,
    tables.message,
    { organizationId, channel: 'whatsapp', status: 'QUEUED', nextAttemptAt: null },
    { nextAttemptAt: new Date(0) },
  )
}

const mailsWaiting = statement(
  'mails waiting',
  `UPDATE message SET next_attempt_at = to_timestamp(0)
   WHERE status = 'QUEUED' AND channel = 'email' AND next_attempt_at IS NULL`,
)

/** Once there is a mail server: what waited for one is due. What is of no use any more will be skipped. */
export async function wakeMails(service: Pick<Service, 'db'>): Promise<void> {
  await mailsWaiting(sqlOf(service.db), [])
}
