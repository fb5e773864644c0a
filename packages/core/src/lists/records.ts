/** The statements that read records of one kind: one, several, or a page of them. */
import {
  query,
  selected,
  sqlOf,
  type Column,
  type Columns,
  type Queryable,
  type RowOf,
  type Table,
} from '@scheduling/database'
import { pageQuery, splitRow, type PageQuery } from './page.ts'

/** The records of one kind. Each statement reads those of one organization alone, whole. */
export type Records<Id extends number | string, Row> = {
  readonly table: string
  /** Null: the organization has no record with this id. */
  readonly one: (db: Queryable, organizationId: number, id: Id) => Promise<Row | null>
  /** In any order. An id may repeat. */
  readonly among: (db: Queryable, organizationId: number, ids: readonly Id[]) => Promise<Row[]>
  readonly page: PageQuery<Row>
}

/** A row of such records. */
export type RowIn<Kind> = Kind extends Records<infer _Id, infer Row> ? Row : never

/**
 * @param declared.alias of the table
 * @param declared.row what a record is made of; columns of other tables and subqueries have their SQL beside them
 * @param declared.joins each finds one row
 * @param declared.ofPage as `pageQuery` takes it: here the rows of one answer are the page
 * @param declared.name of the statements; by default that of the table
 */
export function recordsOf<
  Id extends number | string,
  Row extends Columns & { readonly id: Column<Id> },
>(declared: {
  readonly table: Table
  readonly alias: string
  readonly row: Row
  readonly joins?: string
  readonly ofPage?: readonly (keyof Row)[]
  readonly name?: string
}): Records<Id, RowOf<Row>> {
  const { alias, row, joins = '', ofPage = [] } = declared
  const table = declared.table.name
  const { name = table } = declared
  const { ofRow, around } = splitRow(row, ofPage)
  const [before, after] = around
  const rows = `SELECT ${selected(ofRow, alias)} FROM ${table} ${alias} ${joins} WHERE ${alias}.organization_id = $1`
  const text = (id: string) => `${before}${rows} AND ${alias}.id = ${id}${after}`
  const one = query({ name: `${name} by id`, row, text: text('$2') })
  const among = query({
    name: `${name} by ids`,
    row,
    text: text(`ANY($2::${ARRAYS[row.id.type]})`),
  })
  return {
    table,
    async one(db, organizationId, id) {
      const [found] = await one(sqlOf(db), [organizationId, id])
      return found ?? null
    },
    among: async (db, organizationId, ids) =>
      ids.length === 0 ? [] : among(sqlOf(db), [organizationId, [...new Set(ids)]]),
    page: pageQuery({ name: `${name} by page`, alias, row, joins, ofPage }),
  }
}

const ARRAYS: Readonly<Record<string, string>> = { int4: 'int[]', text: 'text[]' }
