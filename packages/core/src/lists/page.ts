/** Lists: one envelope, one way of paging. */
import {
  column,
  composedQuery,
  Prisma,
  selected,
  sqlOf,
  type Column,
  type Columns,
  type Plan,
  type Queryable,
  type RowOf,
} from '@scheduling/database'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { decodeCursor, encodeCursor, type CursorScope, type Position } from '../ground/cursor.ts'
import { LIMITS } from '../contract/limits.ts'

/** Query parameters of every list. */
export const PageInput = {
  limit: z.int().min(1).max(LIMITS.pageSizeMax).default(LIMITS.pageSizeDefault).meta({
    description: 'The maximum number of records per page.',
  }),
  cursor: z.string().min(1).max(LIMITS.cursorCharacters).optional().meta({
    description: 'The `next_cursor` of the previous page. Keep all other parameters unchanged.',
  }),
}

export function pageOf<Record extends z.ZodType>(record: Record) {
  return z.object({
    data: z.array(record),
    has_more: z.boolean(),
    next_cursor: z.string().nullable().meta({
      description: 'The value to send as `cursor` in the next request. Do not interpret it.',
    }),
    next: z
      .string()
      .nullable()
      .meta({ description: 'The full URL of the next page. Null on the last page.' }),
  })
}

type PageRequest = { readonly limit: number; readonly cursor?: string | undefined }

/** A total order: `key` first, then `id`. Both columns are compared and sorted in `direction`. */
export type Order = {
  /** Names the order inside the cursor. */
  readonly name: string
  readonly key: Prisma.Sql
  /** PostgreSQL type of `key`, for reading it back from a cursor. */
  readonly type: 'timestamptz' | 'date' | 'integer' | 'bigint' | 'text'
  readonly id: Prisma.Sql
  readonly idType: 'integer' | 'text' | 'bigint'
  readonly direction: 'asc' | 'desc'
}

/** Order by the integer id alone. */
export function byId(id: Prisma.Sql): Order {
  return { name: 'id', key: id, type: 'integer', id, idType: 'integer', direction: 'asc' }
}

/** Order by a time and, within one instant, by the integer id. */
export function byTime(name: string, time: Prisma.Sql, id: Prisma.Sql): Order {
  return { name, key: time, type: 'timestamptz', id, idType: 'integer', direction: 'asc' }
}

/** What a page is a page of: its cursors belong to all of it but `limit`. */
export type PagedList = {
  readonly name: string
  readonly order: Order
  readonly filters: unknown
  readonly request: PageRequest
}

/** What a page shows of each record. */
export type PageQuery<Row> = {
  /** What its rows are called in SQL, as `a`. */
  readonly alias: string
  readonly read: (
    db: Queryable,
    composed: (parts: { columns: Prisma.Sql; joins: Prisma.Sql }) => Prisma.Sql,
    plan: Plan,
  ) => Promise<Keyed<Row>[]>
}

/** A row with the key that the list is ordered by, as PostgreSQL prints it. */
type Keyed<Row> = { readonly row: Row; readonly id: number | string; readonly key: string }

/**
 * @param declared.row the columns; by default they are those of `alias`
 * @param declared.joins of the tables that the columns need
 * @param declared.ofPage columns that belong to the page as a whole: its first row has them, and in all others they are
 *   null. Their SQL reads the rows as the table `page`.
 */
export function pageQuery<
  Row extends Columns & { readonly id: Column<number | string> },
>(declared: {
  readonly name: string
  readonly alias: string
  readonly row: Row
  readonly joins: string
  readonly ofPage: readonly (keyof Row)[]
}): PageQuery<RowOf<Row>> {
  const { name, alias, ofPage } = declared
  const row = { ...declared.row, pageKey: column.by(`${alias}.page_key`, column.text) }
  const { ofRow, around } = splitRow(row, ofPage)
  const columns = Prisma.raw(selected(ofRow, alias))
  const joins = Prisma.raw(declared.joins)
  const [before, after] = around.map((text) => Prisma.raw(text))
  const rows = composedQuery<Columns>({ name, row })
  return {
    alias,
    async read(db, composed, plan) {
      const page = composed({ columns, joins })
      const found = await rows(sqlOf(db), Prisma.sql`${before}${page}${after}`, plan)
      return found.map((one) => keyed<RowOf<Row>>(one))
    },
  }
}

/**
 * The columns that each row has, and the texts around a statement that reads them, which add those of the page.
 *
 * Numbering keeps the order of the rows: it takes them as they come.
 */
export function splitRow<Row extends Columns>(
  row: Row,
  ofPage: readonly (keyof Row)[],
): { readonly ofRow: Columns; readonly around: readonly [before: string, after: string] } {
  const isOfPage = new Set<PropertyKey>(ofPage)
  const all = Object.entries(row)
  const ofRow = Object.fromEntries(all.filter(([name]) => !isOfPage.has(name)))
  const added = all
    .filter(([name]) => isOfPage.has(name))
    .map(([name, { sql }]) => `CASE WHEN row_number() OVER () = 1 THEN (${sql}) END AS "${name}"`)
  if (added.length === 0) return { ofRow, around: ['', ''] }
  const after = `) SELECT page.*, ${added.join(', ')} FROM page`
  return { ofRow, around: ['WITH page AS MATERIALIZED (', after] }
}

/** Safe: `composedQuery` has compared the columns with the declared ones, and `pageQuery` has added the key. */
function keyed<Row>(one: RowOf<Columns>): Keyed<Row> {
  const { id, pageKey } = one as { id: number | string; pageKey: string }
  return { row: one as Row, id, key: pageKey }
}

export type KeysetPage<Row> = {
  readonly rows: readonly Row[]
  readonly hasMore: boolean
  readonly nextCursor: string | null
}

/**
 * One page of rows by keyset: nothing is skipped or repeated when rows come and go between pages.
 *
 * Keys travel as PostgreSQL's own text: a JavaScript date would drop the microseconds, and a page would
 * return its own last row again.
 *
 * The largest page is a number in the text, and the limit that was asked for is a parameter around it: a plan that
 * serves every value then knows that it is for few rows.
 */
export async function keysetPage<Row>(
  db: Queryable,
  context: Pick<Context, 'crypto' | 'organization'>,
  list: PagedList & {
    readonly query: PageQuery<Row>
    /** With its alias, as in `client c`. */
    readonly from: Prisma.Sql
    readonly where: readonly Prisma.Sql[]
    /** Left out: one plan serves all values of the filters. */
    readonly plan?: Plan
  },
): Promise<KeysetPage<Row>> {
  const { order, request, query } = list
  const conditions = [...list.where, ...beyondCursor(context, list)]
  const direction = order.direction === 'asc' ? Prisma.sql`ASC` : Prisma.sql`DESC`
  const inOrder = Prisma.sql`ORDER BY ${order.key} ${direction}, ${order.id} ${direction}`
  const alias = Prisma.raw(query.alias)
  const found = await query.read(
    db,
    ({ columns, joins }) => Prisma.sql`
      SELECT ${columns} FROM (
        SELECT ${alias}.*, (${order.key})::text AS page_key FROM ${list.from}
        WHERE ${conditions.length === 0 ? Prisma.sql`true` : Prisma.join(conditions, ' AND ')}
        ${inOrder} LIMIT ${LARGEST_PAGE}
      ) AS ${alias} ${joins} ${inOrder} LIMIT ${request.limit + 1}`,
    list.plan ?? 'once',
  )
  const shown = found.slice(0, request.limit)
  const last = shown.at(-1)
  const hasMore = found.length > request.limit
  return {
    rows: shown.map(({ row }) => row),
    hasMore,
    nextCursor: hasMore && last !== undefined ? cursorAt(context, list, last) : null,
  }
}

/** Rows of the largest page, with the one that tells whether there is more: a number in the text. */
export const LARGEST_PAGE = Prisma.raw(String(LIMITS.pageSizeMax + 1))

/** For a list of several tables: what each of them needs to show of this page, before they are put together. */
export function beyondCursor(
  context: Pick<Context, 'crypto' | 'organization'>,
  list: PagedList,
): Prisma.Sql[] {
  const { order, request } = list
  if (request.cursor === undefined) return []
  const { key, id } = decodeCursor(context.crypto, scopeOf(context, list), request.cursor)
  const beyond = order.direction === 'asc' ? Prisma.sql`>` : Prisma.sql`<`
  return [
    Prisma.sql`(${order.key}, ${order.id}) ${beyond} (${key}::text::${Prisma.raw(order.type)}, ${String(id)}::text::${Prisma.raw(order.idType)})`,
  ]
}

/** The cursor of the page that goes on after a position. */
export function cursorAt(
  context: Pick<Context, 'crypto' | 'organization'>,
  list: PagedList,
  position: Position,
): string {
  return encodeCursor(context.crypto, scopeOf(context, list), position)
}

function scopeOf({ organization }: Pick<Context, 'organization'>, list: PagedList): CursorScope {
  return {
    organizationId: organization.id,
    list: `${list.name} by ${list.order.name}`,
    filters: list.filters,
  }
}

/** The envelope around one page of records. */
export function envelope<Record>(
  context: Pick<Context, 'linkTo'>,
  page: Pick<KeysetPage<unknown>, 'hasMore' | 'nextCursor'>,
  records: Record[],
): { data: Record[]; has_more: boolean; next_cursor: string | null; next: string | null } {
  return {
    data: records,
    has_more: page.hasMore,
    next_cursor: page.nextCursor,
    next: page.nextCursor === null ? null : context.linkTo(page.nextCursor),
  }
}

/** The envelope of a list that has one page. */
export function onePage<Record>(records: Record[]) {
  return { data: records, has_more: false, next_cursor: null, next: null }
}
