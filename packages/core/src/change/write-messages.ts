import { sqlOf, statement, type Queryable } from '@scheduling/database'
import type { NewMessage } from '../events/tells-client.ts'

const written = statement('messages written', 'SELECT write_messages($1::int, $2::json)')

/** Writes messages that follow from no event. One with the same cause is there once. */
export async function writeMessages(
  db: Queryable,
  organizationId: number,
  messages: readonly NewMessage[],
): Promise<void> {
  await written(sqlOf(db), [organizationId, JSON.stringify(messages)])
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
