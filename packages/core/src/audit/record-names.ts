/** What the records of audit entries are called now: an entry keeps their ids alone, so that an erased person leaves no name. */
import { column, query, sqlOf } from '@scheduling/database'
import type { Context } from '../context.ts'
import type { EntryRow } from './entry.ts'

const OF_CLIENT = `SELECT NULLIF(concat_ws(' ', c.first_name, c.last_name), '') FROM client AS c`

/**
 * The name of a record, by its kind. `asked.id` is the id of the record, and `asked.number` is the same as a number if it
 * is one. What belongs to a client has the name of the client.
 */
const NAMES: Readonly<Record<string, string>> = {
  client: `${OF_CLIENT} WHERE c.organization_id = $1::int AND c.id = asked.number AND c.erased_at IS NULL`,
  appointment: ofClientOf('appointment'),
  deposit: ofClientOf('deposit'),
  queue_entry: ofClientOf('queue_entry'),
  waitlist_wish: ofClientOf('waitlist_wish'),
  professional: named('professional'),
  service: named('service'),
  specialty: named('specialty'),
  user: named('user_account'),
  api_key: named('api_key', 'asked.id'),
  webhook: named('webhook', 'asked.id'),
  webhook_status: named('webhook', 'asked.id'),
  invite: `SELECT coalesce(i.name, p.name, i.email) FROM user_invite AS i
    LEFT JOIN professional AS p ON p.organization_id = i.organization_id AND p.id = i.professional_id
    WHERE i.organization_id = $1::int AND i.id = asked.number`,
}

function ofClientOf(table: string): string {
  return `${OF_CLIENT} JOIN ${table} AS r ON r.client_id = c.id
    WHERE r.organization_id = $1::int AND r.id = asked.number AND c.erased_at IS NULL`
}

function named(table: string, id: 'asked.number' | 'asked.id' = 'asked.number'): string {
  return `SELECT r.name FROM ${table} AS r WHERE r.organization_id = $1::int AND r.id = ${id}`
}

const namesOf = query({
  name: 'names of audited records',
  text: `SELECT asked.record, asked.id, CASE asked.record
      ${Object.entries(NAMES)
        .map(([record, text]) => `WHEN '${record}' THEN (${text})`)
        .join('\n      ')} END AS name
    FROM (SELECT record, id, CASE WHEN id ~ '^[0-9]{1,9}$' THEN id::int END AS number
      FROM unnest($2::text[], $3::text[]) AS given (record, id)) AS asked`,
  row: { record: column.text, id: column.text, name: column.nullable(column.text) },
})

/** @returns the name of the record of an entry; null where it has none, or is gone */
export async function recordNames(
  { db, organization }: Pick<Context, 'db' | 'organization'>,
  rows: readonly EntryRow[],
): Promise<(row: EntryRow) => string | null> {
  const asked = rows.filter(({ record, recordId }) => recordId !== null && record in NAMES)
  if (asked.length === 0) return () => null
  const read = await namesOf(sqlOf(db), [
    organization.id,
    asked.map(({ record }) => record),
    asked.map(({ recordId }) => recordId ?? ''),
  ])
  const names = new Map(read.map(({ record, id, name }) => [`${record} ${id}`, name]))
  return ({ record, recordId }) => names.get(`${record} ${recordId}`) ?? null
}
