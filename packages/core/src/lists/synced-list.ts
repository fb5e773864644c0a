/** Lists that a copy can be kept in step with: what changed, or was created, at or after a moment. */
import { Prisma, type Plan } from '@scheduling/database'
import type { Context } from '../context.ts'
import { InstantInput } from '../ground/time-fields.ts'
import { syncHorizon } from '../change/horizon.ts'
import { byTime, envelope, keysetPage, type Order, type PagedList, type PageQuery } from './page.ts'
import { sqlInstant } from '../ground/sql-instant.ts'

export const UpdatedSince = InstantInput.optional().meta({
  description: 'Only records that changed at or after this moment, in the order of `updated_at`.',
})

export const CreatedSince = InstantInput.optional().meta({
  description:
    'Only records that were created at or after this moment, in the order of `created_at`. If you also send `updated_since`, the order is by `updated_at`.',
})

/** How to follow such a list, for its description. */
export const HOW_TO_FOLLOW =
  'For incremental sync, send the last `updated_at` that you saw as `updated_since`. Records of that second can come again, and none is lost.'

type SyncedList<Row> = Omit<PagedList, 'order'> & {
  /** The table has `organization_id`, `id`, `created_at` and `updated_at`. */
  readonly records: { readonly table: string; readonly page: PageQuery<Row> }
  /** Beside the organization. */
  readonly where: readonly Prisma.Sql[]
  /** Left out: one plan serves all values of the filters. */
  readonly plan?: Plan
  /** When neither moment is asked for. */
  readonly order: Order
  readonly request: PagedList['request'] & {
    /** Epoch milliseconds. */
    readonly updated_since?: number | undefined
    readonly created_since?: number | undefined
  }
}

/**
 * One page of such a list. With a moment its rows come in the order of that column, and rows that an older
 * transaction may still come before are held back.
 *
 * The horizon is read in a statement of its own, before the one that reads the whole page. Were a row read again
 * after that, it could show an `updated_at` past the horizon, and a reader that goes on from there could miss a
 * change that commits late.
 *
 * @param toRecords makes the records of rows, in this order
 */
export async function syncedPage<Row, Record>(
  context: Pick<Context, 'db' | 'crypto' | 'organization' | 'linkTo'>,
  list: SyncedList<Row>,
  toRecords: (rows: readonly Row[]) => Record[] | Promise<Record[]>,
): Promise<ReturnType<typeof envelope<Record>>> {
  const { db, organization } = context
  const { table, page: query } = list.records
  const order = orderOf(list)
  const where = [
    Prisma.sql`${column(list, 'organization_id')} = ${organization.id}`,
    ...list.where,
    ...(order === list.order ? [] : between(list, order, await syncHorizon(db))),
  ]
  const from = Prisma.raw(`${table} ${query.alias}`)
  const page = await keysetPage(db, context, { ...list, query, from, order, where })
  return envelope(context, page, await toRecords(page.rows))
}

function between<Row>(list: SyncedList<Row>, order: Order, horizon: string): Prisma.Sql[] {
  return [
    ...since(column(list, 'updated_at'), list.request.updated_since),
    ...since(column(list, 'created_at'), list.request.created_since),
    Prisma.sql`${order.key} < ${horizon}::text::timestamptz`,
  ]
}

function orderOf<Row>(list: SyncedList<Row>): Order {
  const { updated_since, created_since } = list.request
  const name =
    updated_since !== undefined ? 'updated_at' : created_since !== undefined ? 'created_at' : null
  if (name === null) return list.order
  return byTime(name, column(list, name), column(list, 'id'))
}

function column<Row>(
  { records }: SyncedList<Row>,
  name: 'id' | 'organization_id' | 'created_at' | 'updated_at',
): Prisma.Sql {
  return Prisma.raw(`${records.page.alias}.${name}`)
}

function since(key: Prisma.Sql, ms: number | undefined): Prisma.Sql[] {
  return ms === undefined ? [] : [Prisma.sql`${key} >= ${sqlInstant(ms)}`]
}
