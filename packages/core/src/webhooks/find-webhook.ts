import type { Queryable, Transaction } from '@scheduling/database'
import type { Context } from '../context.ts'
import { requireFeature } from '../procedure/rights.ts'
import { SENDING_FEATURES } from '../contract/features.ts'
import { valueText } from '../ground/fields.ts'
import { isId, type IdPrefix } from '../ground/ids.ts'
import { Problem } from '../contract/problems.ts'
import type { WebhookRow } from './webhook.ts'

/** An id in the path. A malformed one is nobody's: not found, whatever stands in it. */
function idInPath(prefix: IdPrefix) {
  return valueText().transform((id) => (isId(prefix, id) ? id : ''))
}
export const WebhookId = idInPath('whk')
export const DeliveryId = idInPath('dlv')

export function noSuchWebhook(): Problem {
  return new Problem('not_found', 'No webhook of this organization has this id.')
}

/** @throws `404 not_found` */
export async function findWebhook(
  db: Queryable,
  organizationId: number,
  id: string,
): Promise<WebhookRow> {
  const row = await db.webhook.findUnique({
    where: { organizationId_id: { organizationId, id } },
    include: { health: true },
  })
  if (row === null) throw noSuchWebhook()
  return row
}

/** For what is to be sent: a user of the dashboard may come here without the API in the plan. */
export function requireSending(context: Pick<Context, 'organization'>): void {
  for (const feature of SENDING_FEATURES) requireFeature(context, feature)
}

/**
 * The same, and nobody else changes it until the transaction ends.
 *
 * Not `FOR UPDATE`: lanes write rows that refer to the webhook, and need not wait.
 */
export async function lockWebhook(
  tx: Transaction,
  organizationId: number,
  id: string,
): Promise<WebhookRow> {
  await tx.$executeRaw`
    SELECT FROM webhook WHERE organization_id = ${organizationId} AND id = ${id} FOR NO KEY UPDATE`
  return findWebhook(tx, organizationId, id)
}
