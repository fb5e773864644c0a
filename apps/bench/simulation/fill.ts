/** Fills a database with ten thousand businesses, and gives keys and sessions to those that are driven. */
import { createApiKey, FEATURES, openSession, SCOPES, type Service } from '@scheduling/core'
import { connect } from '@scheduling/database'
import { Pool } from 'pg'
import type { Secrets } from '@scheduling/test/support/secrets.ts'
import { benchService } from '../stage/service.ts'
import { businessRows, kindAt, organizationRows, type Width } from './rows.ts'

/** A business that the load drives. */
export type Business = {
  readonly id: number
  readonly slug: string
  readonly timeZone: string
  /** Place in `KINDS`. */
  readonly kind: number
  readonly key: string
  /** The cookie of its owner. */
  readonly session: string
  readonly professionalIds: readonly number[]
  readonly serviceIds: readonly number[]
  /** Null: it has no queue. */
  readonly queueServiceId: number | null
  /** Of some clients, one after the other. */
  readonly firstClientId: number
  /** Of appointments that are still to come, by what they wait for: each is changed once. */
  readonly pendingIds: number[]
  readonly confirmedIds: number[]
}

/** Takes minutes with a million appointments. */
export async function fill(databaseUrl: string, width: Width): Promise<void> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 })
  try {
    await pool.query(organizationRows(width, FEATURES))
    // The rows are right by their making. To look up what they refer to would take as long as to write them.
    await pool.query('SET session_replication_role = replica')
    for (const rows of businessRows(width)) await pool.query(rows)
  } finally {
    await pool.end()
  }
}

const DRIVEN = `
  SELECT o.id, o.slug, o.time_zone AS "timeZone",
    (SELECT array_agg(id ORDER BY id) FROM professional p WHERE p.organization_id = o.id) AS "professionalIds",
    (SELECT array_agg(id ORDER BY id) FROM service s WHERE s.organization_id = o.id AND s.booking_mode = 'SCHEDULED') AS "serviceIds",
    (SELECT min(id) FROM service s WHERE s.organization_id = o.id AND s.booking_mode = 'QUEUE') AS "queueServiceId",
    (SELECT min(id) FROM client c WHERE c.organization_id = o.id) AS "firstClientId",
    (SELECT coalesce(array_agg(id ORDER BY id), '{}') FROM appointment a WHERE a.organization_id = o.id AND a.status = 'PENDING') AS "pendingIds",
    (SELECT coalesce(array_agg(id ORDER BY id), '{}') FROM appointment a WHERE a.organization_id = o.id AND a.status = 'CONFIRMED') AS "confirmedIds",
    (SELECT min(id) FROM user_account u WHERE u.organization_id = o.id) AS "userId"
  FROM organization o WHERE o.slug = ANY ($1) ORDER BY o.id`

/** The first businesses, with what it takes to call for them. */
export async function drivenBusinesses(
  databaseUrl: string,
  secrets: Secrets,
  count: number,
): Promise<Business[]> {
  const { db, pool, close } = connect(databaseUrl, { connections: 8, name: 'bench' })
  const service = benchService(db, secrets)
  try {
    const slugs = Array.from({ length: count }, (_, place) => `business-${place + 1}`)
    const { rows } = await pool.query<DrivenRow>(DRIVEN, [slugs])
    const all: Business[] = []
    const take = async (): Promise<void> => {
      for (let row = rows.pop(); row !== undefined; row = rows.pop())
        all.push(await withAccess(service, row))
    }
    await Promise.all(Array.from({ length: 8 }, take))
    return all.toSorted((one, other) => one.id - other.id)
  } finally {
    service.sender.close()
    await close()
  }
}

type DrivenRow = Omit<Business, 'kind' | 'key' | 'session'> & { readonly userId: number }

async function withAccess(service: Service, { userId, ...row }: DrivenRow): Promise<Business> {
  const organization = { id: row.id, livemode: true }
  const key = await createApiKey(service.db, service, organization, {
    name: 'Bench',
    scopes: SCOPES,
  })
  const { token } = await openSession(service, userId)
  return {
    ...row,
    kind: kindAt(Number(row.slug.split('-')[1])),
    key: key.value,
    session: token,
  }
}
