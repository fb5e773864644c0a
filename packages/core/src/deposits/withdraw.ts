import type { Work } from '../system-work.ts'
import { depositEvent } from './events.ts'
import { DEPOSIT_RELATIONS } from './deposit.ts'

/** What a deposit is for. */
export type DepositOwner = { readonly appointmentId: number } | { readonly queueEntryId: number }

/**
 * Withdraws what a cancelled appointment or queue entry still asks its client to pay. A deposit that was
 * paid is left to the organization's refund rule. The caller holds the owner's row.
 */
export async function withdrawDeposits(work: Work, owner: DepositOwner): Promise<void> {
  const { tx, organization } = work
  const unpaid = await tx.deposit.findMany({
    where: { organizationId: organization.id, ...owner, status: 'PENDING' },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  for (const { id } of unpaid) {
    await tx.$queryRaw`
      SELECT id FROM deposit WHERE organization_id = ${organization.id} AND id = ${id} FOR UPDATE`
    const where = { organizationId_id: { organizationId: organization.id, id } }
    const before = await tx.deposit.findUniqueOrThrow({ where, include: DEPOSIT_RELATIONS })
    // Paid while this waited for the row.
    if (before.status !== 'PENDING') continue
    const after = await tx.deposit.update({
      where,
      data: { status: 'EXPIRED', expiredAt: new Date(work.now()) },
      include: DEPOSIT_RELATIONS,
    })
    work.emit(depositEvent('deposit.expired', after, before, organization.timeZone))
  }
}
