import { column, pick, query, tables } from '@scheduling/database'
import type { Context } from '../context.ts'
import { LIMITS } from '../contract/limits.ts'
import { recordsOf, type RowIn } from '../lists/records.ts'

const DAY_MS = 86_400_000

export type PathIds = Readonly<Record<string, string | number | null>>
export type Faults = { field: string; code: string }[]

export const REQUESTS = recordsOf({
  table: tables.requestLog,
  alias: 'r',
  row: {
    ...pick(
      tables.requestLog,
      'id',
      'receivedAt',
      'keyId',
      'method',
      'route',
      'status',
      'code',
      'durationMs',
      'isReplayed',
      'times',
    ),
    pathIds: column.jsonb<PathIds>(),
    faults: column.jsonb<Faults>(),
    keyName: column.by('k.name', column.nullable(column.text)),
  },
  joins: 'LEFT JOIN api_key k ON k.id = r.key_id',
})

export type RequestRow = RowIn<typeof REQUESTS>

/** The oldest time of requests that are shown, epoch milliseconds. Their partitions may be kept a little longer. */
export function keptFrom({ realNow }: Pick<Context, 'realNow'>): number {
  return realNow() - LIMITS.requestDays * DAY_MS
}

/** An event names the request that caused it. The rows of one organization and two days at most are looked through. */
export const eventsCausedBy = query({
  name: 'events of a request',
  text: `SELECT id, type, created_at AS "createdAt" FROM event
    WHERE organization_id = $1::int AND event_day BETWEEN $2::timestamptz::date AND $2::timestamptz::date + 1
      AND context ->> 'request_id' = $3::text
    ORDER BY sequence LIMIT $4::int`,
  row: { id: column.text, type: column.text, createdAt: column.dateTime },
})
