/** What a payment provider has to be able to do. Ids are ours, so every call can be repeated. */

/** Money that arrived for a charge. */
export type Payment = {
  /** The provider's id of it. */
  readonly id: string
  /** Two decimals. */
  readonly amount: string
  /** Epoch milliseconds. */
  readonly paidAt: number
}

export type PaymentProvider = {
  /** @returns the copy-and-paste code. Repeated with the same id: the same charge. */
  createCharge(charge: {
    readonly chargeId: string
    readonly amount: string
    /** Epoch milliseconds. */
    readonly expiresAt: number
    /** Whom the client pays. */
    readonly payee: string
  }): Promise<{ readonly paymentCode: string }>
  /** Oldest first; none for a charge that it does not know. */
  payments(chargeId: string): Promise<readonly Payment[]>
  /** Nobody can pay it any more. Rejects when it was paid meanwhile; an unknown charge is withdrawn already. */
  withdrawCharge(chargeId: string): Promise<void>
  /** Resolves when the refund is settled. Repeated with the same id: the same refund. */
  refund(refund: {
    readonly refundId: string
    readonly paymentId: string
    readonly amount: string
  }): Promise<void>
}
