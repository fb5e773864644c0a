import { Prisma, rawRows } from '@scheduling/database'
import type { PaymentProvider } from '@scheduling/payments'
import { systemWork, type Work } from '../change/system-work.ts'
import { onClockOf, type Service } from '../context.ts'
import { LIMITS } from '../contract/limits.ts'
import { writeDeposit } from './write.ts'
import { withdrawLater } from './withdraw.ts'
import { inTime } from '../ground/in-time.ts'
import { ofOrganization } from '../ground/sql-organization.ts'
import { lockWithOwner } from './lock-with-owner.ts'
import { afterFailure, eachByAccount, type Done } from './by-account.ts'
import { notePayments } from './pay.ts'
import { withdrawCharge } from './settle.ts'

const ASK_AGAIN_MS = LIMITS.depositProviderMinutes * 60_000

type Due = {
  readonly id: number
  readonly organizationId: number
  readonly chargeId: string | null
  readonly connectionId: number | null
  readonly expiresAt: Date
  readonly clockAheadSeconds: number
}

/**
 * Expires deposits that were not paid in time, each by the clock of its organization. Run it every minute. Running it twice or late does no harm, and after a pause it catches up.
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
  await eachByAccount(await dueDeposits(service, organizationId), async (deposit, isAway) => {
    const ended = await attempt(service, deposit, async (): Promise<Done> => {
      const { found, came } = isAway
        ? { found: unanswered(service, deposit), came: 'away' as const }
        : await askProvider(service, deposit, provider)
      if (found === 'open' || found === 'paid') return came
      const isWithdrawn = found === 'withdrawn'
      const isExpired = await systemWork(
        service,
        deposit.organizationId,
        (work) => expireDeposit(work, deposit, isWithdrawn),
        'expireDeposit',
      )
      if (isExpired) expired += 1
      return came
    })
    return ended ?? 'failed'
  })
  return expired
}

/**
 * By the real clock, and of those organizations that are ahead what is due by their own. The status is part of the
 * text: the partial indexes could not be used with a parameter.
 */
function dueDeposits(service: Service, organizationId: number | null): Promise<Due[]> {
  const now = new Date(service.now())
  return rawRows<Due>(
    service.db,
    Prisma.sql`
    SELECT due.*, o.clock_ahead_seconds AS "clockAheadSeconds" FROM (
      SELECT id, organization_id AS "organizationId", charge_id AS "chargeId", connection_id AS "connectionId", expires_at AS "expiresAt"
      FROM deposit WHERE status = 'PENDING' AND expires_at <= ${now}
      UNION ALL
      SELECT d.id, d.organization_id, d.charge_id, d.connection_id, d.expires_at
      FROM organization o JOIN deposit d ON d.organization_id = o.id
      WHERE o.clock_ahead_seconds > 0 AND d.status = 'PENDING' AND d.expires_at > ${now}
        AND d.expires_at <= ${new Date(service.realNow())}::timestamptz + make_interval(secs => o.clock_ahead_seconds)
    ) AS due JOIN organization o ON o.id = due."organizationId"
    WHERE ${ofOrganization('o.id', organizationId)} ORDER BY due."expiresAt", due.id`,
  )
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

/** What the provider says at the expiry, and what was done there. */
type Asked =
  /** It was paid in time. */
  | 'paid'
  /** It can no longer be paid. */
  | 'withdrawn'
  /** It does not answer: the deposit expires, and a timer goes on with the charge. */
  | 'unknown'
  /** It does not answer: the deposit does not expire yet. */
  | 'open'

/** Asks the provider, outside of any transaction, and withdraws the charge so that it can no longer be paid. */
async function askProvider(
  service: Service,
  due: Due,
  provider: PaymentProvider | null,
): Promise<{ readonly found: Asked; readonly came: Done }> {
  if (provider === null || due.chargeId === null) return { found: 'unknown', came: 'done' }
  try {
    const found = await inTime(
      askAndWithdraw(service, due, due.chargeId, provider),
      service.patience.providerMs,
    )
    return { found, came: 'done' }
  } catch (error) {
    const found = unanswered(service, due)
    service.log.warn(
      { deposit_id: due.id, organization_id: due.organizationId, err: error },
      found === 'unknown'
        ? 'the payment provider still does not answer: the deposit expires'
        : 'the payment provider did not answer: the deposit does not expire yet',
    )
    return { found, came: afterFailure(error) }
  }
}

async function askAndWithdraw(
  service: Service,
  { id, organizationId }: Due,
  chargeId: string,
  provider: PaymentProvider,
): Promise<'paid' | 'withdrawn'> {
  const { deposit, payments } = await notePayments(service, organizationId, id, provider)
  if (deposit.status !== 'PENDING') return 'paid'
  await withdrawCharge(provider, chargeId, payments.length > 0)
  return 'withdrawn'
}

/** What holds without an answer: a deposit waits for one for some minutes. */
function unanswered(service: Service, due: Due): 'unknown' | 'open' {
  const isLongDue = onClockOf(service, due).now() >= due.expiresAt.getTime() + ASK_AGAIN_MS
  return isLongDue ? 'unknown' : 'open'
}

/** Checks again on the locked rows: the deposit may have been paid, or withdrawn, in between. */
async function expireDeposit(work: Work, due: Due, isWithdrawn: boolean): Promise<boolean> {
  const locked = await lockWithOwner(work, due.id)
  const { deposit, owner } = locked
  if (deposit.status !== 'PENDING' || deposit.expiresAt.getTime() !== due.expiresAt.getTime()) {
    return false
  }
  await writeDeposit(work, locked, 'deposit.expired', {
    status: 'EXPIRED',
    expiredAt: new Date(work.now()),
  })
  if (!isWithdrawn) await withdrawLater(work, deposit)
  await owner.cancelUnpaid()
  return true
}
