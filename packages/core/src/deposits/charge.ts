import { Prisma } from '@scheduling/database'
import { ulid } from 'ulid'
import { toAppointment } from '../appointments/appointment.ts'
import { appointmentEvent } from '../appointments/events.ts'
import { findAppointment, lockAppointment } from '../appointments/load.ts'
import type { Service } from '../context.ts'
import { requireFeature } from '../procedure/endpoint.ts'
import { invalid, Problem } from '../contract/problems.ts'
import { lockQueueEntry } from '../queue/load.ts'
import { ACTIVE_QUEUE_STATUSES, notEditable } from '../queue/transitions.ts'
import { systemWork, type Work } from '../change/system-work.ts'
import { DEPOSIT_RELATIONS, type DepositRow } from './deposit.ts'
import { findDeposit } from './load.ts'
import { lockWithOwner } from './owner.ts'
import type { PaymentProvider } from './payment-provider.ts'
import type { DepositOwner } from './withdraw.ts'
import { writeDeposit } from './write.ts'

const MINUTE_MS = 60_000
const AMOUNT = /^\d{1,10}\.\d{2}$/

/**
 * Asks a client for a deposit: the row first, then the code from the provider, then `deposit.created`.
 *
 * @param amount two decimals
 * @throws as `requestDeposit`
 */
export async function createDeposit(
  service: Service,
  organizationId: number,
  owner: DepositOwner,
  amount: string,
  provider: PaymentProvider,
): Promise<DepositRow> {
  const { id } = await systemWork(service, organizationId, (work) =>
    requestDeposit(work, owner, amount),
  )
  return issueCharge(service, organizationId, id, provider)
}

/**
 * Writes a `PENDING` deposit without its code, in the transaction of the booking: a slot is never held
 * without the deposit that ends the hold.
 *
 * @throws `404 not_found`; `400 validation_error` on `amount`; `403 feature_not_enabled`; `409` when the
 *   appointment or entry is over, or has a deposit that is open or paid
 */
export async function requestDeposit(
  work: Work,
  owner: DepositOwner,
  amount: string,
): Promise<DepositRow> {
  const { tx, organization } = work
  requireFeature(work, 'deposits')
  if (!AMOUNT.test(amount) || new Prisma.Decimal(amount).isZero()) {
    throw invalid('amount', 'invalid_value', 'The amount must be above zero, such as 50.00.')
  }
  const { clientId } = await lockPayable(work, owner)
  const other = await tx.deposit.findFirst({
    where: { organizationId: organization.id, ...owner, status: { in: ['PENDING', 'PAID'] } },
    select: { id: true },
  })
  if (other !== null) {
    throw new Problem('action_not_allowed', 'There is already a deposit that is open or paid.')
  }
  const now = work.now()
  const deposit = await tx.deposit.create({
    data: {
      organizationId: organization.id,
      ...owner,
      clientId,
      amount,
      chargeId: ulid(now, work.random).toLowerCase(),
      expiresAt: new Date(now + organization.depositExpiryMinutes * MINUTE_MS),
    },
    include: DEPOSIT_RELATIONS,
  })
  await showOnOwner(work, owner)
  return deposit
}

/** The owner's row, locked. */
async function lockPayable(work: Work, owner: DepositOwner): Promise<{ clientId: number }> {
  const { tx, organization } = work
  if ('appointmentId' in owner) {
    const row = await lockAppointment(tx, organization.id, owner.appointmentId)
    if (row.status === 'PENDING' || row.status === 'CONFIRMED') return row
    throw new Problem(
      'appointment_not_editable',
      `A deposit cannot be charged for an appointment with the status ${row.status}.`,
    )
  }
  const row = await lockQueueEntry(tx, organization.id, owner.queueEntryId)
  if ((ACTIVE_QUEUE_STATUSES as readonly string[]).includes(row.status)) return row
  throw notEditable(`A deposit cannot be charged for a queue entry with the status ${row.status}.`)
}

/** `deposit_id` of the owner's record is another now: whoever synchronizes must see it. */
async function showOnOwner(work: Work, owner: DepositOwner): Promise<void> {
  const { tx, organization } = work
  if ('queueEntryId' in owner) {
    await tx.$executeRaw`
      UPDATE queue_entry SET updated_at = clock_timestamp()
      WHERE organization_id = ${organization.id} AND id = ${owner.queueEntryId}`
    return
  }
  await tx.$executeRaw`
    UPDATE appointment SET updated_at = clock_timestamp()
    WHERE organization_id = ${organization.id} AND id = ${owner.appointmentId}`
  const after = await findAppointment(tx, organization.id, owner.appointmentId)
  const record = toAppointment(after, organization.timeZone)
  const [, previous] = await tx.deposit.findMany({
    where: { organizationId: organization.id, ...owner },
    select: { id: true },
    orderBy: { id: 'desc' },
    take: 2,
  })
  const before = { ...record, deposit_id: previous?.id ?? null }
  work.emit(appointmentEvent('appointment.updated', record, before))
}

/**
 * Has the provider make the code of a deposit, outside any transaction, and writes it. It can be repeated:
 * the charge keeps its id. A deposit that ended meanwhile gets no code, and its charge is withdrawn.
 *
 * @throws whatever the provider's failure is; `404 not_found`
 */
export async function issueCharge(
  service: Service,
  organizationId: number,
  depositId: number,
  provider: PaymentProvider,
): Promise<DepositRow> {
  const seen = await findDeposit(service.db, organizationId, depositId)
  const { chargeId } = seen
  if (chargeId === null || seen.paymentCode !== null || seen.status !== 'PENDING') return seen
  const payee = await service.db.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { name: true },
  })
  const { paymentCode } = await provider.createCharge({
    chargeId,
    amount: seen.amount.toFixed(2),
    expiresAt: seen.expiresAt.getTime(),
    payee: payee.name,
  })
  const row = await systemWork(
    service,
    organizationId,
    async (work) => {
      const { deposit } = await lockWithOwner(work, depositId, false)
      if (deposit.status !== 'PENDING' || deposit.paymentCode !== null) return deposit
      return writeDeposit(work, deposit, 'deposit.created', { paymentCode })
    },
    'payment',
  )
  if (row.status === 'EXPIRED') await provider.withdrawCharge(chargeId)
  return row
}
