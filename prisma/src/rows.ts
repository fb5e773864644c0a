/** Statements on the rows of one table. A caller names each column once, beside its value. */
import { Prisma } from './generated/client.ts'
import { selected } from './query.ts'
import type { Queryable } from './queryable.ts'
import { snakeCase } from './snake-case.ts'
import { sqlOf } from './sql.ts'
import type { Table } from './table.ts'
import {
  insertion,
  update,
  returning,
  conditions,
  namesIn,
  ONE,
  statementsOf,
} from './row-statements.ts'
import type { StoredRow, NewRow, RowChange, Where, Only, Reading } from './row-types.ts'

/** @returns the row that was written */
export async function insertRow<Of extends Table, New extends NewRow<Of>>(
  db: Queryable,
  into: Of,
  row: Only<Of, New>,
): Promise<StoredRow<Of>> {
  return one(into, await insertRows(db, into, [row]))
}

/**
 * @param onConflict `skip`: a row that a unique index has already is left out
 * @returns the rows that were written
 */
export async function insertRows<Of extends Table>(
  db: Queryable,
  into: Of,
  rows: readonly NewRow<Of>[],
  onConflict: 'fail' | 'skip' = 'fail',
): Promise<StoredRow<Of>[]> {
  if (rows.length === 0) return []
  const conflict = onConflict === 'skip' ? Prisma.sql`ON CONFLICT DO NOTHING` : Prisma.empty
  const text = Prisma.sql`${insertion(into, ...rows)} ${conflict} ${returning(into)}`
  // A text for several rows gets no name: there would be one for each number of rows.
  const plan = rows.length === 1 ? 'once' : 'by value'
  return statementsOf(into, 'inserted', into.columns)(sqlOf(db), text, plan)
}

/**
 * Inserts the row, or changes the one that has the same `key`, which is that of a unique index.
 *
 * @param onInsert columns of a new row that stay as they are in one that is there
 */
export async function upsertRow<
  Of extends Table,
  Key extends Where<Of>,
  Change extends RowChange<Of>,
>(
  db: Queryable,
  into: Of,
  key: Only<Of, Key>,
  columns: Only<Of, Change>,
  onInsert: RowChange<Of> = {},
): Promise<StoredRow<Of>> {
  const names = (of: object) => namesIn(of).map(snakeCase)
  const assigned = names(columns).map((name) => `${name} = excluded.${name}`)
  const conflict = `ON CONFLICT (${names(key).join(', ')}) DO UPDATE SET ${assigned.join(', ')}`
  const row = insertion<Table>(into, { ...key, ...columns, ...onInsert })
  const text = Prisma.sql`${row} ${Prisma.raw(conflict)} ${returning(into)}`
  return one(into, await statementsOf(into, 'upserted', into.columns)(sqlOf(db), text))
}

/** @returns how many rows there were */
export async function updateRows<
  Of extends Table,
  By extends Where<Of>,
  Change extends RowChange<Of>,
>(db: Queryable, of: Of, where: Only<Of, By>, change: Only<Of, Change>): Promise<number> {
  const text = Prisma.sql`${update(of, where, change)} RETURNING 1 AS one`
  return (await statementsOf(of, 'updated', ONE)(sqlOf(db), text)).length
}

/**
 * Changes one row, which the caller has locked or just read.
 *
 * @returns the row as it is now
 * @throws when there is no such row
 */
export async function updateRow<
  Of extends Table,
  By extends Where<Of>,
  Change extends RowChange<Of>,
>(db: Queryable, of: Of, where: Only<Of, By>, change: Only<Of, Change>): Promise<StoredRow<Of>> {
  if (namesIn(change).length === 0) return requireRow<Of, By>(db, of, where)
  const text = Prisma.sql`${update(of, where, change)} ${returning(of)}`
  return one(of, await statementsOf(of, 'changed', of.columns)(sqlOf(db), text))
}

/** @returns how many rows there were */
export async function deleteRows<Of extends Table, By extends Where<Of>>(
  db: Queryable,
  from: Of,
  where: Only<Of, By>,
): Promise<number> {
  const text = Prisma.sql`DELETE FROM ${Prisma.raw(from.name)} AS r WHERE ${conditions(from, where)} RETURNING 1 AS one`
  return (await statementsOf(from, 'deleted', ONE)(sqlOf(db), text)).length
}

export async function findRows<Of extends Table, By extends Where<Of>>(
  db: Queryable,
  from: Of,
  where: Only<Of, By>,
  { orderBy, limit, lock }: Reading = {},
): Promise<StoredRow<Of>[]> {
  const text = Prisma.sql`SELECT ${Prisma.raw(selected(from.columns, 'r'))} FROM ${Prisma.raw(from.name)} AS r
    WHERE ${conditions(from, where)}
    ${orderBy === undefined ? Prisma.empty : Prisma.sql`ORDER BY ${orderBy}`}
    ${limit === undefined ? Prisma.empty : Prisma.raw(`LIMIT ${limit}`)}
    ${lock === undefined ? Prisma.empty : Prisma.raw(`FOR ${lock}`)}`
  return statementsOf(from, 'found', from.columns)(sqlOf(db), text)
}

/** The first of `findRows`. Null: there is none. */
export async function findRow<Of extends Table, By extends Where<Of>>(
  db: Queryable,
  from: Of,
  where: Only<Of, By>,
  reading: Reading = {},
): Promise<StoredRow<Of> | null> {
  const [found] = await findRows(db, from, where, { ...reading, limit: 1 })
  return found ?? null
}

/** As `findRow`. @throws when there is none */
export async function requireRow<Of extends Table, By extends Where<Of>>(
  db: Queryable,
  from: Of,
  where: Only<Of, By>,
  reading: Reading = {},
): Promise<StoredRow<Of>> {
  return one(from, await findRows(db, from, where, { ...reading, limit: 1 }))
}

export async function countRows<Of extends Table, By extends Where<Of>>(
  db: Queryable,
  from: Of,
  where: Only<Of, By>,
): Promise<number> {
  const text = Prisma.sql`SELECT count(*)::int AS one FROM ${Prisma.raw(from.name)} AS r WHERE ${conditions(from, where)}`
  const [row] = await statementsOf(from, 'counted', ONE)(sqlOf(db), text)
  return row?.one ?? 0
}

export function one<Row>({ name }: Table, [row]: readonly Row[]): Row {
  if (row === undefined) throw new Error(`The row of ${name} is not there.`)
  return row
}
