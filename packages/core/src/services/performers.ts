/** Who performs what: the rows between services and professionals. */
import {
  column,
  insertRows,
  query,
  sqlOf,
  statement,
  tables,
  type Transaction,
} from '@scheduling/database'
import type { FieldError } from '../contract/problems.ts'

type Pair = { readonly professionalId: number; readonly serviceId: number }

const removed = statement(
  'performers removed',
  `DELETE FROM professional_service WHERE organization_id = $1::int
    AND (professional_id, service_id) IN (SELECT * FROM unnest($2::int[], $3::int[]))`,
)

/** Writes the pairs that are new, and deletes those that are gone. */
export async function changePerformers(
  tx: Transaction,
  organizationId: number,
  pairs: { readonly before: readonly Pair[]; readonly after: readonly Pair[] },
): Promise<void> {
  const keyOf = ({ professionalId, serviceId }: Pair) => `${professionalId} ${serviceId}`
  const [old, now] = [new Set(pairs.before.map(keyOf)), new Set(pairs.after.map(keyOf))]
  const gone = pairs.before.filter((pair) => !now.has(keyOf(pair)))
  const made = pairs.after.filter((pair) => !old.has(keyOf(pair)))
  if (gone.length > 0) {
    const pairs = [gone.map((pair) => pair.professionalId), gone.map((pair) => pair.serviceId)]
    await removed(sqlOf(tx), [organizationId, ...pairs])
  }
  if (made.length > 0) {
    // An inactive professional or service may have the pair already: it comes back with them.
    await insertRows(
      tx,
      tables.professionalService,
      made.map((pair) => ({ organizationId, ...pair })),
      'skip',
    )
  }
}

type Side = 'service_id' | 'professional_id'

/** Reads the ids on one side of the pairs, by an id on the other. What is inactive is among them. */
function idsPairedWith(side: Side, by: Side) {
  const read = query({
    name: `${side} of pairs by ${by}`,
    text: `SELECT ${side} AS id FROM professional_service WHERE organization_id = $1::int AND ${by} = $2::int ORDER BY ${side}`,
    row: { id: column.by(side, column.int) },
  })
  return async (tx: Transaction, organizationId: number, id: number): Promise<number[]> =>
    (await read(sqlOf(tx), [organizationId, id])).map((row) => row.id)
}

/** What a professional performs, with services that are no longer offered. */
export const servicesPerformedBy = idsPairedWith('service_id', 'professional_id')

/** Who performs a service, with those who left: an owner who left is still listed. */
export const performersOf = idsPairedWith('professional_id', 'service_id')

const STATE = { id: column.int, isActive: column.bool }

const states = {
  service_ids: query({
    name: 'services named',
    text: `SELECT id, is_active AS "isActive" FROM service WHERE organization_id = $1::int AND id = ANY($2::int[])`,
    row: STATE,
  }),
  professional_ids: query({
    name: 'professionals named',
    text: `SELECT id, is_active AS "isActive" FROM professional WHERE organization_id = $1::int AND id = ANY($2::int[])`,
    row: STATE,
  }),
}

const WORDS = {
  service_ids: {
    none: 'No service of this organization has this id.',
    inactive: 'This service is no longer offered.',
  },
  professional_ids: {
    none: 'No professional of this organization has this id.',
    inactive: 'This professional no longer takes bookings.',
  },
}

/** What is wrong with a list of ids in a body: each must exist and be active. */
export async function namedFaults(
  tx: Transaction,
  organizationId: number,
  field: keyof typeof states,
  ids: readonly number[],
): Promise<FieldError[]> {
  if (ids.length === 0) return []
  const rows = await states[field](sqlOf(tx), [organizationId, ids])
  const byId = new Map(rows.map((row) => [row.id, row.isActive]))
  return ids.flatMap((id, index): FieldError[] => {
    const isActive = byId.get(id)
    if (isActive === true) return []
    const at = `${field}[${index}]`
    return isActive === undefined
      ? [{ field: at, code: 'not_found', message: WORDS[field].none }]
      : [{ field: at, code: 'inactive', message: WORDS[field].inactive }]
  })
}
