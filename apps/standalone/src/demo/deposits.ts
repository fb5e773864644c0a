/** Deposits of the demo, one in every state, paid at a bank that is none. */
import {
  createDeposit,
  expireDeposits,
  refundDeposit,
  sandboxPayments,
  settlePayments,
  type Service,
} from '@scheduling/core'
import { prismaOf, requireRow, tables, type Organization } from '@scheduling/database'

const AMOUNT = '100.00'
const MINUTE_MS = 60_000

/** @param appointmentIds five that are `PENDING`; the one whose deposit expires is cancelled by that */
export async function fillDeposits(
  service: Service,
  organization: Organization,
  appointmentIds: readonly number[],
): Promise<void> {
  const [expiring, paid, partly, refunded, open] = appointmentIds
  if (open === undefined) return
  const provider = sandboxPayments(service)
  const charge = async (appointmentId: number | undefined, clock = service): Promise<number> => {
    if (appointmentId === undefined) throw new Error('The demo has too few appointments.')
    return (
      await createDeposit(
        clock,
        organization.id,
        { owner: { appointmentId }, amount: AMOUNT },
        provider,
      )
    ).id
  }
  const pay = async (appointmentId: number | undefined): Promise<number> => {
    const id = await charge(appointmentId)
    const { chargeId } = await requireRow(service.db, tables.deposit, { id })
    await provider.pay(chargeId ?? '')
    await settlePayments(service, organization.id, id, provider)
    return id
  }

  const long = (organization.depositExpiryMinutes + 5) * MINUTE_MS
  const late = await charge(expiring, { ...service, now: () => service.now() - long })
  await prismaOf(service.db).$executeRaw`
    UPDATE deposit SET created_at = expires_at - make_interval(mins => ${organization.depositExpiryMinutes})
    WHERE id = ${late}`
  await expireDeposits(service, provider)
  await pay(paid)
  await refundDeposit(
    service,
    organization.id,
    { depositId: await pay(partly), amount: '40.00' },
    provider,
  )
  await refundDeposit(
    service,
    organization.id,
    { depositId: await pay(refunded), amount: null },
    provider,
  )
  await charge(open)
}
