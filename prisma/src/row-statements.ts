/** The text of statements on rows, made from the columns of the schema. */
import { int, type Column, type Columns } from './columns.ts'
import { Prisma } from './generated/client.ts'
import { namedTexts, selected } from './query.ts'
import { snakeCase } from './snake-case.ts'
import type { Table } from './table.ts'
import type { NewRow } from './row-types.ts'

type Verb = 'inserted' | 'upserted' | 'changed' | 'updated' | 'deleted' | 'found' | 'counted'

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

export function update(of: Table, where: object, change: object): Prisma.Sql {
  const assigned = namesIn(change).map(
    (name) =>
      Prisma.sql`${Prisma.raw(snakeCase(name))} = ${parameter(of, name, Reflect.get(change, name))}`,
  )
  return Prisma.sql`UPDATE ${Prisma.raw(of.name)} AS r SET ${Prisma.join(assigned)} WHERE ${conditions(of, where)}`
}

export function returning({ columns }: Table): Prisma.Sql {
  return Prisma.raw(`RETURNING ${selected(columns, 'r')}`)
}

export function conditions(of: Table, where: object): Prisma.Sql {
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

export function namesIn(row: object): string[] {
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

export const ONE = { one: int }

type Statements<Row extends Columns> = ReturnType<typeof namedTexts<Row>>

const known = new WeakMap<Table, Map<Verb, unknown>>()

/** The statements of one verb on a table. They share their names. */
export function statementsOf<Row extends Columns>(
  of: Table,
  verb: Verb,
  row: Row,
): Statements<Row> {
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
