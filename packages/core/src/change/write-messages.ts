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
