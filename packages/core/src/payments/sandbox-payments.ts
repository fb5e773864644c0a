import {
  column,
  countRows,
  findRow,
  findRows,
  insertRow,
  insertRows,
  inTransaction,
  PATIENCE,
  Prisma,
  query,
  requireRow,
  sqlOf,
  tables,
  updateRow,
  updateRows,
  type Database,
  type Transaction,
} from '@scheduling/database'
import {
  pixCode,
  ProviderError,
  type Payment,
  type PaymentProvider,
  type RefundState,
} from '@scheduling/payments'
import { ownerOfCharge } from './charge-owner.ts'

/** What the bank of the sandbox makes of refunds: it settles them at once, later, or not at all. */
export const SANDBOX_REFUNDS = ['settle', 'wait', 'reject'] as const
export type SandboxRefunds = (typeof SANDBOX_REFUNDS)[number]

export type SandboxPayments = PaymentProvider & {
  /**
   * Pays a charge as its client would. It rejects if the charge was withdrawn or is unknown.
   *
   * @param amount two decimals; left out: what is asked for
   */
  pay(chargeId: string, amount?: string): Promise<Payment>
  /** The settled refunds of each payment, two decimals. */
  refunded(): Promise<ReadonlyMap<string, string>>
  /** What becomes of refunds of this charge that are asked for from now on. */
  treatRefunds(chargeId: string, refunds: SandboxRefunds): Promise<void>
  /** Ends the refunds of a charge that wait. @returns how many */
  endRefunds(chargeId: string, as: 'SETTLED' | 'REJECTED'): Promise<number>
}

const REASON = 'The bank of the sandbox was told to reject refunds.'
const NEW_STATUS = { settle: 'SETTLED', wait: 'PENDING', reject: 'REJECTED' } as const

const refundedByPayment = query({
  name: 'sandbox refunds by payment',
  text: `SELECT r.payment_id AS "paymentId", sum(r.amount) AS amount FROM sandbox_refund r
    WHERE r.status = 'SETTLED' GROUP BY r.payment_id`,
  row: { paymentId: column.text, amount: column.by('sum(r.amount)', column.decimal) },
})

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
    async charge({ chargeId: id, amount, payee }) {
      const location = `pix.sandbox.example/v2/${id}`
      const paymentCode = pixCode({ location, amount, payee, city: 'SAO PAULO' })
      await insertRows(db, tables.sandboxCharge, [{ id, amount, paymentCode }], 'skip')
      const charge = await requireRow(db, tables.sandboxCharge, { id })
      return { paymentCode: charge.paymentCode }
    },
    async read(chargeId) {
      const rows = await findRows(
        db,
        tables.sandboxPayment,
        { chargeId },
        { orderBy: Prisma.sql`r.number` },
      )
      return rows.map(toPayment)
    },
    withdraw(chargeId) {
      return inTransaction(db, PATIENCE, async (tx) => {
        if ((await lockCharge(tx, chargeId)) === null) return
        if ((await countRows(tx, tables.sandboxPayment, { chargeId })) > 0) {
          throw new ProviderError('paid', 'The charge was paid.')
        }
        const data = { withdrawnAt: await timeOf(tx, chargeId) }
        await updateRow(tx, tables.sandboxCharge, { id: chargeId }, data)
      })
    },
    refund({ refundId: id, paymentId, amount }) {
      return inTransaction(db, PATIENCE, async (tx): Promise<RefundState> => {
        const payment = await findRow(tx, tables.sandboxPayment, { id: paymentId })
        if (payment === null) throw new ProviderError('refused', 'No such payment.')
        const charge = await lockCharge(tx, payment.chargeId)
        const known = await findRow(tx, tables.sandboxRefund, { id })
        if (known !== null) {
          if (known.amount.equals(amount)) return stateOf(known.status)
          throw new ProviderError('nonsense', 'This refund has another amount.')
        }
        const refunds = await findRows(tx, tables.sandboxRefund, {
          paymentId,
          status: Prisma.sql`<> ${'REJECTED'}`,
        })
        const total = refunds.reduce((sum, one) => sum.add(one.amount), new Prisma.Decimal(amount))
        if (total.greaterThan(payment.amount)) {
          throw new ProviderError('refused', 'More than was paid.')
        }
        const how = SANDBOX_REFUNDS.find((one) => one === charge?.refunds) ?? 'settle'
        const status = NEW_STATUS[how]
        await insertRow(tx, tables.sandboxRefund, { id, paymentId, amount, status })
        return stateOf(status)
      })
    },
    pay(chargeId, asked) {
      return inTransaction(db, PATIENCE, async (tx) => {
        const charge = await lockCharge(tx, chargeId)
        if (charge === null || charge.withdrawnAt !== null) {
          throw new Error('This charge cannot be paid.')
        }
        const number = (await countRows(tx, tables.sandboxPayment, { chargeId })) + 1
        const amount = asked ?? charge.amount.toFixed(2)
        const paidAt = await timeOf(tx, chargeId)
        const data = { id: endToEndId(chargeId, number), chargeId, number, amount, paidAt }
        return toPayment(await insertRow(tx, tables.sandboxPayment, data))
      })
    },
    async refunded() {
      const rows = await refundedByPayment(sqlOf(db), [])
      return new Map(rows.map(({ paymentId, amount }) => [paymentId, amount.toFixed(2)]))
    },
    async treatRefunds(id, refunds) {
      await updateRow(db, tables.sandboxCharge, { id }, { refunds })
    },
    async endRefunds(chargeId, status) {
      const paymentId = Prisma.sql`IN (SELECT p.id FROM sandbox_payment p WHERE p.charge_id = ${chargeId})`
      const ended = { paymentId, status: 'PENDING' }
      return updateRows(db, tables.sandboxRefund, ended, { status })
    },
  }
}

/** Of the form that banks use: 32 letters and digits. */
function endToEndId(chargeId: string, number: number): string {
  return `E${chargeId}${String(number).padStart(5, '0')}`
}

function stateOf(status: string): RefundState {
  if (status === 'SETTLED' || status === 'PENDING') return { status }
  return { status: 'REJECTED', reason: REASON }
}

/** Whatever happens to a charge happens one after the other. Null: the charge is unknown. */
async function lockCharge(tx: Transaction, id: string) {
  return findRow(tx, tables.sandboxCharge, { id }, { lock: 'UPDATE' })
}

function toPayment(row: { id: string; amount: Prisma.Decimal; paidAt: Date }): Payment {
  return { id: row.id, amount: row.amount.toFixed(2), paidAt: row.paidAt.getTime() }
}
