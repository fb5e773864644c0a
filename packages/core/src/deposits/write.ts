import type { RowChange } from '@scheduling/database'
import { changeRow } from '../change/change-row.ts'
import type { Work } from '../change/system-work.ts'
import type { DepositRow } from './deposit-base.ts'
import type { NewEvent } from '../events/new-event.ts'
import { depositEvent } from './events.ts'
import { DEPOSIT } from './load.ts'
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
  columns: RowChange<typeof DEPOSIT>,
  notice: Pick<NewEvent, 'tellsClient'> = {},
): Promise<DepositRow> {
  const { tx } = work
  const after = { ...before, ...(await changeRow(tx, DEPOSIT, before, columns)) }
  if (!isDepositTransition(before.status, after.status, type)) {
    throw new Error(`No transition leads from ${before.status} to ${after.status} with ${type}.`)
  }
  const rows = { before: type === 'deposit.created' ? null : before, after }
  work.emit({ ...depositEvent(type, rows, owner, work), ...notice })
  return after
}
