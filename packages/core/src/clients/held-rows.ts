import { statement, type Sql } from '@scheduling/database'
import type { Holding } from './holdings.ts'

/** Whose rows are meant. */
export type Person = {
  readonly organizationId: number
  /** Of the client, and of those that were merged into it. */
  readonly ids: readonly number[]
}

const ROWS_PER_PAGE = 500

const merged = statement<{ id: number }>(
  'ids of a person',
  `SELECT $2::int AS id UNION ALL
    SELECT id FROM merged_client WHERE organization_id = $1::int AND merged_into = $2::int`,
)

export async function personOf(
  sql: Sql,
  organizationId: number,
  clientId: number,
): Promise<Person> {
  const rows = await merged(sql, [organizationId, clientId])
  return { organizationId, ids: rows.map(({ id }) => id) }
}

/**
 * The rows of a person in one table, in the order of their key, a page at a time: as many are in memory at once,
 * however many there are. Each page is what is stored when it is asked for.
 *
 * @param read.name of the statements
 * @param read.shown SQL of what is read of `held`
 */
export async function* heldRows<Shown>(
  sql: Sql,
  { table, isOf, key }: Holding,
  { organizationId, ids }: Person,
  read: { readonly name: string; readonly shown: string },
): AsyncGenerator<readonly { readonly key: readonly string[]; readonly shown: Shown }[]> {
  type Row = { key: string[]; shown: Shown }
  const names = key.map(([name]) => `held.${name}`).join(', ')
  const texts = key.map(([name]) => `held.${name}::text`).join(', ')
  const after = key.map(([, type], place) => `$${place + 3}::text::${type}`).join(', ')
  const page = (
    beyond: string,
  ) => `SELECT ARRAY[${texts}] AS key, ${read.shown} AS shown FROM ${table} AS held
    WHERE ${isOf} ${beyond} ORDER BY ${names} LIMIT ${ROWS_PER_PAGE}`
  const first = statement<Row>(`${table} of a person ${read.name}`, page(''))
  const next = statement<Row>(
    `${table} of a person ${read.name}, more`,
    page(`AND (${names}) > (${after})`),
  )
  let rows = await first(sql, [organizationId, ids])
  while (rows.length > 0) {
    yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < ROWS_PER_PAGE) return
    rows = await next(sql, [organizationId, ids, ...last.key])
  }
}

/** How many rows of a person a table has. */
export async function countHeld(
  sql: Sql,
  { table, isOf }: Holding,
  { organizationId, ids }: Person,
): Promise<number> {
  const count = statement<{ count: number }>(
    `rows of a person counted in ${table}`,
    `SELECT count(*)::int AS count FROM ${table} AS held WHERE ${isOf}`,
  )
  const [row] = await count(sql, [organizationId, ids])
  return row?.count ?? 0
}
