/** Holds as they are stored. */
import {
  column,
  insertRow,
  narrowed,
  query,
  sqlOf,
  tables,
  type NewRow,
  type Queryable,
  type RowChange,
  type Transaction,
} from '@scheduling/database'
import { changeRow } from '../change/change-row.ts'
import { lockAndRead } from '../change/locks.ts'
import { Problem } from '../contract/problems.ts'
import { instantIn } from '../ground/sql-instant.ts'
import { recordsOf, type RowIn } from '../lists/records.ts'

/** One that has expired stays `HELD`. */
type StoredStatus = 'HELD' | 'BOOKED' | 'RELEASED'

const HOLD = narrowed(tables.timeHold, { status: column.oneOf<StoredStatus>('text') })

const SERVICES = `(SELECT json_agg(json_build_object('id', s.id, 'name', s.name) ORDER BY array_position(h.service_ids, s.id))
  FROM service s WHERE s.id = ANY(h.service_ids))`

export const HOLDS = recordsOf({
  table: tables.timeHold,
  alias: 'h',
  row: {
    ...HOLD.columns,
    professionalName: column.by('p.name', column.text),
    services: column.by(SERVICES, column.json<{ id: number; name: string }[]>()),
  },
  joins: 'JOIN professional p ON p.id = h.professional_id',
})

export type HoldRow = RowIn<typeof HOLDS>

/** @throws `404 not_found` */
export async function findHold(
  db: Queryable,
  organizationId: number,
  id: number,
): Promise<HoldRow> {
  const found = await HOLDS.one(db, organizationId, id)
  if (found === null) throw new Problem('not_found', 'No hold of this organization has this id.')
  return found
}

/**
 * As `findHold`, and locks the row until the transaction ends. What becomes of a hold is decided behind this lock alone,
 * after that of its professional where both are needed.
 *
 * @throws `404 not_found`
 */
export const lockHold = lockAndRead('time_hold', findHold)

/** @returns the id */
export async function insertHold(tx: Transaction, row: NewRow<typeof HOLD>): Promise<number> {
  return (await insertRow(tx, HOLD, row)).id
}

/** Changes a hold that is locked. */
export const changeHoldRow = (tx: Transaction, before: HoldRow, change: RowChange<typeof HOLD>) =>
  changeRow(tx, HOLD, before, change)

const HELD_AT = `status = 'HELD' AND expires_at > ${instantIn('$2')}`

const counted = query({
  name: 'holds counted',
  text: `SELECT count(*)::int AS "inOrganization", count(*) FILTER (WHERE caller_id = $3::text)::int AS "ofCaller",
      (SELECT count(*)::int FROM time_hold WHERE organization_id = $1::int AND caller_id = $3::text AND holder = $4::text
        AND created_at > ${instantIn('$2')} - interval '1 hour') AS "ofHolder",
      (array_agg(id) FILTER (WHERE caller_id = $3::text AND holder = $4::text))[1] AS "earlierId",
      (array_agg(professional_id) FILTER (WHERE caller_id = $3::text AND holder = $4::text))[1] AS "earlierProfessionalId"
    FROM time_hold WHERE organization_id = $1::int AND ${HELD_AT}`,
  row: {
    inOrganization: column.int,
    ofCaller: column.int,
    ofHolder: column.int,
    earlierId: column.nullable(column.int),
    earlierProfessionalId: column.nullable(column.int),
  },
})

/** The holds of an organization that are held, and of how many the caller and its visitor have. */
export type HoldCount = {
  readonly inOrganization: number
  readonly ofCaller: number
  /** Of the last hour, whatever became of them. */
  readonly ofHolder: number
  /** What the visitor holds now. */
  readonly earlier: { readonly id: number; readonly professionalId: number } | null
}

/** @param now epoch milliseconds, by the clock of the organization */
export async function countHolds(
  tx: Transaction,
  by: {
    readonly organizationId: number
    readonly callerId: string
    readonly holder: string | null
    readonly now: number
  },
): Promise<HoldCount> {
  const [row] = await counted(sqlOf(tx), [by.organizationId, by.now, by.callerId, by.holder])
  if (row === undefined) throw new Error('The query of the holds returned no row.')
  const { earlierId: id, earlierProfessionalId: professionalId, ...count } = row
  return {
    ...count,
    earlier: id === null || professionalId === null ? null : { id, professionalId },
  }
}
