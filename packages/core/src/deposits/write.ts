import type { Prisma } from '@scheduling/database'
import type { Work } from '../change/system-work.ts'
import { DEPOSIT_RELATIONS, type DepositRow } from './deposit.ts'
import { depositEvent, depositFilters } from './events.ts'
import { isDepositStep, type DepositEventType } from './transitions.ts'

/** Changes a deposit whose row is locked, and emits its event. */
export async function writeDeposit(
  work: Work,
  before: DepositRow,
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
  if (!isDepositStep(before.status, after.status, type)) {
    throw new Error(`No step leads from ${before.status} to ${after.status} with ${type}.`)
  }
  const changesFrom = type === 'deposit.created' ? null : before
  const filters = await depositFilters(work, after)
  work.emit(depositEvent(type, after, changesFrom, filters, organization.timeZone))
  return after
}
