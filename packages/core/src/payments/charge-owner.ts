/** The organization of a charge, its payee, and the organization's clock. */
import { column, query, type Sql } from '@scheduling/database'

export type ChargeOwner = {
  readonly organizationId: number
  readonly livemode: boolean
  /** Of the account at a bank; null: the sandbox. */
  readonly connectionId: number | null
  /** Before the real clock. Seconds. */
  readonly ahead: number
}

const owners = query({
  name: 'organization of a charge',
  text: `SELECT o.id AS "organizationId", o.livemode, d.connection_id AS "connectionId", o.clock_ahead_seconds AS ahead
    FROM deposit d JOIN organization o ON o.id = d.organization_id WHERE d.charge_id = $1::text`,
  row: {
    organizationId: column.int,
    livemode: column.bool,
    connectionId: column.nullable(column.int),
    ahead: column.int,
  },
})

/** Null: no deposit has this charge. */
export async function ownerOfCharge(sql: Sql, chargeId: string): Promise<ChargeOwner | null> {
  const [owner] = await owners(sql, [chargeId])
  return owner ?? null
}
