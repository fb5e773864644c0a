/**
 * Clients that can no longer be used. Clients that were merged into another are gone, and a caller who asks for one
 * is told which client it has become. Those that were erased can be read, without personal data.
 */
import { column, query, sqlOf, type Queryable } from '@scheduling/database'
import { Problem } from '../contract/problems.ts'

const fate = query({
  name: 'client merged or erased',
  text: `SELECT (SELECT merged_into FROM merged_client WHERE organization_id = $1::int AND id = $2::int) AS "mergedInto",
      EXISTS (SELECT FROM client WHERE organization_id = $1::int AND id = $2::int AND erased_at IS NOT NULL) AS "isErased"`,
  row: { mergedInto: column.nullable(column.int), isErased: column.bool },
})

/** Why there is no client with this id in the organization. */
export async function whyNoClient(
  db: Queryable,
  organizationId: number,
  id: number,
): Promise<string> {
  const [row] = await fate(sqlOf(db), [organizationId, id])
  if (row?.isErased === true) {
    return `The personal data of the client ${id} was erased. Nothing can be changed or booked for this client.`
  }
  return row?.mergedInto == null
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
