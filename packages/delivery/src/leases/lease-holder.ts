import { statement, type Sql } from '@scheduling/database'

/** Token of one lease. It names the process that holds it, so that all leases of a dead process can be ended. */
export function leaseToken(holder: string, id: string): string {
  return `${holder}.${id}`
}

const endLanes = statement(
  'end leases of lanes',
  `UPDATE webhook_lane SET lease_token = NULL, lease_until = NULL WHERE lease_token LIKE $1 || '.%'`,
)

const endDeliveries = statement(
  'end leases of deliveries',
  `UPDATE delivery SET lease_token = NULL, lease_until = NULL
   WHERE state = 'pending' AND lease_token LIKE $1 || '.%'`,
)

/** Frees what a dead process had claimed. Wake lanes afterwards: `sweep`. */
export async function endLeasesOf(client: Sql, holder: string): Promise<void> {
  await endLanes(client, [holder])
  await endDeliveries(client, [holder])
}

const endTurnsDeliveries = statement(
  'end leases of a turn on deliveries',
  `UPDATE delivery SET lease_token = NULL, lease_until = NULL
   WHERE webhook_id = $1 AND state = 'pending' AND lease_token = $2`,
)

const endTurnsLane = statement(
  'end lease of a turn on its lane',
  'UPDATE webhook_lane SET lease_token = NULL, lease_until = NULL WHERE webhook_id = $1 AND lease_token = $2',
)

/** Frees what one turn had claimed. Wake the webhook's lanes afterwards. */
export async function endLeasesOfTurn(
  client: Sql,
  webhookId: string,
  token: string,
): Promise<void> {
  await endTurnsDeliveries(client, [webhookId, token])
  await endTurnsLane(client, [webhookId, token])
}
