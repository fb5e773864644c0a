/** The number of the operator, and the organizations that use it. */
import { sqlOf, statement } from '@scheduling/database'
import type { Service } from '../context.ts'

/** Stands where an address for notices has the id of an own number, which is longer. */
export const CENTRAL_HOOK = 'central'

/**
 * Without the number, those who switched it on wait for it as `PENDING`, and their clients get e-mails. With it they are
 * connected, and what waited for it is due. A conversation was with the number before: with another one, clients write first.
 */
const follow = statement(
  'connections to the central number',
  `WITH followed AS (
      UPDATE messaging_connection AS m SET status = CASE WHEN $1::text IS NULL THEN 'PENDING' ELSE 'CONNECTED' END,
        phone = coalesce($1::text, m.phone)
      FROM messaging_connection AS before
      WHERE before.organization_id = m.organization_id AND m.channel = 'central' AND m.status <> 'DISCONNECTED'
        AND (m.status <> CASE WHEN $1::text IS NULL THEN 'PENDING' ELSE 'CONNECTED' END
          OR m.phone IS DISTINCT FROM coalesce($1::text, m.phone))
      RETURNING m.organization_id, m.status, before.phone IS DISTINCT FROM m.phone AS is_other
    ), ended AS (
      UPDATE messaging_contact AS k SET last_received_at = NULL FROM followed AS f
      WHERE f.is_other AND k.organization_id = f.organization_id AND k.channel = 'whatsapp' AND k.last_received_at IS NOT NULL
    )
    UPDATE message AS waits SET next_attempt_at = to_timestamp(0) FROM followed AS f
    WHERE f.status = 'CONNECTED' AND waits.organization_id = f.organization_id AND waits.channel = 'whatsapp'
      AND waits.status = 'QUEUED' AND waits.next_attempt_at IS NULL`,
)

/** At the start of a worker: what the settings say of the number holds for all who switched it on. */
export async function followCentralNumber({
  db,
  centralNumber,
}: Pick<Service, 'db' | 'centralNumber'>): Promise<void> {
  await follow(sqlOf(db), [centralNumber?.phone ?? null])
}
