/** What the request log keeps of a request: who asked for what, and what became of it. Never what was sent or answered. */
import { statement, type Sql } from '@scheduling/database'
import type { FieldCode } from '../contract/problems.ts'

export type RequestEntry = {
  readonly id: string
  readonly organizationId: number
  readonly keyId: string
  /** Epoch milliseconds, by the real clock. */
  readonly receivedAt: number
  readonly method: string
  /** A template, as `/v1/clients/{client_id}`; of an agent with the tool, as `/mcp book_appointment`. */
  readonly route: string
  /** Those of the path that an id can be. */
  readonly pathIds: Readonly<Record<string, string | number>>
  readonly status: number
  /** Of a problem, or `confirmation_required`. */
  readonly code: string | null
  /** Without what callers make up. */
  readonly faults: readonly { readonly field: string; readonly code: FieldCode }[]
  readonly durationMs: number
  readonly isReplayed: boolean
  /** How many requests it stands for. */
  readonly times: number
}

/**
 * Rows are arrays, which are half as much text as objects. A batch that was written and not acknowledged is written again,
 * so what is there already stays.
 */
const written = statement(
  'requests logged',
  `INSERT INTO request_log (request_day, organization_id, id, received_at, key_id, method, route, path_ids, status, code,
     faults, duration_ms, is_replayed, times)
   SELECT (e.received_at AT TIME ZONE 'UTC')::date, e.organization_id, e.row ->> 2, e.received_at, e.row ->> 3, e.row ->> 4,
     e.row ->> 5, CASE WHEN erased.id IS NULL THEN e.row -> 6 ELSE jsonb_set(e.row -> 6, '{client_id}', 'null') END,
     (e.row ->> 7)::int, e.row ->> 8, e.row -> 9, (e.row ->> 10)::int, (e.row ->> 11)::bool, (e.row ->> 12)::int
   FROM (
     SELECT row, to_timestamp((row ->> 0)::float8 / 1000) AS received_at, (row ->> 1)::int AS organization_id
     FROM jsonb_array_elements($1::jsonb) AS row
   ) AS e
   LEFT JOIN client erased ON erased.organization_id = e.organization_id
     AND erased.id = (e.row -> 6 ->> 'client_id')::int AND erased.erased_at IS NOT NULL
   ON CONFLICT DO NOTHING`,
)

/** As it is written. A text is lighter than the entry while it waits. */
export function entryText(entry: RequestEntry): string {
  return JSON.stringify([
    entry.receivedAt,
    entry.organizationId,
    entry.id,
    entry.keyId,
    entry.method,
    entry.route,
    entry.pathIds,
    entry.status,
    entry.code,
    entry.faults,
    entry.durationMs,
    entry.isReplayed,
    entry.times,
  ])
}

/**
 * Writes entries of any organizations. A client who was erased meanwhile is not named.
 *
 * @param texts of `entryText`
 */
export async function writeEntries(sql: Sql, texts: readonly string[]): Promise<void> {
  await written(sql, [`[${texts.join(',')}]`])
}
