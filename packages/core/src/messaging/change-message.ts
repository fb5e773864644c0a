import {
  tables,
  updateRow,
  type Message,
  type RowChange,
  type Transaction,
} from '@scheduling/database'

/** Changes a message that is locked. */
export function changeMessage(
  tx: Transaction,
  id: string,
  change: RowChange<typeof tables.message>,
): Promise<Message> {
  return updateRow(tx, tables.message, { id }, change)
}
