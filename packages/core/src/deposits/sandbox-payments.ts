import type { Payment, PaymentProvider } from './payment-provider.ts'
import { pixCode } from './pix-code.ts'

type Charge = {
  readonly amount: string
  readonly paymentCode: string
  readonly payments: Payment[]
  isWithdrawn: boolean
}

export type SandboxPayments = PaymentProvider & {
  /** Pays a charge as its client would. It rejects if the charge was withdrawn or is unknown. */
  pay(chargeId: string): Promise<Payment>
  /** The settled refunds of each payment, in cents. */
  readonly refunded: ReadonlyMap<string, number>
}

/**
 * A provider without a bank. Its codes have a valid form, and a payment happens only with `pay`. Everything is
 * in memory.
 *
 * @param now epoch milliseconds
 */
export function sandboxPayments(now: () => number): SandboxPayments {
  const charges = new Map<string, Charge>()
  const refunds = new Map<string, string>()
  const refunded = new Map<string, number>()
  return {
    refunded,
    async createCharge({ chargeId, amount, payee }) {
      const known = charges.get(chargeId)
      if (known !== undefined) return { paymentCode: known.paymentCode }
      const location = `pix.sandbox.example/v2/${chargeId}`
      const paymentCode = pixCode({ location, amount, payee, city: 'SAO PAULO' })
      charges.set(chargeId, { amount, paymentCode, payments: [], isWithdrawn: false })
      return { paymentCode }
    },
    async payments(chargeId) {
      return [...(charges.get(chargeId)?.payments ?? [])]
    },
    async withdrawCharge(chargeId) {
      const charge = charges.get(chargeId)
      if (charge === undefined) return
      if (charge.payments.length > 0) throw new Error('The charge was paid.')
      charge.isWithdrawn = true
    },
    async refund({ refundId, paymentId, amount }) {
      const known = refunds.get(refundId)
      if (known === amount) return
      if (known !== undefined) throw new Error('This refund has another amount.')
      const payment = [...charges.values()]
        .flatMap((charge) => charge.payments)
        .find(({ id }) => id === paymentId)
      if (payment === undefined) throw new Error('No such payment.')
      const total = (refunded.get(paymentId) ?? 0) + cents(amount)
      if (total > cents(payment.amount)) throw new Error('More than was paid.')
      refunds.set(refundId, amount)
      refunded.set(paymentId, total)
    },
    async pay(chargeId) {
      const charge = charges.get(chargeId)
      if (charge === undefined || charge.isWithdrawn) throw new Error('Nobody can pay this charge.')
      const id = `${chargeId}-${charge.payments.length + 1}`
      const payment = { id, amount: charge.amount, paidAt: now() }
      charge.payments.push(payment)
      return payment
    },
  }
}

function cents(amount: string): number {
  return Number(amount.replace('.', ''))
}
