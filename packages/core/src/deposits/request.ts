import { findRow, insertRow, Prisma, requireRow, tables, updateRow } from '@scheduling/database'
import { isFinal, type PaymentProvider } from '@scheduling/payments'
import { makeMessageDue } from '../change/write-messages.ts'
import { depositMessage } from '../events/client-messages.ts'
import { systemWork, type AskedBy, type Work } from '../change/system-work.ts'
import { withPlainLetters } from '../clients/folding.ts'
import type { Service } from '../context.ts'
import { invalid, Problem } from '../contract/problems.ts'
import { LIMITS } from '../contract/limits.ts'
import type { DepositRow } from './deposit-base.ts'
import { AMOUNT } from '../ground/fields.ts'
import { findDeposit } from './load.ts'
import { latestExpiry } from './open.ts'
import type { DepositOwnerId } from './owner.ts'
import { writeDeposit } from './write.ts'
import { payeeNow } from '../payments/payee.ts'
import { requireFeature } from '../procedure/rights.ts'
import { lockOwner, lockWithOwner } from './lock-with-owner.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

export type DepositRequest = {
  readonly owner: DepositOwnerId
  /** Two decimals. */
  readonly amount: string
  /** Epoch milliseconds. Left out: after the time that the organization gives its clients. */
  readonly expiresAt?: number | undefined
  /** Left out: the system. */
  readonly askedBy?: AskedBy
  /** A visitor is asked for it: it expires before the start. Otherwise at the start, at the latest. */
  readonly isOfVisitor?: boolean
  /** The same transaction writes the owner, and emits its event afterwards. */
  readonly isOfNew?: boolean
}

/**
 * Asks a client for a deposit: writes the row, then gets the payment code from the provider, then emits
 * `deposit.created`. One that the team asks for by itself has neither code nor event.
 *
 * @throws as `requestDeposit`
 */
export async function createDeposit(
  service: Service,
  organizationId: number,
  request: DepositRequest,
  provider: PaymentProvider,
): Promise<DepositRow> {
  const { id } = await systemWork(
    service,
    organizationId,
    (work) => requestDeposit(work, request),
    'requestDeposit',
  )
  return issueCharge(service, organizationId, id, provider, { isRepeated: false })
}

/**
 * Writes a `PENDING` deposit without a payment code. It belongs in the transaction of the booking, so that the
 * booking never holds time without the deposit whose expiry frees it.
 *
 * @throws `404 not_found`; `400 validation_error` on `amount` or `expires_at`; `403 feature_not_enabled`; `409`
 *   when the appointment or queue entry is over, or already has a deposit that is open or paid
 */
export async function requestDeposit(
  work: Work,
  {
    owner: ownerId,
    amount,
    expiresAt,
    askedBy,
    isOfVisitor = false,
    isOfNew = false,
  }: DepositRequest,
): Promise<DepositRow> {
  const { tx, organization } = work
  requireFeature(work, 'deposits')
  if (!AMOUNT.test(amount) || new Prisma.Decimal(amount).isZero()) {
    throw invalid('amount', 'invalid_value', 'The amount must be above zero, such as 50.00.')
  }
  const now = work.now()
  requireExpiry(expiresAt, now)
  const owner = await lockOwner(work, ownerId, false)
  owner.requirePayable()
  // What has begun can be charged for still.
  const start = owner.start !== null && owner.start > now ? owner.start : Infinity
  const payee = await payeeNow(work)
  const isByHand = payee.method === 'MANUAL'
  const latest = isOfVisitor && !isByHand ? latestExpiry(start, now) : start
  if (expiresAt !== undefined && expiresAt > latest) throw tooLate()
  const { manualDepositHours, depositExpiryMinutes } = organization
  const usual = now + (isByHand ? manualDepositHours * 60 : depositExpiryMinutes) * MINUTE_MS
  const other = await findRow(tx, tables.deposit, {
    organizationId: organization.id,
    ...ownerId,
    status: ['PENDING', 'PAID'],
  })
  if (other !== null) {
    throw new Problem('action_not_allowed', 'There is already a deposit that is open or paid.')
  }
  const { id } = await insertRow(tx, tables.deposit, {
    organizationId: organization.id,
    ...ownerId,
    clientId: owner.clientId,
    amount,
    ...payee,
    expiresAt: new Date(expiresAt ?? Math.min(usual, latest)),
    ...(askedBy === undefined ? {} : { askedBy }),
  })
  if (!isOfNew) await owner.showDeposit()
  return findDeposit(tx, organization.id, id)
}

function tooLate(): Problem {
  const message = 'The deposit must expire by the start of the appointment.'
  return invalid('expires_at', 'out_of_range', message)
}

function requireExpiry(expiresAt: number | undefined, now: number): void {
  if (expiresAt === undefined) return
  if (expiresAt > now && expiresAt <= now + LIMITS.depositExpiryDays * DAY_MS) return
  throw invalid(
    'expires_at',
    'out_of_range',
    `The deposit must expire in the future, within ${LIMITS.depositExpiryDays} days.`,
  )
}

/**
 * Gets the payment code of a deposit from the provider, outside of any transaction, and writes it. It can be
 * repeated, since the charge keeps its id. A deposit that ended in between gets no code, and its charge is
 * withdrawn. Where the provider will never issue one, the deposit keeps the reason for the team.
 *
 * @param options.isRepeated whether the provider may know the charge already
 * @throws `404 not_found`, and every failure of the provider that may pass
 */
export async function issueCharge(
  service: Service,
  organizationId: number,
  depositId: number,
  provider: PaymentProvider,
  { isRepeated }: { readonly isRepeated: boolean } = { isRepeated: true },
): Promise<DepositRow> {
  const seen = await findDeposit(service.db, organizationId, depositId)
  const { chargeId } = seen
  if (chargeId === null || seen.paymentCode !== null || seen.chargeFault !== null) return seen
  if (seen.status !== 'PENDING') return seen
  const payee = await requireRow(service.db, tables.organization, { id: organizationId })
  const asked = {
    chargeId,
    amount: seen.amount.toFixed(2),
    expiresAt: seen.expiresAt.getTime(),
    payee: withPlainLetters(payee.name),
    isRepeated,
  }
  const issued = await provider.charge(asked).catch((error: unknown) => {
    if (isFinal(error)) return { refusal: error.detail ?? error.message }
    throw error
  })
  const write = async (work: Work) => {
    const locked = await lockWithOwner(work, depositId)
    const { deposit } = locked
    if (deposit.status !== 'PENDING' || deposit.paymentCode !== null) return deposit
    if ('refusal' in issued) return writeChargeFault(work, deposit, issued.refusal)
    const { tx, organization } = work
    const isTold = await makeMessageDue(tx, organization.id, depositMessage(deposit))
    const notice = isTold ? { tellsClient: false } : {}
    return writeDeposit(
      work,
      locked,
      'deposit.created',
      { paymentCode: issued.paymentCode },
      notice,
    )
  }
  const row = await systemWork(service, organizationId, write, 'issueCharge', seen.askedBy)
  if (row.status === 'EXPIRED') await provider.withdraw(chargeId)
  return row
}

async function writeChargeFault(
  work: Work,
  deposit: DepositRow,
  chargeFault: string,
): Promise<DepositRow> {
  if (deposit.chargeFault !== null) return deposit
  const { updatedAt } = await updateRow(
    work.tx,
    tables.deposit,
    { id: deposit.id },
    { chargeFault },
  )
  const changes = { charge_fault: { from: null, to: chargeFault } }
  work.note({ action: 'deposit.charge_refused', id: deposit.id, changes })
  return { ...deposit, chargeFault, updatedAt }
}
