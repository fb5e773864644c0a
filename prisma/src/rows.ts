/** Statements on the rows of one table. A caller names each column once, beside its value. */
import { int, type Column, type Columns, type Json, type RowOf } from './columns.ts'
import { Prisma } from './generated/client.ts'
import { namedTexts, selected } from './query.ts'
import type { Queryable } from './queryable.ts'
import { snakeCase } from './snake-case.ts'
import { sqlOf } from './sql.ts'
import type { Table } from './table.ts'

/** A row of the table as it is read. */
export type StoredRow<Of extends Table> = RowOf<Of['columns']>

type Writable<Value> = [Json] extends [Value]
  ? unknown
  : Value extends Prisma.Decimal
    ? Value | string
    : Value extends Uint8Array
      ? Uint8Array
      : Value extends (infer Element)[]
        ? readonly Element[]
        : Value
/** A value of the column, or an expression. */
type Given<Of> = Of extends Column<infer Value> ? Writable<Value> | Prisma.Sql : never

type OptionalName<Of extends Table> = {
  [Name in keyof Of['columns']]: Of['columns'][Name] extends Column<infer Value>
    ? null extends Value
      ? Name
      : Name extends Of['defaults'][number]
        ? Name
        : never
    : never
}[keyof Of['columns']]

/** What a new row is made of. A column that can be null, or has a default, may be left out. */
export type NewRow<Of extends Table> = {
  readonly [Name in Exclude<keyof Of['columns'], OptionalName<Of>>]: Given<Of['columns'][Name]>
} & {
  readonly [Name in OptionalName<Of>]?: Given<Of['columns'][Name]> | undefined
}

/** What is to be stored. A column that is undefined stays the same. */
export type RowChange<Of extends Table> = {
  readonly [Name in keyof Of['columns']]?: Given<Of['columns'][Name]> | undefined
}

/**
 * The rows whose columns have these values; a list: one of them. An expression follows the column, which is also called
 * `r.<name>`: `` { expiresAt: Prisma.sql`IS NULL OR r.expires_at > ${now}` } ``.
 */
export type Where<Of extends Table> = {
  readonly [Name in keyof Of['columns']]?:
    | Given<Of['columns'][Name]>
    | readonly Given<Of['columns'][Name]>[]
}

/** Refuses columns that the table does not have, in variables too. */
type Only<Of extends Table, Values> = Values & {
  readonly [Name in Exclude<keyof Values, keyof Of['columns']>]: never
}

/** Which of the rows are read, and how. */
export type Reading = {
  /** Of the table `r`. */
  readonly orderBy?: Prisma.Sql
  /** A number of the code, never of a request: it is part of the text. */
  readonly limit?: number
  /** Until the transaction ends. */
  readonly lock?: 'UPDATE' | 'NO KEY UPDATE'
}

type Verb = 'inserted' | 'upserted' | 'changed' | 'updated' | 'deleted' | 'found' | 'counted'

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

/**
 * `INSERT INTO … VALUES …`, also as a part of a larger statement. What it returns, and what happens to a row that is
 * there already, is for the caller to add.
 */
export function insertion<Of extends Table>(into: Of, ...rows: readonly NewRow<Of>[]): Prisma.Sql {
  const names = [...new Set(rows.flatMap(namesIn))]
  const values = rows.map((row) => {
    const all = names.map((name) => {
      const value: unknown = Reflect.get(row, name)
      return value === undefined ? Prisma.raw('DEFAULT') : parameter(into, name, value)
    })
    return Prisma.sql`(${Prisma.join(all)})`
  })
  const target = Prisma.raw(`${into.name} AS r (${names.map(snakeCase).join(', ')})`)
  return Prisma.sql`INSERT INTO ${target} VALUES ${Prisma.join(values)}`
}

function update(of: Table, where: object, change: object): Prisma.Sql {
  const assigned = namesIn(change).map(
    (name) =>
      Prisma.sql`${Prisma.raw(snakeCase(name))} = ${parameter(of, name, Reflect.get(change, name))}`,
  )
  return Prisma.sql`UPDATE ${Prisma.raw(of.name)} AS r SET ${Prisma.join(assigned)} WHERE ${conditions(of, where)}`
}

function returning({ columns }: Table): Prisma.Sql {
  return Prisma.raw(`RETURNING ${selected(columns, 'r')}`)
}

function conditions(of: Table, where: object): Prisma.Sql {
  const all = Object.entries<unknown>({ ...where }).map(([name, value]) => {
    // What is left out by mistake would reach every row.
    if (value === undefined) throw new Error(`The condition on "${name}" has no value.`)
    const column = Prisma.raw(`r.${snakeCase(name)}`)
    if (value === null) return Prisma.sql`${column} IS NULL`
    if (value instanceof Prisma.Sql) return Prisma.sql`(${column} ${value})`
    if (!Array.isArray(value)) return Prisma.sql`${column} = ${parameter(of, name, value)}`
    const { type } = columnOf(of, name)
    const list = value.map((each) => stored(type, each))
    return Prisma.sql`${column} = ANY(${list}::${Prisma.raw(type)}[])`
  })
  if (all.length === 0) throw new Error(`Rows of ${of.name} without a condition.`)
  return Prisma.join(all, ' AND ')
}

function parameter(of: Table, name: string, value: unknown): Prisma.Sql {
  if (value instanceof Prisma.Sql) return value
  const { type } = columnOf(of, name)
  return Prisma.sql`${stored(type, value)}::${Prisma.raw(type)}`
}

function columnOf(of: Table, name: string): Column<unknown> {
  const column = of.columns[name]
  if (column === undefined) throw new Error(`${of.name} has no column "${name}".`)
  return column
}

function namesIn(row: object): string[] {
  return Object.keys(row).filter((name) => Reflect.get(row, name) !== undefined)
}

/** As `pg` sends it: instants in UTC, days without a time, decimals and JSON as text. */
function stored(type: string, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (type === 'json' || type === 'jsonb') return JSON.stringify(value)
  if (type === 'timestamptz' && typeof value === 'number') return new Date(value).toISOString()
  if (value instanceof Date) {
    const text = value.toISOString()
    return type === 'date' ? text.slice(0, 10) : text
  }
  return value instanceof Prisma.Decimal ? value.toFixed() : value
}

function one<Row>({ name }: Table, [row]: readonly Row[]): Row {
  if (row === undefined) throw new Error(`The row of ${name} is not there.`)
  return row
}

const ONE = { one: int }

type Statements<Row extends Columns> = ReturnType<typeof namedTexts<Row>>

const known = new WeakMap<Table, Map<Verb, unknown>>()

/** The statements of one verb on a table. They share their names. */
function statementsOf<Row extends Columns>(of: Table, verb: Verb, row: Row): Statements<Row> {
  let ofTable = known.get(of)
  if (ofTable === undefined) known.set(of, (ofTable = new Map()))
  let found = ofTable.get(verb)
  if (found === undefined) {
    found = namedTexts(`${of.statements} ${verb}`, row)
    ofTable.set(verb, found)
  }
  // Each verb returns one kind of row.
  return found as Statements<Row>
}
