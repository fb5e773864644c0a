import type { EventEnvelope } from '@scheduling/events'
import { statement, type Sql } from '@scheduling/database'

const find = statement<{ message_id: string }>(
  'original chat message',
  'SELECT message_id FROM chat_message WHERE webhook_id = $1 AND record = $2',
)

const keep = statement(
  'keep chat message',
  `INSERT INTO chat_message (webhook_id, record, message_id) SELECT id, $2, $3 FROM webhook WHERE id = $1
   ON CONFLICT (webhook_id, record) DO NOTHING`,
)

const replace = statement(
  'replace chat message',
  'UPDATE chat_message SET message_id = $3 WHERE webhook_id = $1 AND record = $2',
)

/** Only appointments have a message that later events edit. */
function recordOf(event: EventEnvelope): string | null {
  const id = event.data.object['id']
  return event.type.startsWith('appointment.') && typeof id === 'number'
    ? `appointment:${id}`
    : null
}

/** The id of the first message that was posted about the event's record; null when there is none. */
export async function originalMessageId(
  client: Sql,
  webhookId: string,
  event: EventEnvelope,
): Promise<string | null> {
  const record = recordOf(event)
  if (record === null) return null
  const [row] = await find(client, [webhookId, record])
  return row?.message_id ?? null
}

/** Later events edit the first message about a record. When it was deleted, another message takes its place. */
export async function rememberMessage(
  client: Sql,
  webhookId: string,
  event: EventEnvelope,
  message: { readonly id: string; readonly isReplacement: boolean },
): Promise<void> {
  const record = recordOf(event)
  if (record === null) return
  await (message.isReplacement ? replace : keep)(client, [webhookId, record, message.id])
}
