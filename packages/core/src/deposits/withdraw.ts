import { insertRows, tables } from '@scheduling/database'
import type { Work } from '../change/system-work.ts'
import type { DepositRow } from './deposit-base.ts'
import { lockPendingDeposits } from './load.ts'
import type { DepositOwner } from './owner.ts'
import { writeDeposit } from './write.ts'

/** Has the timer withdraw a charge at the bank, so that it can no longer be paid. */
export async function withdrawLater(
  { tx }: Pick<Work, 'tx'>,
  { organizationId, id: depositId, chargeId }: DepositRow,
): Promise<void> {
  if (chargeId === null) return
  await insertRows(tx, tables.chargeWithdrawal, [{ organizationId, depositId }], 'skip')
}

/**
 * Withdraws the unpaid deposits of a cancelled appointment or queue entry. A paid deposit stays as it is:
 * refunds follow the rule of the organization. The caller has locked the owner.
 */
export async function withdrawDeposits(
  work: Work,
  owner: Pick<DepositOwner, 'id' | 'filters'>,
): Promise<void> {
  const unpaid = await lockPendingDeposits(work.tx, work.organization.id, owner.id)
  for (const deposit of unpaid) {
    await writeDeposit(work, { deposit, owner }, 'deposit.expired', {
      status: 'EXPIRED',
      expiredAt: new Date(work.now()),
    })
    await withdrawLater(work, deposit)
  }
}
