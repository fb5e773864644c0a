/** What a deposit still needs from the payment provider. A process may end before it has asked: then a timer does. */
import {
  column,
  deleteRows,
  Prisma,
  query,
  rawRows,
  selected,
  sqlOf,
  tables,
} from '@scheduling/database'
import { ProviderError, type PaymentProvider } from '@scheduling/payments'
import type { Service } from '../context.ts'
import { inTime } from '../ground/in-time.ts'
import { ofOrganization } from '../ground/sql-organization.ts'
import { afterFailure, eachByAccount, type Done } from './by-account.ts'
import { notePayments } from './pay.ts'
import { sendRefunds, settleRefund } from './refunds.ts'
import { issueCharge } from './request.ts'

type Waiting = {
  readonly id: number
  readonly organizationId: number
  readonly connectionId: number | null
}

export type DepositsSettled = {
  readonly issued: number
  readonly refunded: number
  readonly withdrawn: number
}

const account = { connectionId: column.by('d.connection_id', column.nullable(column.int)) }
const REFUND = { ...tables.depositRefund.columns, ...account }
const WITHDRAWAL = { ...tables.chargeWithdrawal.columns, ...account }

const openRefunds = query({
  name: 'open refunds',
  text: `SELECT ${selected(REFUND, 'r')} FROM deposit_refund r JOIN deposit d ON d.id = r.deposit_id
    WHERE r.settled_at IS NULL AND r.rejected_at IS NULL AND ($1::int IS NULL OR r.organization_id = $1::int) ORDER BY r.id`,
  row: REFUND,
})

const openWithdrawals = query({
  name: 'open withdrawals',
  text: `SELECT ${selected(WITHDRAWAL, 'w')} FROM charge_withdrawal w JOIN deposit d ON d.id = w.deposit_id
    WHERE $1::int IS NULL OR w.organization_id = $1::int ORDER BY w.deposit_id`,
  row: WITHDRAWAL,
})

/**
 * Gets the payment codes that have not come, settles the refunds that were asked for, and withdraws charges that were
 * paid by hand. Run it every minute. Running it twice or late does no harm, and after a pause it catches up.
 *
 * @param organizationId the only organization that it looks at; null: all of them
 * @returns how many of each were settled
 */
export async function settleDeposits(
  service: Service,
  provider: PaymentProvider,
  organizationId: number | null = null,
): Promise<DepositsSettled> {
  const { db } = service
  // The conditions are part of the text: the partial indexes could not be used with parameters.
  const uncoded = await rawRows<Waiting>(
    db,
    Prisma.sql`
    SELECT id, organization_id AS "organizationId", connection_id AS "connectionId" FROM deposit
    WHERE status = 'PENDING' AND payment_code IS NULL AND charge_id IS NOT NULL AND charge_fault IS NULL
      AND ${ofOrganization('organization_id', organizationId)} ORDER BY id`,
  )
  const refunds = await openRefunds(sqlOf(db), [organizationId])
  const withdrawals = await openWithdrawals(sqlOf(db), [organizationId])
  const settled =
    <One>(idOf: (one: One) => number, run: (one: One) => Promise<object>) =>
    async (one: One, isAway: boolean): Promise<Done> => {
      if (isAway) return 'away'
      let failed: Done = 'failed'
      const kept = (error: unknown): void => void (failed = afterFailure(error))
      const result = await orLater(service, { id: idOf(one) }, () => run(one), kept)
      return result === null ? failed : 'done'
    }
  return {
    issued: await eachByAccount(
      uncoded,
      settled(
        ({ id }) => id,
        ({ id, organizationId: owner }) => issueCharge(service, owner, id, provider),
      ),
    ),
    refunded: await eachByAccount(
      refunds,
      settled(
        ({ depositId }) => depositId,
        (refund) => settleRefund(service, refund, provider),
      ),
    ),
    withdrawn: await eachByAccount(
      withdrawals,
      settled(
        ({ depositId }) => depositId,
        ({ depositId, organizationId: owner }) => endCharge(service, owner, depositId, provider),
      ),
    ),
  }
}

/**
 * Null: it did not work, or not in time, which is logged. What it was for stays as it is, and the timer tries again.
 *
 * @param failed is told why
 */
export async function orLater<Result extends object>(
  service: Pick<Service, 'log' | 'patience'>,
  deposit: Pick<Waiting, 'id'>,
  run: () => Promise<Result>,
  failed: (error: unknown) => void = () => undefined,
): Promise<Result | null> {
  try {
    return await inTime(run(), service.patience.providerMs)
  } catch (error) {
    service.log.warn({ deposit_id: deposit.id, err: error }, 'a deposit is settled later')
    failed(error)
    return null
  }
}

/**
 * Has the provider withdraw a charge that must not be paid any more. What was paid nevertheless is kept, and refunded
 * unless it counts. It can be repeated.
 *
 * @throws the failure of the provider
 */
export async function endCharge(
  service: Service,
  organizationId: number,
  depositId: number,
  provider: PaymentProvider,
): Promise<object> {
  const { deposit, payments } = await notePayments(service, organizationId, depositId, provider)
  if (deposit.chargeId !== null)
    await withdrawCharge(provider, deposit.chargeId, payments.length > 0)
  await deleteRows(service.db, tables.chargeWithdrawal, { organizationId, depositId })
  await sendRefunds(service, organizationId, depositId, provider)
  return deposit
}

/**
 * @param isPaid whether we know what was paid: the provider then has nothing to withdraw
 * @throws the failure of the provider; with `paid`, when there is a payment that we do not know of
 */
export async function withdrawCharge(
  provider: PaymentProvider,
  chargeId: string,
  isPaid: boolean,
): Promise<void> {
  try {
    await provider.withdraw(chargeId)
  } catch (error) {
    if (isPaid && error instanceof ProviderError && error.fault === 'paid') return
    throw error
  }
}
