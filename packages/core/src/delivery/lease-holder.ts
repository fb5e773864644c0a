import { statement, type Runner } from './statement.ts'

/** Token of one lease: it says which process holds it, so that all leases of a dead one can be ended. */
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

/** What a process that is dead had claimed may be taken at once. Wake lanes afterwards: `sweep`. */
export async function endLeasesOf(runner: Runner, holder: string): Promise<void> {
  await endLanes(runner, [holder])
  await endDeliveries(runner, [holder])
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

/** What one turn had claimed may be taken at once. Wake its lanes afterwards. */
export async function endLeasesOfTurn(
  runner: Runner,
  webhookId: string,
  token: string,
): Promise<void> {
  await endTurnsDeliveries(runner, [webhookId, token])
  await endTurnsLane(runner, [webhookId, token])
}
