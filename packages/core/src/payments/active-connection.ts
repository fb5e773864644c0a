import type { Database, PaymentConnection } from '@scheduling/database'

/** The account at a bank that clients of an organization pay into; null: the sandbox. */
export function activeConnection(
  db: Pick<Database, 'paymentConnection'>,
  organizationId: number,
): Promise<PaymentConnection | null> {
  return db.paymentConnection.findFirst({ where: { organizationId, disconnectedAt: null } })
}
