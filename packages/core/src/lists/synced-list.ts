/** Lists that a copy can be kept in step with: what changed, or was created, at or after a moment. */
import { Prisma, type Queryable } from '@scheduling/database'
import type { Context } from '../context.ts'
import { InstantInput } from '../ground/fields.ts'
import { syncHorizon } from '../change/horizon.ts'
import {
  byTime,
  envelope,
  keysetPage,
  type KeysetPage,
  type Order,
  type PagedList,
} from './page.ts'
import { inOneSnapshot } from './snapshot.ts'
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

type SyncedList = Omit<PagedList, 'order'> & {
  /** The table and its alias, as in `client c`; it has `id`, `created_at` and `updated_at`. */
  readonly from: Prisma.Sql
  /** What its columns are named by, as in `c`. */
  readonly alias: string
  readonly where: readonly Prisma.Sql[]
  /** When neither moment is asked for. */
  readonly order: Order
  readonly request: PagedList['request'] & {
    /** Epoch milliseconds. */
    readonly updated_since?: number | undefined
    readonly created_since?: number | undefined
  }
}

/**
 * One page of such a list. With a moment its rows come in the order of that column; rows that an older
 * transaction may still come before are held back, and page and records are read from one state of the
 * database.
 *
 * @param load the records of these ids, in this order
 */
export async function syncedPage<Record>(
  context: Pick<Context, 'db' | 'crypto' | 'organization' | 'linkTo'>,
  list: SyncedList,
  load: (db: Queryable, ids: readonly number[]) => Promise<Record[]>,
): Promise<ReturnType<typeof envelope<Record>>> {
  const { db } = context
  const order = orderOf(list)
  const read = async (reader: Queryable, where: readonly Prisma.Sql[]) => {
    const page: KeysetPage<number> = await keysetPage<number>(reader, context, {
      ...list,
      order,
      where,
    })
    return envelope(context, page, await load(reader, page.ids))
  }
  if (order === list.order) return read(db, list.where)
  const horizon = await syncHorizon(db)
  const where = [
    ...list.where,
    ...since(column(list, 'updated_at'), list.request.updated_since),
    ...since(column(list, 'created_at'), list.request.created_since),
    Prisma.sql`${order.key} < ${horizon}::text::timestamptz`,
  ]
  return inOneSnapshot(db, (tx) => read(tx, where))
}

function orderOf(list: SyncedList): Order {
  const { updated_since, created_since } = list.request
  const name =
    updated_since !== undefined ? 'updated_at' : created_since !== undefined ? 'created_at' : null
  if (name === null) return list.order
  return byTime(name, column(list, name), column(list, 'id'))
}

function column({ alias }: SyncedList, name: 'id' | 'created_at' | 'updated_at'): Prisma.Sql {
  return Prisma.raw(`${alias}.${name}`)
}

function since(key: Prisma.Sql, ms: number | undefined): Prisma.Sql[] {
  return ms === undefined ? [] : [Prisma.sql`${key} >= ${sqlInstant(ms)}`]
}
