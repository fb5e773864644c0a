import {
  updateRow,
  type Column,
  type Columns,
  type RowChange,
  type StoredRow,
  type Table,
  type Transaction,
  type Where,
} from '@scheduling/database'

type Keyed = Columns & { readonly organizationId: Column<number>; readonly id: Column<number> }

/** The row before the change. Where the table has statuses, it must still have this one. */
type Before = { readonly organizationId: number; readonly id: number; readonly status?: string }

/** Changes a row that is locked, and returns it. A column that is undefined stays the same. */
export function changeRow<Of extends Table<Keyed>>(
  tx: Transaction,
  of: Of,
  { organizationId, id, status }: Before,
  change: RowChange<Of>,
): Promise<StoredRow<Of>> {
  const inStatus = status === undefined ? {} : { status }
  const where = { organizationId, id, ...inStatus }
  // Which other columns the table has is not known here.
  return updateRow<Of, Where<Of>, RowChange<Of>>(tx, of, where as never, change as never)
}
