import { column, query, sqlOf } from '@scheduling/database'
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { Id } from '../ground/fields.ts'
import { Instant } from '../ground/time-fields.ts'
import { instantsIn } from '../ground/instants-in.ts'
import { ownOnly } from '../procedure/accesses.ts'
import { procedure } from '../procedure/define.ts'
import { instantIn } from '../ground/sql-instant.ts'

const OF_CLIENT = `SELECT a.starts_at FROM appointment a
  WHERE a.organization_id = c.organization_id AND a.client_id = c.id
  AND ($4::int IS NULL OR a.professional_id = $4::int)`

const visits = query({
  name: 'visits of clients',
  text: `SELECT c.id, last.starts_at AS "lastAt", next.starts_at AS "nextAt" FROM client c
    LEFT JOIN LATERAL (${OF_CLIENT} AND a.status IN ('PENDING', 'CONFIRMED', 'COMPLETED')
      AND a.starts_at <= ${instantIn('$3')} ORDER BY a.starts_at DESC LIMIT 1) last ON true
    LEFT JOIN LATERAL (${OF_CLIENT} AND a.status IN ('PENDING', 'CONFIRMED')
      AND a.starts_at > ${instantIn('$3')} ORDER BY a.starts_at LIMIT 1) next ON true
    WHERE c.organization_id = $1::int AND c.id = ANY($2::int[]) ORDER BY c.id`,
  row: {
    id: column.int,
    lastAt: column.nullable(column.dateTime),
    nextAt: column.nullable(column.dateTime),
  },
})

/**
 * When clients were last there, and when they come again. The record of a client does not have it: bookings do not
 * change clients. An appointment that was cancelled or missed is no visit. A user with the access `professional` is told
 * of visits with the own professional alone.
 */
export const listVisits = procedure({
  kind: 'read',
  scope: 'read',
  access: 'everybody',
  input: z.object({ client_ids: z.array(Id).min(1).max(LIMITS.pageSizeMax) }),
  output: z.object({
    data: z.array(
      z.object({
        client_id: Id,
        last_visit_at: Instant.nullable(),
        next_visit_at: Instant.nullable(),
      }),
    ),
  }),
  problems: [],
  async run(context, { client_ids: ids }) {
    const { db, organization, now } = context
    const instant = instantsIn(organization.timeZone)
    const rows = await visits(sqlOf(db), [organization.id, ids, now(), ownOnly(context)])
    return {
      data: rows.map(({ id, lastAt, nextAt }) => ({
        client_id: id,
        last_visit_at: instant(lastAt),
        next_visit_at: instant(nextAt),
      })),
    }
  },
})
