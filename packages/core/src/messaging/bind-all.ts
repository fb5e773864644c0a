/** PARAR and VOLTAR to the central number that answer no message: they bind each organization there that knows the phone. */
import { column, query, sqlOf } from '@scheduling/database'
import type { AnswerWord } from '@scheduling/messaging'
import type { Service } from '../context.ts'
import { tellBound } from './central-line.ts'

/**
 * A phone that ticked messages about a record has written by now, so it goes on to get them, as on an own number. Where it has
 * agreed to nothing, the row alone keeps a later tick from lifting the stop.
 */
const stopped = query({
  name: 'reminders of all at the central number stopped',
  text: `INSERT INTO messaging_contact AS k (organization_id, channel, address, opted_in_at, reminders_stopped_at)
    SELECT m.organization_id, 'whatsapp', $1::text, CASE WHEN ticked.is_there THEN $2::timestamptz END, $2::timestamptz
    FROM messaging_connection m CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM whatsapp_consent w
      WHERE w.organization_id = m.organization_id AND w.address = $1::text) AS is_there) AS ticked
    WHERE m.channel = 'central' AND (ticked.is_there
      OR EXISTS (SELECT FROM client c WHERE c.organization_id = m.organization_id AND c.phone_key = $1::text)
      OR EXISTS (SELECT FROM messaging_contact other WHERE other.organization_id = m.organization_id
        AND other.channel = 'whatsapp' AND other.address = $1::text))
    ORDER BY m.organization_id
    ON CONFLICT (organization_id, channel, address) DO UPDATE SET reminders_stopped_at = excluded.reminders_stopped_at
      WHERE k.reminders_stopped_at IS NULL
    RETURNING k.organization_id AS "organizationId"`,
  row: { organizationId: column.by('k.organization_id', column.int) },
})

const started = query({
  name: 'reminders of all at the central number started',
  text: `UPDATE messaging_contact AS k SET reminders_stopped_at = NULL FROM messaging_connection m
    WHERE m.channel = 'central' AND k.organization_id = m.organization_id AND k.channel = 'whatsapp'
      AND k.address = $1::text AND k.reminders_stopped_at IS NOT NULL
    RETURNING k.organization_id AS "organizationId"`,
  row: { organizationId: column.by('k.organization_id', column.int) },
})

/** @param address as it is compared */
export async function bindAll(
  { db, realNow }: Pick<Service, 'db' | 'realNow'>,
  address: string,
  word: AnswerWord | null,
): Promise<void> {
  const sql = sqlOf(db)
  const isStop = word === 'stop'
  const bound = isStop
    ? await stopped(sql, [address, new Date(realNow())])
    : await started(sql, [address])
  // What changed nothing was said before, or is repeated by the platform.
  if (bound.length > 0) await tellBound({ db }, address, isStop ? 'stopped' : 'started')
}
