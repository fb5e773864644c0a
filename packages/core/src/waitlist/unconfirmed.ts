/** Wishes of visitors until they are confirmed: a visitor may have typed the contact of another person. */
import { column, query, sqlOf, type Sql } from '@scheduling/database'
import type { Work } from '../change/system-work.ts'
import { writeMessages } from '../change/write-messages.ts'
import { comparable, type Identifiers } from '../clients/client-rules.ts'
import { CLIENTS_OF_CONTACT } from '../clients/of-contact.ts'
import { LIMITS } from '../contract/limits.ts'
import type { VisitorWork } from '../public-booking/submission.ts'
import { expireWish } from './end-offer.ts'
import { lockWish } from './load.ts'
import type { WishRow } from './rows.ts'

/** The link of the message is the only one that confirms. */
export async function askToConfirm(work: VisitorWork, wish: WishRow): Promise<void> {
  const message = {
    id: work.newId('msg'),
    purpose: 'wish' as const,
    record: 'waitlist_wish',
    record_id: wish.id,
    client_id: wish.clientId,
    cause: `wish ${wish.id}`,
    about: {},
    visitor: work.visitor,
  }
  await writeMessages(work.tx, work.organization.id, [message])
}

const OF_CONTACT = `w.client_id IN (${CLIENTS_OF_CONTACT})`

/** Beside a new wish: how many there are, and which goes first. The new one counts for its address. */
const beside = query({
  name: 'unconfirmed wishes beside a new one',
  text: `
    WITH unconfirmed AS (
      SELECT w.id, w.waits_since, s.visitor, coalesce(s.visitor = $4::text, false) AS is_own, ${OF_CONTACT} AS is_of_contact
      FROM waitlist_wish AS w LEFT JOIN public_submission AS s ON s.organization_id = w.organization_id AND s.wish_id = w.id
      WHERE w.organization_id = $1::int AND w.status = 'UNCONFIRMED' AND w.id <> $5::int
    ), counted AS (
      SELECT *, count(*) OVER (PARTITION BY visitor) + is_own::int AS of_address,
        count(*) OVER (PARTITION BY is_of_contact, visitor) + is_own::int AS of_both
      FROM unconfirmed
    )
    SELECT count(*)::int AS "inAll", count(*) FILTER (WHERE is_of_contact)::int AS "ofContact",
      count(*) FILTER (WHERE is_own)::int AS "ofAddress",
      (array_agg(id ORDER BY of_address DESC, waits_since, id))[1] AS "firstOfAll",
      (array_agg(id ORDER BY of_both DESC, waits_since, id) FILTER (WHERE is_of_contact))[1] AS "firstOfContact",
      (array_agg(id ORDER BY waits_since, id) FILTER (WHERE is_own))[1] AS "firstOfAddress"
    FROM counted`,
  row: {
    inAll: column.by('0', column.int),
    ofContact: column.by('0', column.int),
    ofAddress: column.by('0', column.int),
    firstOfAll: column.by('', column.nullable(column.int)),
    firstOfContact: column.by('', column.nullable(column.int)),
    firstOfAddress: column.by('', column.nullable(column.int)),
  },
})

type Beside = Awaited<ReturnType<typeof beside>>[number]

/** What is too many, and what then goes: the oldest of the address that left most of them. */
const BOUNDS: readonly ((beside: Beside) => number | null)[] = [
  (one) => (one.ofContact < LIMITS.unconfirmedWishesPerContact ? null : one.firstOfContact),
  (one) => (one.ofAddress < LIMITS.unconfirmedWishesPerAddress ? null : one.firstOfAddress),
  (one) => (one.inAll < LIMITS.unconfirmedWishesPerOrganization ? null : one.firstOfAll),
]

/** Makes room for a new wish: no visitor is refused for the wishes of other visitors. */
export async function makeRoomFor(
  work: VisitorWork,
  { id }: Pick<WishRow, 'id'>,
  contact: Identifiers,
): Promise<void> {
  const { tx, organization, visitor } = work
  const { phoneKey, email } = comparable(contact)
  for (const bound of BOUNDS) {
    const [found] = await beside(sqlOf(tx), [organization.id, phoneKey, email, visitor, id])
    const goes = found === undefined ? null : bound(found)
    if (goes !== null) await drop(work, goes)
  }
}

async function drop(work: Work, id: number): Promise<void> {
  const wish = await lockWish(work.tx, work.organization.id, id)
  if (wish.status === 'UNCONFIRMED') await expireWish(work, wish)
}

const overdue = query({
  name: 'unconfirmed wishes overdue',
  text: `
    SELECT w.id, w.organization_id AS "organizationId"
    FROM waitlist_wish AS w JOIN organization AS o ON o.id = w.organization_id
    WHERE w.status = 'UNCONFIRMED' AND ($2::int IS NULL OR w.organization_id = $2::int)
      AND w.waits_since <= $1::timestamptz + make_interval(secs => o.clock_ahead_seconds) - make_interval(hours => $3::int)
    ORDER BY w.id`,
  row: {
    id: column.by('w.id', column.int),
    organizationId: column.by('w.organization_id', column.int),
  },
})

/** Those that were not confirmed in time. @param organizationId null: of all organizations */
export function overdueUnconfirmed(
  sql: Sql,
  realNow: number,
  organizationId: number | null,
): Promise<{ id: number; organizationId: number }[]> {
  return overdue(sql, [new Date(realNow), organizationId, LIMITS.unconfirmedWishHours])
}
