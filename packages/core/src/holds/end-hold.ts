/** How holds end before they are booked. */
import { column, query, sqlOf } from '@scheduling/database'
import { freeKept } from '../appointments/hold.ts'
import { lockProfessionals } from '../change/locks.ts'
import { systemWork, type Work } from '../change/system-work.ts'
import type { Service } from '../context.ts'
import { Problem } from '../contract/problems.ts'
import { statusOf } from './hold.ts'
import { changeHoldRow, type HoldRow } from './rows.ts'

/** Gives the time of a hold back. The hold is locked. One that has ended stays as it is. @throws `409 action_not_allowed` */
export async function releaseHold(
  { tx, now, note }: Pick<Work, 'tx' | 'now' | 'note'>,
  hold: HoldRow,
): Promise<void> {
  const status = statusOf(hold, now())
  if (status === 'BOOKED') {
    const message = `The hold became the appointment ${hold.appointmentId ?? ''}. Cancel that appointment instead.`
    throw new Problem('action_not_allowed', message)
  }
  if (status !== 'HELD') return
  await changeHoldRow(tx, hold, { status: 'RELEASED' })
  await freeKept(tx, hold)
  note({ action: 'hold.released', id: hold.id, changes: null })
}

const overdue = query({
  name: 'holds overdue',
  text: `SELECT h.organization_id AS "organizationId", array_agg(DISTINCT h.professional_id) AS "professionalIds"
    FROM calendar_hold AS h JOIN organization AS o ON o.id = h.organization_id
    WHERE h.time_hold_id IS NOT NULL AND ($2::int IS NULL OR h.organization_id = $2::int)
      AND h.held_until <= $1::timestamptz + make_interval(secs => o.clock_ahead_seconds)
    GROUP BY h.organization_id ORDER BY h.organization_id`,
  row: {
    organizationId: column.by('h.organization_id', column.int),
    professionalIds: column.by('array_agg(DISTINCT h.professional_id)', column.ints),
  },
})

const freed = query({
  name: 'time of holds freed that have expired',
  text: `DELETE FROM calendar_hold WHERE organization_id = $1::int AND professional_id = ANY($2::int[])
      AND time_hold_id IS NOT NULL AND held_until <= $3::timestamptz
    RETURNING time_hold_id AS "holdId"`,
  row: { holdId: column.by('time_hold_id', column.nullable(column.int)) },
})

/**
 * Frees the time of holds that have expired, each by the clock of its organization, so that those who wait for it are
 * offered it. Nothing else needs it: readers of the calendar count an expired hold as free time. Run it every minute.
 *
 * @param organizationId the only organization that it looks at; null: all of them
 * @returns how many holds had time
 */
export async function expireHolds(
  service: Service,
  organizationId: number | null = null,
): Promise<number> {
  let expired = 0
  const now = new Date(service.realNow())
  for (const due of await overdue(sqlOf(service.db), [now, organizationId])) {
    try {
      expired += await systemWork(
        service,
        due.organizationId,
        (work) => expireOf(work, due.professionalIds),
        'expireHolds',
      )
    } catch (error) {
      const about = { organization_id: due.organizationId, err: error }
      service.log.error(about, 'holds could not be expired')
    }
  }
  return expired
}

async function expireOf(work: Work, professionalIds: readonly number[]): Promise<number> {
  const { tx, organization, now, note } = work
  await lockProfessionals(tx, professionalIds)
  const at = new Date(now())
  const rows = await freed(sqlOf(tx), [organization.id, professionalIds, at])
  for (const { holdId: id } of rows) note({ action: 'hold.expired', id, changes: null })
  return rows.length
}
