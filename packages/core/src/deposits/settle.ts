/** What a deposit still needs from the payment provider. A process may end before it has asked: then a timer does. */
import type { Service } from '../context.ts'
import { findDeposit } from '../deposit-ledger/load.ts'
import { inTime } from '../ground/in-time.ts'
import { ofOrganization } from '../ground/sql-organization.ts'
import type { PaymentProvider } from '../payments/payment-provider.ts'
import { refundInFull } from './pay.ts'
import { settleRefund } from './refunds.ts'
import { issueCharge } from './request.ts'

type Waiting = { readonly id: number; readonly organizationId: number }

export type DepositsSettled = {
  readonly issued: number
  readonly refunded: number
  readonly withdrawn: number
}

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
  const only = organizationId === null ? {} : { organizationId }
  // The conditions are part of the text: the partial indexes could not be used with parameters.
  const uncoded = await db.$queryRaw<Waiting[]>`
    SELECT id, organization_id AS "organizationId" FROM deposit
    WHERE status = 'PENDING' AND payment_code IS NULL AND charge_id IS NOT NULL
      AND ${ofOrganization('organization_id', organizationId)} ORDER BY id`
  const refunds = await db.depositRefund.findMany({
    where: { settledAt: null, ...only },
    orderBy: { id: 'asc' },
  })
  const withdrawals = await db.chargeWithdrawal.findMany({
    where: only,
    orderBy: { depositId: 'asc' },
  })
  return {
    issued: await countDone(uncoded, (one) =>
      orLater(service, one, () => issueCharge(service, one.organizationId, one.id, provider)),
    ),
    refunded: await countDone(refunds, (refund) =>
      orLater(service, { id: refund.depositId }, () => settleRefund(service, refund, provider)),
    ),
    withdrawn: await countDone(withdrawals, ({ depositId: id, organizationId }) =>
      orLater(service, { id }, () => endCharge(service, organizationId, id, provider)),
    ),
  }
}

async function countDone<One>(
  all: readonly One[],
  settle: (one: One) => Promise<object | null>,
): Promise<number> {
  let done = 0
  for (const one of all) if ((await settle(one)) !== null) done += 1
  return done
}

/** Null: it did not work, or not in time, which is logged. What it was for stays as it is, and the timer tries again. */
export async function orLater<Result extends object>(
  service: Pick<Service, 'log' | 'patience'>,
  deposit: Pick<Waiting, 'id'>,
  run: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await inTime(run(), service.patience.providerMs)
  } catch (error) {
    service.log.warn({ deposit_id: deposit.id, err: error }, 'a deposit is settled later')
    return null
  }
}

/**
 * Has the provider withdraw the charge of a deposit that was confirmed by hand, so that nobody pays it again. What was
 * paid nevertheless is refunded in full. It can be repeated.
 *
 * @throws the failure of the provider
 */
export async function endCharge(
  { db }: Pick<Service, 'db'>,
  organizationId: number,
  depositId: number,
  provider: PaymentProvider,
): Promise<object> {
  const deposit = await findDeposit(db, organizationId, depositId)
  if (deposit.chargeId !== null) {
    const payments = await provider.payments(deposit.chargeId)
    await refundInFull(deposit.chargeId, payments, provider)
    if (payments.length === 0) await provider.withdrawCharge(deposit.chargeId)
  }
  await db.chargeWithdrawal.deleteMany({ where: { organizationId, depositId } })
  return deposit
}
