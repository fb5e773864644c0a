import { tables, updateRow, type PaymentConnection } from '@scheduling/database'
import type { WriteContext } from '../change/write-context.ts'

/** Clients pay into this account no longer. Its credentials are kept, for what was asked for under it. */
export async function endConnection(
  { tx, realNow, note }: WriteContext,
  { id, bank }: PaymentConnection,
): Promise<void> {
  await updateRow(tx, tables.paymentConnection, { id }, { disconnectedAt: new Date(realNow()) })
  note({ action: 'payments.disconnected', id, changes: { bank: { from: bank, to: null } } })
}
