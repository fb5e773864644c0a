import type { Work } from '../change/system-work.ts'
import { lockDeposit } from './load.ts'
import type { DepositOwner } from './owner.ts'
import { writeDeposit } from './write.ts'

/**
 * Withdraws the unpaid deposits of a cancelled appointment or queue entry. A paid deposit stays as it is:
 * refunds follow the rule of the organization. The caller has locked the owner.
 */
export async function withdrawDeposits(
  work: Work,
  owner: Pick<DepositOwner, 'id' | 'filters'>,
): Promise<void> {
  const { tx, organization } = work
  const unpaid = await tx.deposit.findMany({
    where: { organizationId: organization.id, ...owner.id, status: 'PENDING' },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  for (const { id } of unpaid) {
    const deposit = await lockDeposit(tx, organization.id, id)
    // It may have been paid while this waited for the row.
    if (deposit.status !== 'PENDING') continue
    await writeDeposit(work, { deposit, owner }, 'deposit.expired', {
      status: 'EXPIRED',
      expiredAt: new Date(work.now()),
    })
  }
}
