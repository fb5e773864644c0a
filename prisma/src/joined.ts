/** Rows that hold those of several tables: each column is called by its alias and its name, as in `o.timeZone`. */
import { nullable, type Column, type Columns, type RowOf } from './columns.ts'
import { snakeCase } from './snake-case.ts'
import type { Table } from './table.ts'

type Aliased<Alias extends string, Row extends Columns> = {
  readonly [Name in keyof Row & string as `${Alias}.${Name}`]: Row[Name]
}

type Optional<Row extends Columns> = {
  readonly [Name in keyof Row]: Row[Name] extends Column<infer Value> ? Column<Value | null> : never
}

/** The columns of a table that a statement joins. */
export function joined<Alias extends string, Row extends Columns>(
  alias: Alias,
  { columns }: Table<Row>,
): Aliased<Alias, Row> {
  const all = Object.entries(columns).map(([name, column]) => {
    const sql = column.sql ?? `${alias}.${snakeCase(name)}`
    return [`${alias}.${name}`, { ...column, sql }] as const
  })
  return Object.fromEntries(all) as Aliased<Alias, Row>
}

/** As `joined`, behind LEFT JOIN. */
export function leftJoined<Alias extends string, Row extends Columns>(
  alias: Alias,
  table: Table<Row>,
): Aliased<Alias, Optional<Row>> {
  const all = Object.entries<Column<unknown>>(joined(alias, table))
  return Object.fromEntries(all.map(([name, of]) => [name, nullable(of)])) as Aliased<
    Alias,
    Optional<Row>
  >
}

/** The row of one of the tables. Null: the join found none. */
export function joinedRow<Row extends Columns>(
  row: object,
  alias: string,
  { columns }: Table<Row>,
): RowOf<Row> | null {
  const found = Object.entries(columns).map(
    ([name, { isNullable }]) => [name, isNullable, Reflect.get(row, `${alias}.${name}`)] as const,
  )
  if (found.some(([, isNullable, value]) => !isNullable && value === null)) return null
  // The columns are those that `joined` has declared.
  return Object.fromEntries(found.map(([name, , value]) => [name, value])) as RowOf<Row>
}
