/** Changes of single rows, by named statements. */
import {
  composedQuery,
  Prisma,
  selected,
  snakeCase,
  type Columns,
  type RowOf,
  type Sql,
} from '@scheduling/database'

/** The row before the change. Where the table has statuses, it must still have this one. */
type Before = { readonly organizationId: number; readonly id: number; readonly status?: string }

/**
 * A statement that changes one row of the table, which is locked, and returns it. What is undefined stays the
 * same. Each action changes columns of its own, so there are about as many texts as actions.
 *
 * @param declared.row columns of the table itself
 */
export function rowChange<Row extends Columns>(declared: {
  readonly table: string
  readonly row: Row
}): (sql: Sql, before: Before, change: Partial<RowOf<Row>>) => Promise<RowOf<Row>> {
  const { table, row } = declared
  const returned = Prisma.raw(selected(row, 'changed'))
  const into = Prisma.raw(table)
  const changed = composedQuery({ name: `${table} changed`, row })
  const casts = new Map(Object.entries(row).map(([name, { type }]) => [name, Prisma.raw(type)]))
  return async (sql, before, change) => {
    const assignments = Object.entries(change).flatMap(([name, value]) => {
      const type = casts.get(name)
      if (value === undefined || type === undefined) return []
      return [Prisma.sql`${Prisma.raw(snakeCase(name))} = ${textOf(value)}::text::${type}`]
    })
    const inStatus =
      before.status === undefined
        ? Prisma.empty
        : Prisma.sql`AND changed.status::text = ${before.status}::text`
    const [found] = await changed(
      sql,
      Prisma.sql`UPDATE ${into} AS changed SET ${Prisma.join(assignments)}
        WHERE changed.organization_id = ${before.organizationId}::int AND changed.id = ${before.id}::int ${inStatus}
        RETURNING ${returned}`,
    )
    if (found === undefined)
      throw new Error(`The row of ${table} that was to be changed is not there.`)
    return found
  }
}

/** As PostgreSQL reads it. */
function textOf(value: unknown): string | null {
  if (value === null) return null
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Prisma.Decimal) return value.toFixed()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
