/** Clients that were merged into others: they are gone, and whoever asks for one is told which client it has become. */
import { column, query, sqlOf, type Queryable } from '@scheduling/database'
import { Problem } from '../contract/problems.ts'

const survivor = query({
  name: 'client merged into',
  text: `SELECT merged_into AS "mergedInto" FROM merged_client WHERE organization_id = $1::int AND id = $2::int`,
  row: { mergedInto: column.int },
})

/** Why there is no client with this id in the organization. */
export async function whyNoClient(
  db: Queryable,
  organizationId: number,
  id: number,
): Promise<string> {
  const [row] = await survivor(sqlOf(db), [organizationId, id])
  return row === undefined
    ? 'No client of this organization has this id.'
    : `The client ${id} was merged into the client ${row.mergedInto}. Use the id ${row.mergedInto}.`
}

/** `404 not_found` */
export async function noSuchClient(
  db: Queryable,
  organizationId: number,
  id: number,
): Promise<Problem> {
  return new Problem('not_found', await whyNoClient(db, organizationId, id))
}
