import type { Work } from '../change/system-work.ts'
import { lockDeposit } from './load.ts'
import { writeDeposit } from './write.ts'

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
    const deposit = await lockDeposit(tx, organization.id, id)
    // Paid while this waited for the row.
    if (deposit.status !== 'PENDING') continue
    await writeDeposit(work, deposit, 'deposit.expired', {
      status: 'EXPIRED',
      expiredAt: new Date(work.now()),
    })
  }
}
