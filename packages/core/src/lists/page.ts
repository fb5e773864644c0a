/** Lists: one envelope, one way of paging. */
import { Prisma, type Queryable } from '@scheduling/database'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { decodeCursor, encodeCursor, type CursorScope } from '../ground/cursor.ts'
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
  readonly type: 'timestamptz' | 'integer' | 'bigint'
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

export type KeysetPage<Id> = {
  readonly ids: readonly Id[]
  readonly hasMore: boolean
  readonly nextCursor: string | null
}

/**
 * One page of ids by keyset: nothing is skipped or repeated when rows come and go between pages.
 *
 * Keys travel as PostgreSQL's own text: a JavaScript date would drop the microseconds, and a page would
 * return its own last row again.
 */
export async function keysetPage<Id extends number | string>(
  db: Queryable,
  context: Pick<Context, 'crypto' | 'organization'>,
  list: PagedList & {
    readonly from: Prisma.Sql
    readonly where: readonly Prisma.Sql[]
  },
): Promise<KeysetPage<Id>> {
  const { order, request } = list
  const scope = scopeOf(context, list)
  const conditions = [...list.where, ...beyondCursor(context, list)]
  const direction = order.direction === 'asc' ? Prisma.sql`ASC` : Prisma.sql`DESC`
  const rows = await db.$queryRaw<{ id: Id; key: string }[]>`
    SELECT ${order.id} AS id, (${order.key})::text AS key FROM ${list.from}
    WHERE ${conditions.length === 0 ? Prisma.sql`true` : Prisma.join(conditions, ' AND ')}
    ORDER BY ${order.key} ${direction}, ${order.id} ${direction}
    LIMIT ${request.limit + 1}`
  const shown = rows.slice(0, request.limit)
  const last = shown.at(-1)
  const hasMore = rows.length > request.limit
  return {
    ids: shown.map((row) => row.id),
    hasMore,
    nextCursor: hasMore && last !== undefined ? encodeCursor(context.crypto, scope, last) : null,
  }
}

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

/** Rows in the order of `ids`. A row that was deleted in between is left out. */
export function inOrderOf<Id, Row extends { readonly id: Id }>(
  ids: readonly Id[],
  rows: readonly Row[],
): Row[] {
  return inOrder(ids, new Map(rows.map((row) => [row.id, row])))
}

/** As `inOrderOf`, of what a batch found by id. */
export function inOrder<Id, Found>(ids: readonly Id[], found: ReadonlyMap<Id, Found>): Found[] {
  return ids.flatMap((id) => found.get(id) ?? [])
}
