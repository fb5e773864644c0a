/** The organizations that search engines may show, for the list that search engines read. */
import { column, query, selected, sqlOf, type Queryable } from '@scheduling/database'

/** `updatedAt` in epoch milliseconds. */
export type ListedPage = { readonly slug: string; readonly updatedAt: number }

/** In one list. Search engines read at most 50,000. */
export const LISTED_AT_ONCE = 10_000

const LISTED = 'o.search_listing AND o.livemode AND o.slug IS NOT NULL AND o.suspended_at IS NULL'

const counted = query({
  name: 'listed organizations counted',
  text: `SELECT count(*)::int AS count FROM organization AS o WHERE ${LISTED}`,
  row: { count: column.int },
})

const PAGE = { slug: column.by(`coalesce(o.slug, '')`, column.text), updatedAt: column.instant }

const listed = query({
  name: 'listed organizations',
  text: `SELECT ${selected(PAGE, 'o')} FROM organization AS o WHERE ${LISTED}
    ORDER BY o.id OFFSET $1::int LIMIT $2::int`,
  row: PAGE,
})

/** How many lists there are. None is empty: search engines refuse an empty list. */
export async function countListed(db: Queryable): Promise<number> {
  const [{ count } = { count: 0 }] = await counted(sqlOf(db), [])
  return Math.ceil(count / LISTED_AT_ONCE)
}

/** @param part from 1 on */
export async function listListed(db: Queryable, part: number): Promise<readonly ListedPage[]> {
  return listed(sqlOf(db), [(part - 1) * LISTED_AT_ONCE, LISTED_AT_ONCE])
}
