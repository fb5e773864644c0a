import {
  inTransaction,
  PATIENCE,
  Prisma,
  sqlOf,
  type Database,
  type Transaction,
} from '@scheduling/database'
import { ownerOfCharge } from './charge-owner.ts'
import type { Payment, PaymentProvider } from './payment-provider.ts'
import { pixCode } from './pix-code.ts'

export type SandboxPayments = PaymentProvider & {
  /** Pays a charge as its client would. It rejects if the charge was withdrawn or is unknown. */
  pay(chargeId: string): Promise<Payment>
  /** The settled refunds of each payment, two decimals. */
  refunded(): Promise<ReadonlyMap<string, string>>
}

/**
 * A provider without a bank. Its codes have a valid form, and a payment happens only with `pay`. What it knows is
 * in the database, so that all processes ask one bank. Its time is that of the organization which is paid.
 *
 * @param bank.realNow epoch milliseconds
 */
export function sandboxPayments(bank: {
  readonly db: Database
  readonly realNow: () => number
}): SandboxPayments {
  const { db, realNow } = bank
  const timeOf = async (tx: Transaction, chargeId: string): Promise<Date> => {
    const owner = await ownerOfCharge(sqlOf(tx), chargeId)
    return new Date(realNow() + (owner?.ahead ?? 0) * 1000)
  }
  return {
    async createCharge({ chargeId: id, amount, payee }) {
      const location = `pix.sandbox.example/v2/${id}`
      const paymentCode = pixCode({ location, amount, payee, city: 'SAO PAULO' })
      await db.sandboxCharge.createMany({
        data: [{ id, amount, paymentCode }],
        skipDuplicates: true,
      })
      const charge = await db.sandboxCharge.findUniqueOrThrow({ where: { id } })
      return { paymentCode: charge.paymentCode }
    },
    async payments(chargeId) {
      const rows = await db.sandboxPayment.findMany({
        where: { chargeId },
        orderBy: { number: 'asc' },
      })
      return rows.map(toPayment)
    },
    withdrawCharge(chargeId) {
      return inTransaction(db, PATIENCE, async (tx) => {
        if ((await lockCharge(tx, chargeId)) === null) return
        if ((await tx.sandboxPayment.count({ where: { chargeId } })) > 0) {
          throw new Error('The charge was paid.')
        }
        const data = { withdrawnAt: await timeOf(tx, chargeId) }
        await tx.sandboxCharge.update({ where: { id: chargeId }, data })
      })
    },
    refund({ refundId: id, paymentId, amount }) {
      return inTransaction(db, PATIENCE, async (tx) => {
        const payment = await tx.sandboxPayment.findUnique({ where: { id: paymentId } })
        if (payment === null) throw new Error('No such payment.')
        await lockCharge(tx, payment.chargeId)
        const known = await tx.sandboxRefund.findUnique({ where: { id } })
        if (known !== null) {
          if (known.amount.equals(amount)) return
          throw new Error('This refund has another amount.')
        }
        const refunds = await tx.sandboxRefund.findMany({ where: { paymentId } })
        const total = refunds.reduce((sum, one) => sum.add(one.amount), new Prisma.Decimal(amount))
        if (total.greaterThan(payment.amount)) throw new Error('More than was paid.')
        await tx.sandboxRefund.create({ data: { id, paymentId, amount } })
      })
    },
    pay(chargeId) {
      return inTransaction(db, PATIENCE, async (tx) => {
        const charge = await lockCharge(tx, chargeId)
        if (charge === null || charge.withdrawnAt !== null) {
          throw new Error('Nobody can pay this charge.')
        }
        const number = (await tx.sandboxPayment.count({ where: { chargeId } })) + 1
        const id = `${chargeId}-${number}`
        const { amount } = charge
        const data = { id, chargeId, number, amount, paidAt: await timeOf(tx, chargeId) }
        return toPayment(await tx.sandboxPayment.create({ data }))
      })
    },
    async refunded() {
      const rows = await db.sandboxRefund.groupBy({ by: ['paymentId'], _sum: { amount: true } })
      return new Map(
        rows.map(({ paymentId, _sum }) => [paymentId, _sum.amount?.toFixed(2) ?? '0.00']),
      )
    },
  }
}

/** Whatever happens to a charge happens one after the other. Null: the charge is unknown. */
async function lockCharge(tx: Transaction, id: string) {
  await tx.$executeRaw`SELECT FROM sandbox_charge WHERE id = ${id} FOR UPDATE`
  return tx.sandboxCharge.findUnique({ where: { id } })
}

function toPayment(row: { id: string; amount: Prisma.Decimal; paidAt: Date }): Payment {
  return { id: row.id, amount: row.amount.toFixed(2), paidAt: row.paidAt.getTime() }
}
