/** What happens to the holds that a change concerns. */
import { formatInstant } from '@scheduling/availability'
import type { WriteContext } from '../change/write-context.ts'
import { releaseHold } from '../holds/end-hold.ts'
import { lockHold } from '../holds/rows.ts'
import type { ImpactChoice, ImpactRecord } from './impact.ts'
import type { Concerned } from './judge.ts'

/** Keeps or releases them. They are few: an organization has a limit of holds. */
export async function settleHolds(
  context: WriteContext,
  { holds: action }: ImpactChoice,
  concerned: readonly Concerned[],
): Promise<ImpactRecord['holds']> {
  const { tx, organization } = context
  const { id: organizationId, timeZone } = organization
  const settled: ImpactRecord['holds'] = []
  for (const { booked, reason } of concerned) {
    const hold = await lockHold(tx, organizationId, booked.id)
    // Its caller released it in between. It was not booked: the professional is locked.
    if (hold.status !== 'HELD') continue
    if (action === 'release') await releaseHold(context, hold)
    settled.push({
      hold: {
        id: hold.id,
        start: formatInstant(hold.startsAt.getTime(), timeZone),
        professional: { id: hold.professionalId, name: hold.professionalName },
        services: hold.services,
        expires_at: formatInstant(hold.expiresAt.getTime(), timeZone),
      },
      held_by: hold.callerName,
      reason,
      action: action === 'release' ? 'released' : 'kept',
    })
  }
  return settled
}
