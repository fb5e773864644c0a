/** The online room of a service or professional. Bookings that were made before keep theirs. */
import { column, query, sqlOf } from '@scheduling/database'
import type { WriteContext } from '../change/write-context.ts'

const changed = (table: 'service' | 'professional') =>
  query({
    name: `room of a ${table} changed`,
    text: `WITH before AS (
        SELECT id, meeting_url FROM ${table} WHERE organization_id = $1::int AND id = $2::int FOR UPDATE
      ), written AS (
        UPDATE ${table} changed SET meeting_url = $3::text FROM before
        WHERE changed.id = before.id AND before.meeting_url IS DISTINCT FROM $3::text
      )
      SELECT meeting_url AS "meetingUrl" FROM before`,
    row: { meetingUrl: column.nullable(column.text) },
  })

const CHANGED = { service: changed('service'), professional: changed('professional') }

/** @param to undefined: it stays as it is */
export async function changeMeetingUrl(
  { tx, organization, note }: Pick<WriteContext, 'tx' | 'organization' | 'note'>,
  record: keyof typeof CHANGED,
  id: number,
  to: string | null | undefined,
): Promise<void> {
  if (to === undefined) return
  const [before] = await CHANGED[record](sqlOf(tx), [organization.id, id, to])
  const from = before?.meetingUrl ?? null
  if (from === to) return
  const changes = { meeting_url: { from, to } }
  note({ action: `${record}.meeting_url_changed`, id, changes })
}
