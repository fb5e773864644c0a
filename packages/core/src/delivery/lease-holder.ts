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
