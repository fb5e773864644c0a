import {
  column,
  insertRow,
  insertRows,
  query,
  sqlOf,
  statement,
  tables,
  type NewRow,
  type Queryable,
  type RowChange,
  type Sql,
  type Transaction,
} from '@scheduling/database'
import { lockAndRead } from '../change/locks.ts'
import { changeRow } from '../change/change-row.ts'
import { Problem } from '../contract/problems.ts'
import { WISH, WISHES, type WishRow } from './rows.ts'

/** @throws `404 not_found` */
export async function findWish(
  db: Queryable,
  organizationId: number,
  id: number,
): Promise<WishRow> {
  const found = await WISHES.one(db, organizationId, id)
  if (found === null) {
    throw new Problem('not_found', 'No wish on the waitlist of this organization has this id.')
  }
  return found
}

/**
 * As `findWish`, and locks the row until the transaction ends. Its offers change behind this lock alone.
 *
 * @throws `404 not_found`
 */
export const lockWish = lockAndRead('waitlist_wish', findWish)

const offered = query({
  name: 'wish of an offer',
  text: `SELECT wish_id AS "wishId" FROM waitlist_offer WHERE organization_id = $1::int AND id = $2::int`,
  row: { wishId: column.int },
})

/** The wish of an offer. @throws `404 not_found` */
export async function findOffered(
  db: Queryable,
  organizationId: number,
  offerId: number,
): Promise<WishRow> {
  const [found] = await offered(sqlOf(db), [organizationId, offerId])
  return findWish(db, organizationId, found?.wishId ?? 0)
}

/** Changes a wish that is locked. */
export const changeWishRow = (tx: Transaction, before: WishRow, change: RowChange<typeof WISH>) =>
  changeRow(tx, WISH, before, change)

/** @returns the id */
export async function insertWish(
  tx: Transaction,
  { serviceIds, ...columns }: NewRow<typeof WISH> & { readonly serviceIds: readonly number[] },
): Promise<number> {
  const { id, organizationId } = await insertRow(tx, WISH, columns)
  const performed = serviceIds.map((serviceId, position) => ({
    organizationId,
    wishId: id,
    position,
    serviceId,
  }))
  await insertRows(tx, tables.waitlistWishService, performed)
  return id
}

/**
 * Of an offer `o`: it has a message, and none was handed over. One that was refused for good counts as handed over: an address
 * that takes nothing must not hold time again and again.
 */
export const NOT_TOLD = `EXISTS (SELECT FROM message m WHERE m.organization_id = o.organization_id AND m.record = 'waitlist_offer'
    AND m.record_id = o.id)
  AND NOT EXISTS (SELECT FROM message m WHERE m.organization_id = o.organization_id AND m.record = 'waitlist_offer'
    AND m.record_id = o.id AND m.status NOT IN ('QUEUED', 'SKIPPED'))`

const untold = query({
  name: 'offer that was not told',
  text: `SELECT o.id FROM waitlist_offer AS o WHERE o.organization_id = $1::int AND o.id = $2::int AND ${NOT_TOLD}`,
  row: { id: column.by('o.id', column.int) },
})

/** Whether its message was written and never sent: nothing could send it, or no worker ran. */
export async function isUntold(
  sql: Sql,
  organizationId: number,
  offerId: number,
): Promise<boolean> {
  return (await untold(sql, [organizationId, offerId])).length > 0
}

/** Says how an open offer ended. The wish is locked. */
export const closeOfferRow = statement(
  'offer of a wish closed',
  `UPDATE waitlist_offer SET outcome = $3::text WHERE organization_id = $1::int AND id = $2::int AND outcome = 'OPEN'`,
)
