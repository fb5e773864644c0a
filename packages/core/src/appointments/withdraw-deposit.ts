import type { WriteContext } from '../context.ts'
import { DEPOSIT_RELATIONS, toDeposit } from '../deposits/deposit.ts'
import { EVENT_TYPES } from '../event-types.ts'
import { changesBetween, NO_FILTERS } from '../events/new-event.ts'

/**
 * Withdraws what a cancelled appointment still asks its client to pay. A deposit that was paid is left to
 * the organization's refund rule.
 */
export async function withdrawDeposits(
  context: WriteContext,
  appointmentId: number,
): Promise<void> {
  const { tx, organization } = context
  const { timeZone } = organization
  const unpaid = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM deposit
    WHERE organization_id = ${organization.id} AND appointment_id = ${appointmentId} AND status = 'PENDING'
    ORDER BY id FOR UPDATE`
  for (const { id } of unpaid) {
    const where = { organizationId_id: { organizationId: organization.id, id } }
    const before = await tx.deposit.findUniqueOrThrow({ where, include: DEPOSIT_RELATIONS })
    const after = await tx.deposit.update({
      where,
      data: { status: 'EXPIRED', expiredAt: new Date(context.now()) },
      include: DEPOSIT_RELATIONS,
    })
    const object = toDeposit(after, timeZone)
    context.emit({
      type: 'deposit.expired',
      object,
      changes: changesBetween(
        toDeposit(before, timeZone),
        object,
        EVENT_TYPES['deposit.expired'].changes,
      ),
      filters: NO_FILTERS,
    })
  }
}
