import { findRow, tables, type Queryable, type PaymentConnection } from '@scheduling/database'

/** The account at a bank that clients of an organization pay into; null: none. */
export function activeConnection(
  db: Queryable,
  organizationId: number,
): Promise<PaymentConnection | null> {
  return findRow(db, tables.paymentConnection, { organizationId, disconnectedAt: null })
}
