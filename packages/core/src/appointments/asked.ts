/** Messages that asked a client whether an appointment will take place, and what becomes of them. */
import { column, query, sqlOf, statement, type Queryable } from '@scheduling/database'
import type { Work } from '../change/system-work.ts'

type Asked = { readonly organizationId: number; readonly id: number }

const reminded = query({
  name: 'whether a client was reminded',
  text: `SELECT EXISTS (
      SELECT FROM message m
        JOIN appointment a ON a.organization_id = m.organization_id AND a.id = m.record_id
        JOIN client c ON c.organization_id = a.organization_id AND c.id = a.client_id
      WHERE m.organization_id = $1::int AND m.record = 'appointment' AND m.record_id = $2::int
        AND m.purpose = 'reminder' AND m.direction = 'OUTBOUND'
        AND m.status IN ('SENT', 'DELIVERED', 'READ', 'UNKNOWN') AND m.address IN (c.phone_key, c.email)
        AND (m.about->>'start')::timestamptz = date_trunc('second', a.starts_at)
    ) AS "isReminded"`,
  row: { isReminded: column.by('true', column.bool) },
})

/**
 * Whether the client was sent a reminder of this appointment as it is now, to the phone or the e-mail that the client has
 * now. A visitor who books has the link at once, so the link alone is no answer of the client: this is.
 */
export async function wasReminded(db: Queryable, { organizationId, id }: Asked): Promise<boolean> {
  const [read] = await reminded(sqlOf(db), [organizationId, id])
  return read?.isReminded ?? false
}

const closed = statement(
  'questions about an appointment closed',
  `UPDATE message SET about = (about::jsonb || '{"answered": true}')::json
    WHERE organization_id = $1::int AND direction = 'OUTBOUND' AND record = 'appointment' AND record_id = $2::int
      AND ($3::text IS NULL OR channel = $3::text AND address = $4::text) AND about::jsonb ? 'asked'`,
)

/**
 * What was asked about this appointment has its answer: a later word without a quote is about something else.
 *
 * @param from whose answer it was; null: that of the link, for all who were asked
 */
export async function closeQuestions(
  { tx, organization }: Pick<Work, 'tx' | 'organization'>,
  appointmentId: number,
  from: { readonly channel: string; readonly address: string | null } | null,
): Promise<void> {
  await closed(sqlOf(tx), [
    organization.id,
    appointmentId,
    from?.channel ?? null,
    from?.address ?? null,
  ])
}
