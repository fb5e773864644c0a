/** The calls that a payment provider must support. The ids are ours, so every call can be repeated. */

/** A payment of a charge. */
export type Payment = {
  /** The id that the provider gave the payment. */
  readonly id: string
  /** Two decimals. */
  readonly amount: string
  /** Epoch milliseconds. */
  readonly paidAt: number
}

export type PaymentProvider = {
  /** @returns the copy-and-paste code. A repetition with the same id is the same charge. */
  createCharge(charge: {
    readonly chargeId: string
    readonly amount: string
    /** Epoch milliseconds. */
    readonly expiresAt: number
    /** Whom the client pays. */
    readonly payee: string
  }): Promise<{ readonly paymentCode: string }>
  /** Oldest first. An unknown charge has no payments. */
  payments(chargeId: string): Promise<readonly Payment[]>
  /** Makes a charge unpayable. It rejects if the charge was paid. An unknown charge counts as withdrawn. */
  withdrawCharge(chargeId: string): Promise<void>
  /** Resolves when the refund is settled. A repetition with the same id is the same refund. */
  refund(refund: {
    readonly refundId: string
    readonly chargeId: string
    readonly paymentId: string
    readonly amount: string
  }): Promise<void>
}
