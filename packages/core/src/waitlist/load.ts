import { column, query, sqlOf, statement, type Queryable, type Sql } from '@scheduling/database'
import { lockAndRead } from '../change/locks.ts'
import { rowChange } from '../change/row-change.ts'
import { Problem } from '../contract/problems.ts'
import { instantIn } from '../ground/sql-instant.ts'
import { WISH, WISHES, type WishRow, type WishStatus } from './rows.ts'

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
export const changeWishRow = rowChange({ table: 'waitlist_wish', row: WISH })

const inserted = query({
  name: 'wish inserted',
  text: `
    WITH made AS (
      INSERT INTO waitlist_wish (organization_id, client_id, professional_id, source, language, from_date, to_date, weekdays,
        from_minute, to_minute, waits_since, status)
      VALUES ($1::int, $2::int, $3::int, $4::text, $5::text, $6::text::date, $7::text::date, $8::int[], $9::int, $10::int,
        ${instantIn('$11')}, $13::text)
      RETURNING id
    ), performed AS (
      INSERT INTO waitlist_wish_service (organization_id, wish_id, position, service_id)
      SELECT $1::int, made.id, service.place - 1, service.id
      FROM made, unnest($12::int[]) WITH ORDINALITY AS service (id, place)
    )
    SELECT id FROM made`,
  row: { id: column.by('made.id', column.int) },
})

export type NewWish = {
  readonly organizationId: number
  readonly clientId: number
  readonly professionalId: number | null
  readonly source: string
  readonly language: 'pt' | 'en'
  readonly fromDate: string
  readonly toDate: string
  readonly weekdays: readonly number[]
  readonly fromMinute: number
  readonly toMinute: number
  /** Epoch milliseconds. */
  readonly waitsSince: number
  readonly serviceIds: readonly number[]
  readonly status: Extract<WishStatus, 'UNCONFIRMED' | 'WAITING'>
}

/** @returns the id */
export async function insertWish(sql: Sql, wish: NewWish): Promise<number> {
  const [made] = await inserted(sql, [
    wish.organizationId,
    wish.clientId,
    wish.professionalId,
    wish.source,
    wish.language,
    wish.fromDate,
    wish.toDate,
    wish.weekdays,
    wish.fromMinute,
    wish.toMinute,
    wish.waitsSince,
    wish.serviceIds,
    wish.status,
  ])
  if (made === undefined) throw new Error('A wish was to be written, and none was.')
  return made.id
}

const offerInserted = query({
  name: 'offer of a wish inserted',
  text: `INSERT INTO waitlist_offer (organization_id, wish_id, professional_id, starts_at, held_until, source)
    VALUES ($1::int, $2::int, $3::int, ${instantIn('$4')}, ${instantIn('$5')}, $6::text) RETURNING id`,
  row: { id: column.int },
})

/** @param offer instants are epoch milliseconds. @returns the id */
export async function insertOffer(
  sql: Sql,
  { organizationId, id }: Pick<WishRow, 'organizationId' | 'id'>,
  offer: {
    readonly professionalId: number
    readonly start: number
    readonly heldUntil: number
    readonly source: string
  },
): Promise<number> {
  const { professionalId, start, heldUntil, source } = offer
  const values = [organizationId, id, professionalId, start, heldUntil, source]
  const [made] = await offerInserted(sql, values)
  if (made === undefined) throw new Error('An offer was to be written, and none was.')
  return made.id
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
