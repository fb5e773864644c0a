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

/** A batch that was written and not acknowledged is written again, so what is there already stays. */
const written = statement(
  'requests logged',
  `INSERT INTO request_log (request_day, organization_id, id, received_at, key_id, method, route, path_ids, status, code,
     faults, duration_ms, is_replayed, times)
   SELECT (to_timestamp(e."receivedAt" / 1000.0) AT TIME ZONE 'UTC')::date, e."organizationId", e.id,
     to_timestamp(e."receivedAt" / 1000.0), e."keyId", e.method, e.route,
     CASE WHEN erased.id IS NULL THEN e."pathIds" ELSE jsonb_set(e."pathIds", '{client_id}', 'null') END,
     e.status, e.code, e.faults, e."durationMs", e."isReplayed", e.times
   FROM jsonb_to_recordset($1::jsonb) AS e("receivedAt" float8, "organizationId" int, id text, "keyId" text, method text,
     route text, "pathIds" jsonb, status int, code text, faults jsonb, "durationMs" int, "isReplayed" bool, times int)
   LEFT JOIN client erased ON erased.organization_id = e."organizationId"
     AND erased.id = (e."pathIds" ->> 'client_id')::int AND erased.erased_at IS NOT NULL
   ON CONFLICT DO NOTHING`,
)

/** Writes entries of any organizations. A client who was erased meanwhile is not named. */
export async function writeEntries(sql: Sql, entries: readonly RequestEntry[]): Promise<void> {
  await written(sql, [JSON.stringify(entries)])
}
