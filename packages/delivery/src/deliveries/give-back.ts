import { statement, type Sql } from '@scheduling/database'
import type { ClaimedDelivery } from './claim.ts'

const giveBack = statement(
  'give back deliveries',
  `UPDATE delivery d SET lease_token = NULL, lease_until = NULL
   FROM json_to_recordset($1) AS claimed(event_day date, event_id text, webhook_id text, run int, token text)
   WHERE d.event_day = claimed.event_day AND d.event_id = claimed.event_id AND d.webhook_id = claimed.webhook_id
     AND d.run = claimed.run AND d.lease_token = claimed.token`,
)

export type Return = {
  readonly webhookId: string
  readonly token: string
  readonly deliveries: readonly ClaimedDelivery[]
}

/** Gives back deliveries that were claimed and not tried: any lane may claim them at once. */
export async function giveBackAll(client: Sql, returns: readonly Return[]): Promise<void> {
  await giveBack(client, [
    JSON.stringify(
      returns.flatMap(({ webhookId, token, deliveries }) =>
        deliveries.map(({ eventDay, event, run }) => ({
          event_day: eventDay,
          event_id: event.id,
          webhook_id: webhookId,
          run,
          token,
        })),
      ),
    ),
  ])
}
