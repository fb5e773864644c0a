/** Statements on the rows of one table. A caller names each column once, beside its value. */
import { int, type Column, type Columns, type Json, type RowOf } from './columns.ts'
import { Prisma } from './generated/client.ts'
import { namedTexts, selected, type Composed } from './query.ts'
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
 * The rows whose columns have these values; a list: one of them. An expression follows the column:
 * `` { expiresAt: Prisma.sql`> ${now}` } ``.
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

type Verb = 'inserted' | 'kept' | 'changed' | 'deleted' | 'found' | 'counted'

/** @returns the row that was written */
export async function insertRow<Of extends Table, New extends NewRow<Of>>(
  db: Queryable,
  into: Of,
  row: Only<Of, New>,
): Promise<StoredRow<Of>> {
  const [written] = await insertRows(db, into, [row])
  if (written === undefined) throw new Error(`No row of ${into.name} was written.`)
  return written
}

/**
 * @param ifKnown `skip`: a row that a unique index has already is left out
 * @returns the rows that were written
 */
export async function insertRows<Of extends Table>(
  db: Queryable,
  into: Of,
  rows: readonly NewRow<Of>[],
  ifKnown: 'fail' | 'skip' = 'fail',
): Promise<StoredRow<Of>[]> {
  if (rows.length === 0) return []
  const composer = new Composer(into)
  const text = `${composer.inserted(rows)}${ifKnown === 'skip' ? ' ON CONFLICT DO NOTHING' : ''}`
  return run(db, into, 'inserted', composer.returning(text), rows.length)
}

/**
 * Inserts the row, or changes the one that has the same `key`, which is that of a unique index.
 *
 * @param atFirst columns of a new row that stay as they are in one that is there
 */
export async function keepRow<
  Of extends Table,
  Key extends Where<Of>,
  Change extends RowChange<Of>,
>(
  db: Queryable,
  into: Of,
  key: Only<Of, Key>,
  columns: Only<Of, Change>,
  atFirst: RowChange<Of> = {},
): Promise<StoredRow<Of>> {
  const composer = new Composer(into)
  const names = (of: object) => namesIn(of).map(snakeCase)
  const assigned = names(columns).map((name) => `${name} = excluded.${name}`)
  const text = `${composer.inserted([{ ...key, ...columns, ...atFirst }])}
    ON CONFLICT (${names(key).join(', ')}) DO UPDATE SET ${assigned.join(', ')}`
  const [written] = await run(db, into, 'kept', composer.returning(text))
  if (written === undefined) throw new Error(`No row of ${into.name} was written.`)
  return written
}

/** @returns the rows as they are now */
export async function updateRows<
  Of extends Table,
  By extends Where<Of>,
  Change extends RowChange<Of>,
>(db: Queryable, of: Of, where: Only<Of, By>, change: Only<Of, Change>): Promise<StoredRow<Of>[]> {
  if (namesIn(change).length === 0) return findRows<Of, Where<Of>>(db, of, where)
  const composer = new Composer(of)
  const assigned = namesIn(change).map(
    (name) => `${snakeCase(name)} = ${composer.value(name, Reflect.get(change, name))}`,
  )
  const text = `UPDATE ${of.name} AS r SET ${assigned.join(', ')} WHERE ${composer.conditions(where)}`
  return run(db, of, 'changed', composer.returning(text))
}

/**
 * As `updateRows`, of one row, which the caller has locked or just read.
 *
 * @throws when there is no such row
 */
export async function updateRow<
  Of extends Table,
  By extends Where<Of>,
  Change extends RowChange<Of>,
>(db: Queryable, of: Of, where: Only<Of, By>, change: Only<Of, Change>): Promise<StoredRow<Of>> {
  const [changed] = await updateRows(db, of, where, change)
  if (changed === undefined) throw new Error(`The row of ${of.name} to be changed is not there.`)
  return changed
}

/** @returns the rows as they were */
export async function deleteRows<Of extends Table, By extends Where<Of>>(
  db: Queryable,
  from: Of,
  where: Only<Of, By>,
): Promise<StoredRow<Of>[]> {
  const composer = new Composer(from)
  const text = `DELETE FROM ${from.name} AS r WHERE ${composer.conditions(where)}`
  return run(db, from, 'deleted', composer.returning(text))
}

/** @param tail ORDER BY, LIMIT, FOR UPDATE; the table is `r` */
export async function findRows<Of extends Table, By extends Where<Of>>(
  db: Queryable,
  from: Of,
  where: Only<Of, By>,
  tail: Prisma.Sql = Prisma.empty,
): Promise<StoredRow<Of>[]> {
  const composer = new Composer(from)
  const text = `SELECT ${selected(from.columns, 'r')} FROM ${from.name} AS r
    WHERE ${composer.conditions(where)} ${composer.inlined(tail)}`
  return run(db, from, 'found', composer.composed(text))
}

/** The first of `findRows`. Null: there is none. */
export async function findRow<Of extends Table, By extends Where<Of>>(
  db: Queryable,
  from: Of,
  where: Only<Of, By>,
  tail: Prisma.Sql = Prisma.empty,
): Promise<StoredRow<Of> | null> {
  const [found] = await findRows(db, from, where, tail)
  return found ?? null
}

/** The first of `findRows`. @throws when there is none */
export async function requireRow<Of extends Table, By extends Where<Of>>(
  db: Queryable,
  from: Of,
  where: Only<Of, By>,
  tail: Prisma.Sql = Prisma.empty,
): Promise<StoredRow<Of>> {
  const found = await findRow(db, from, where, tail)
  if (found === null) throw new Error(`The row of ${from.name} to be read is not there.`)
  return found
}

export async function countRows<Of extends Table, By extends Where<Of>>(
  db: Queryable,
  from: Of,
  where: Only<Of, By>,
): Promise<number> {
  const composer = new Composer(from)
  const text = `SELECT count(*)::int AS count FROM ${from.name} AS r WHERE ${composer.conditions(where)}`
  const [row] = await statementsOf(from, 'counted', COUNT)(sqlOf(db), composer.composed(text))
  return row?.count ?? 0
}

/**
 * `INSERT INTO … (…) VALUES (…)` as a part of a larger statement. What it returns, and what happens to a row that is
 * there already, is for the caller to add.
 */
export function insertion<Of extends Table>(into: Of, row: NewRow<Of>): Prisma.Sql {
  const names = namesIn(row)
  const values = names.map((name) => parameter(into, name, Reflect.get(row, name)))
  const list = Prisma.raw(names.map(snakeCase).join(', '))
  return Prisma.sql`INSERT INTO ${Prisma.raw(into.name)} (${list}) VALUES (${Prisma.join(values)})`
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

/** Writes a text with `$1`, `$2`, … and keeps their values. */
class Composer {
  readonly #table: Table
  readonly #values: unknown[] = []

  constructor(table: Table) {
    this.#table = table
  }

  inserted(rows: readonly object[]): string {
    const names = [...new Set(rows.flatMap(namesIn))]
    const valueOf = (row: object, name: string) => {
      const value: unknown = Reflect.get(row, name)
      return value === undefined ? 'DEFAULT' : this.value(name, value)
    }
    const values = rows.map((row) => `(${names.map((name) => valueOf(row, name)).join(', ')})`)
    return `INSERT INTO ${this.#table.name} AS r (${names.map(snakeCase).join(', ')}) VALUES ${values.join(', ')}`
  }

  conditions(where: object): string {
    const all = Object.entries<unknown>({ ...where }).map(([name, value]) => {
      // What is left out by mistake would reach every row.
      if (value === undefined) throw new Error(`The condition on "${name}" has no value.`)
      const column = `r.${snakeCase(name)}`
      if (value === null) return `${column} IS NULL`
      if (value instanceof Prisma.Sql) return `${column} ${this.inlined(value)}`
      const { type } = columnOf(this.#table, name)
      if (!Array.isArray(value)) return `${column} = ${this.#bound(stored(type, value))}::${type}`
      const list = value.map((one) => stored(type, one))
      return `${column} = ANY(${this.#bound(list)}::${type}[])`
    })
    if (all.length === 0) throw new Error(`Rows of ${this.#table.name} without a condition.`)
    return all.join(' AND ')
  }

  value(name: string, value: unknown): string {
    if (value instanceof Prisma.Sql) return this.inlined(value)
    const { type } = columnOf(this.#table, name)
    return `${this.#bound(stored(type, value))}::${type}`
  }

  inlined({ strings, values }: Prisma.Sql): string {
    return strings.reduce((text, part, at) => `${text}${this.#bound(values[at - 1])}${part}`)
  }

  returning(text: string): Composed {
    return this.composed(`${text} RETURNING ${selected(this.#table.columns, 'r')}`)
  }

  composed(text: string): Composed {
    return { text, values: this.#values }
  }

  #bound(value: unknown): string {
    return `$${this.#values.push(value)}`
  }
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

const COUNT = { count: int }

type Statements<Row extends Columns> = ReturnType<typeof namedTexts<Row>>

const known = new WeakMap<Table, Map<Verb, unknown>>()

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

/** @param rowsWritten a text for several rows gets no name: there would be one for each number of rows */
async function run<Of extends Table>(
  db: Queryable,
  of: Of,
  verb: Verb,
  composed: Composed,
  rowsWritten = 1,
): Promise<StoredRow<Of>[]> {
  const statements = statementsOf(of, verb, of.columns)
  return statements(sqlOf(db), composed, rowsWritten === 1 ? 'once' : 'by value')
}
