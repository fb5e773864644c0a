import { systemWork, type Work } from '../change/system-work.ts'
import { onClockOf, type Service } from '../context.ts'
import { LIMITS } from '../contract/limits.ts'
import { writeDeposit } from '../deposit-ledger/write.ts'
import { ofOrganization } from '../ground/sql-organization.ts'
import { lockWithOwner } from './lock-with-owner.ts'
import { settlePayments } from './pay.ts'
import type { PaymentProvider } from '../payments/payment-provider.ts'
import { refundDeposit } from './refunds.ts'

const ASK_AGAIN_MS = LIMITS.depositProviderMinutes * 60_000

type Due = {
  readonly id: number
  readonly organizationId: number
  readonly chargeId: string | null
  readonly expiresAt: Date
  readonly clockAheadSeconds: number
}

/**
 * Expires deposits that were not paid in time, each by the clock of its organization, and refunds what was paid too
 * late. Run it every minute. Running it twice or late does no harm, and after a pause it catches up.
 *
 * @param provider null: there is no provider to ask
 * @param organizationId the only organization that it looks at; null: all of them
 * @returns how many deposits expired
 */
export async function expireDeposits(
  service: Service,
  provider: PaymentProvider | null = null,
  organizationId: number | null = null,
): Promise<number> {
  let expired = 0
  for (const deposit of await dueDeposits(service, organizationId)) {
    const ended = await attempt(service, deposit, async () => {
      if (!(await isUnpaid(service, deposit, provider))) return false
      return systemWork(
        service,
        deposit.organizationId,
        (work) => expireDeposit(work, deposit),
        'expireDeposit',
      )
    })
    if (ended === true) expired += 1
  }
  if (provider !== null) await refundLatePayments(service, provider, organizationId)
  return expired
}

/**
 * By the real clock, and of those organizations that are ahead what is due by their own. The status is part of the
 * text: the partial indexes could not be used with a parameter.
 */
function dueDeposits(service: Service, organizationId: number | null): Promise<Due[]> {
  const now = new Date(service.now())
  return service.db.$queryRaw<Due[]>`
    SELECT due.*, o.clock_ahead_seconds AS "clockAheadSeconds" FROM (
      SELECT id, organization_id AS "organizationId", charge_id AS "chargeId", expires_at AS "expiresAt"
      FROM deposit WHERE status = 'PENDING' AND expires_at <= ${now}
      UNION ALL
      SELECT d.id, d.organization_id, d.charge_id, d.expires_at
      FROM organization o JOIN deposit d ON d.organization_id = o.id
      WHERE o.clock_ahead_seconds > 0 AND d.status = 'PENDING' AND d.expires_at > ${now}
        AND d.expires_at <= ${new Date(service.realNow())}::timestamptz + make_interval(secs => o.clock_ahead_seconds)
    ) AS due JOIN organization o ON o.id = due."organizationId"
    WHERE ${ofOrganization('o.id', organizationId)} ORDER BY due."expiresAt", due.id`
}

/** Logs a failure, so that the other deposits go on. The next run tries this one again. */
async function attempt<Result>(
  service: Service,
  deposit: Pick<Due, 'id' | 'organizationId'>,
  run: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await run()
  } catch (error) {
    service.log.error(
      { deposit_id: deposit.id, organization_id: deposit.organizationId, err: error },
      'a deposit timer failed',
    )
    return null
  }
}

/** Asks the provider, outside of any transaction, and withdraws the charge so that it can no longer be paid. */
async function isUnpaid(
  service: Service,
  due: Due,
  provider: PaymentProvider | null,
): Promise<boolean> {
  if (provider === null || due.chargeId === null) return true
  try {
    const payments = await provider.payments(due.chargeId)
    if (payments.length === 0) {
      await provider.withdrawCharge(due.chargeId)
      return true
    }
  } catch (error) {
    const isLongDue = onClockOf(service, due).now() >= due.expiresAt.getTime() + ASK_AGAIN_MS
    service.log.warn(
      { deposit_id: due.id, organization_id: due.organizationId, err: error },
      isLongDue
        ? 'the payment provider still does not answer: the deposit expires'
        : 'the payment provider did not answer: the deposit does not expire yet',
    )
    return isLongDue
  }
  await settlePayments(service, due.organizationId, due.id, provider)
  return false
}

/** Checks again on the locked rows: the deposit may have been paid, or withdrawn, in between. */
async function expireDeposit(work: Work, due: Due): Promise<boolean> {
  const locked = await lockWithOwner(work, due.id)
  const { deposit, owner } = locked
  if (deposit.status !== 'PENDING' || deposit.expiresAt.getTime() !== due.expiresAt.getTime()) {
    return false
  }
  await writeDeposit(work, locked, 'deposit.expired', {
    status: 'EXPIRED',
    expiredAt: new Date(work.now()),
  })
  await owner.cancelUnpaid()
  return true
}

/** Tries again to refund payments that came too late, and whose refund failed at the time. */
async function refundLatePayments(
  service: Service,
  provider: PaymentProvider,
  organizationId: number | null,
): Promise<void> {
  const late = await service.db.$queryRaw<Pick<Due, 'id' | 'organizationId'>[]>`
    SELECT id, organization_id AS "organizationId" FROM deposit
    WHERE status = 'PAID' AND expired_at IS NOT NULL AND ${ofOrganization('organization_id', organizationId)}
    ORDER BY id`
  for (const deposit of late) {
    await attempt(service, deposit, () =>
      refundDeposit(
        service,
        deposit.organizationId,
        { depositId: deposit.id, amount: null },
        provider,
      ),
    )
  }
}
