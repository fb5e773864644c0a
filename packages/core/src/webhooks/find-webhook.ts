import type { Queryable, Transaction } from '@scheduling/database'
import { valueText } from '../fields.ts'
import { isId, type IdPrefix } from '../ids.ts'
import { Problem } from '../problems.ts'
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
