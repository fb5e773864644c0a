import { takeStatusStep } from '../appointments/change-status.ts'
import type { Service } from '../context.ts'
import { isPast } from '../queue/load.ts'
import { stepLocked } from '../queue/step.ts'
import { transitionOf } from '../queue/transitions.ts'
import { systemWork, type Work } from '../change/system-work.ts'
import { lockWithOwner } from './owner.ts'
import { settlePayments } from './pay.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { refundDeposit } from './refund.ts'
import { DEPOSIT_EXPIRED } from './restore.ts'
import { writeDeposit } from './write.ts'

/** How long a provider that does not answer keeps a deposit from expiring. */
const ASK_AGAIN_MS = 15 * 60_000

type Due = {
  readonly id: number
  readonly organizationId: number
  readonly chargeId: string | null
  readonly expiresAt: Date
}

/**
 * Ends deposits that were not paid in time, and gives back what was paid too late. Run it each minute; run
 * twice or late it does the same, and after a pause it makes up for what it missed.
 *
 * @param provider null: there is nobody to ask
 * @returns how many expired
 */
export async function expireDeposits(
  service: Service,
  provider: PaymentProvider | null = null,
): Promise<number> {
  // The status stands in the text: as a parameter it would keep the partial index from being used.
  const due = await service.db.$queryRaw<Due[]>`
    SELECT id, organization_id AS "organizationId", charge_id AS "chargeId", expires_at AS "expiresAt"
    FROM deposit WHERE status = 'PENDING' AND expires_at <= ${new Date(service.now())}
    ORDER BY expires_at, id`
  let expired = 0
  for (const deposit of due) {
    const ended = await attempt(service, deposit, async () => {
      if (!(await isUnpaid(service, deposit, provider))) return false
      return systemWork(service, deposit.organizationId, (work) => expireDeposit(work, deposit))
    })
    if (ended === true) expired += 1
  }
  if (provider !== null) await refundLatePayments(service, provider)
  return expired
}

/** One that fails keeps the others from nothing; the next minute tries it again. */
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

/** Asks the provider, outside any transaction, and takes the charge back so that nobody pays it any more. */
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
    const isLongDue = service.now() >= due.expiresAt.getTime() + ASK_AGAIN_MS
    service.log.warn(
      { deposit_id: due.id, organization_id: due.organizationId, err: error },
      isLongDue
        ? 'the provider still gives no answer: the deposit expires'
        : 'the provider gave no answer: the deposit waits',
    )
    return isLongDue
  }
  await settlePayments(service, due.organizationId, due.id, provider)
  return false
}

/** Decides again on the locked rows: it may have been paid, or withdrawn, meanwhile. */
async function expireDeposit(work: Work, due: Due): Promise<boolean> {
  const locked = await lockWithOwner(work, due.id, false)
  const { deposit } = locked
  if (deposit.status !== 'PENDING' || deposit.expiresAt.getTime() !== due.expiresAt.getTime()) {
    return false
  }
  await writeDeposit(work, deposit, 'deposit.expired', {
    status: 'EXPIRED',
    expiredAt: new Date(work.now()),
  })
  if (locked.kind === 'appointment') {
    const { appointment } = locked
    if (appointment.status === 'PENDING') {
      // Not an action of anybody: no rule about cancelling is asked.
      await takeStatusStep(work, appointment, {
        to: 'CANCELLED_CLIENT',
        event: 'appointment.cancelled',
        columns: (now) => ({ cancelledAt: now, cancellationReason: DEPOSIT_EXPIRED }),
      })
    }
  } else {
    const { entry } = locked
    const standing = { status: entry.status, isPast: isPast(entry, work) }
    if (transitionOf(standing, 'deposit_expired') !== null) {
      await stepLocked(work, entry, 'deposit_expired')
    }
  }
  return true
}

/** Money that came for something that is gone: a refund that failed when it arrived is tried again. */
async function refundLatePayments(service: Service, provider: PaymentProvider): Promise<void> {
  const late = await service.db.$queryRaw<Pick<Due, 'id' | 'organizationId'>[]>`
    SELECT id, organization_id AS "organizationId" FROM deposit
    WHERE status = 'PAID' AND expired_at IS NOT NULL ORDER BY id`
  for (const deposit of late) {
    await attempt(service, deposit, () =>
      refundDeposit(service, deposit.organizationId, deposit.id, null, provider),
    )
  }
}
