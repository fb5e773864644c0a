import type { Queryable, Transaction } from '@scheduling/database'
import { lockRow } from '../change/locks.ts'
import { Problem } from '../contract/problems.ts'
import { amongIds, type Load } from '../lists/expand.ts'
import {
  DEPOSIT_RELATIONS,
  toDeposit,
  type DepositRecord,
  type DepositRow,
} from './deposit-base.ts'

/** @throws `404 not_found` */
export async function findDeposit(
  db: Queryable,
  organizationId: number,
  id: number,
): Promise<DepositRow> {
  const row = await db.deposit.findUnique({
    where: { organizationId_id: { organizationId, id } },
    include: DEPOSIT_RELATIONS,
  })
  if (row === null) throw new Problem('not_found', 'No deposit of this organization has this id.')
  return row
}

/**
 * As `findDeposit`, and locks the row until the transaction ends. The caller has locked what the deposit is
 * for.
 *
 * @throws `404 not_found`
 */
export async function lockDeposit(
  tx: Transaction,
  organizationId: number,
  id: number,
): Promise<DepositRow> {
  await lockRow(tx, 'deposit', organizationId, id)
  return findDeposit(tx, organizationId, id)
}

export const loadDeposits: Load<DepositRecord> = async (db, { organization }, ids) => {
  const rows = await db.deposit.findMany({
    where: amongIds(organization, ids),
    include: DEPOSIT_RELATIONS,
  })
  return new Map(rows.map((row) => [row.id, toDeposit(row, organization.timeZone)]))
}
