import { column, query, sqlOf, statement, type Queryable } from '@scheduling/database'
import type { NewMessage } from '../events/client-messages.ts'

const written = statement('messages written', 'SELECT write_messages($1::int, $2::json)')

/** Writes messages that follow from no event. One with the same cause is there once. */
export async function writeMessages(
  db: Queryable,
  organizationId: number,
  messages: readonly NewMessage[],
): Promise<void> {
  await written(sqlOf(db), [organizationId, JSON.stringify(messages)])
}

const madeDue = query({
  name: 'message made due',
  text: `WITH due AS (
      UPDATE message SET next_attempt_at = CASE WHEN status = 'QUEUED' AND calling_since IS NULL THEN to_timestamp(0) ELSE next_attempt_at END
      WHERE organization_id = $1::int AND record = $2::text AND record_id = $3::int AND cause = $4::text RETURNING id, status)
    SELECT count(*)::int AS "count", count(graphile_worker.add_job('send_messages', json_build_object('message_ids', json_build_array(id))))
      FILTER (WHERE status = 'QUEUED')::int AS "jobs" FROM due`,
  row: { count: column.by('0', column.int), jobs: column.by('0', column.int) },
})

/**
 * Makes a message that waits due now.
 *
 * @returns whether there is one, waiting or sent
 */
export async function makeMessageDue(
  db: Queryable,
  organizationId: number,
  { record, record_id: recordId, cause }: Pick<NewMessage, 'record' | 'record_id' | 'cause'>,
): Promise<boolean> {
  const [found] = await madeDue(sqlOf(db), [organizationId, record, recordId, cause])
  return (found?.count ?? 0) > 0
}

const linkUsed = statement(
  'link of messages used',
  `UPDATE message SET link_used_at = clock_timestamp() WHERE organization_id = $1::int AND record = $2::text
    AND record_id = $3::int AND attempts > 0 AND link_used_at IS NULL`,
)

/** Notes that the messages about a record reached its client. */
export async function noteLinkUsed(
  db: Queryable,
  record: string,
  { organizationId, id }: { readonly organizationId: number; readonly id: number },
): Promise<void> {
  await linkUsed(sqlOf(db), [organizationId, record, id])
}
