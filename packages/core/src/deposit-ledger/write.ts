import type { Prisma } from '@scheduling/database'
import type { Work } from '../change/system-work.ts'
import { DEPOSIT_RELATIONS, type DepositRow } from './deposit-base.ts'
import { depositEvent } from './events.ts'
import type { DepositOwner } from './owner.ts'
import { isDepositTransition, type DepositEventType } from './transitions.ts'

/** A deposit whose row is locked, and what it is for. */
export type LockedDeposit = {
  readonly deposit: DepositRow
  readonly owner: Pick<DepositOwner, 'filters'>
}

/** Changes a deposit and emits its event. */
export async function writeDeposit(
  work: Work,
  { deposit: before, owner }: LockedDeposit,
  type: DepositEventType,
  columns: Prisma.DepositUncheckedUpdateInput,
): Promise<DepositRow> {
  const { tx, organization } = work
  const after = await tx.deposit.update({
    where: {
      organizationId_id: { organizationId: organization.id, id: before.id },
      status: before.status,
    },
    data: columns,
    include: DEPOSIT_RELATIONS,
  })
  if (!isDepositTransition(before.status, after.status, type)) {
    throw new Error(`No transition leads from ${before.status} to ${after.status} with ${type}.`)
  }
  const rows = { before: type === 'deposit.created' ? null : before, after }
  work.emit(depositEvent(type, rows, owner, organization.timeZone))
  return after
}
