/**
 * What a payment provider must be able to do. The ids of charges and refunds are ours and are stored before a call, so
 * every call can be repeated: after a timeout the provider is asked what became of it. Amounts are decimal strings with
 * two decimals.
 */

export type NewCharge = {
  /** 26 to 35 letters and digits. */
  readonly chargeId: string
  readonly amount: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /** Whom the client pays. */
  readonly payee: string
  /** Whether it may have been asked for before: then the provider is first asked whether it has the charge. */
  readonly isRepeated: boolean
}

/** A payment of a charge. */
export type Payment = {
  /** The id that the banks gave the payment. */
  readonly id: string
  readonly amount: string
  /** Epoch milliseconds. */
  readonly paidAt: number
}

export type NewRefund = {
  /** 1 to 35 letters and digits. */
  readonly refundId: string
  readonly chargeId: string
  readonly paymentId: string
  readonly amount: string
}

/** A refund that is `PENDING` is asked for again later, with the same id, to learn what became of it. */
export type RefundState =
  | { readonly status: 'SETTLED' }
  | { readonly status: 'PENDING' }
  | {
      readonly status: 'REJECTED'
      /** In the words of the bank; at most 200 characters. */
      readonly reason: string
    }

export type PaymentProvider = {
  /**
   * @returns the copy-and-paste code. A repetition with the same id is the same charge
   * @throws ProviderError
   */
  charge(charge: NewCharge): Promise<{ readonly paymentCode: string }>
  /**
   * Oldest first. An unknown charge has no payments.
   *
   * @throws ProviderError
   */
  read(chargeId: string): Promise<readonly Payment[]>
  /**
   * Makes a charge unpayable. An unknown charge counts as withdrawn.
   *
   * @throws ProviderError: with `paid` if it was paid
   */
  withdraw(chargeId: string): Promise<void>
  /**
   * Pays a payment back, in whole or in part. A repetition with the same id is the same refund.
   *
   * @throws ProviderError
   */
  refund(refund: NewRefund): Promise<RefundState>
}

/**
 * What went wrong, and whether it helps to try again:
 *
 * - `unreachable`: no answer, or none in time. What was asked for may have been done.
 * - `unavailable`: the provider says that it does not work now.
 * - `denied`: the credentials are not valid, or do not allow this. The owner has to change them.
 * - `refused`: the provider does not accept the request, and never will.
 * - `paid`: the charge can't be withdrawn, because it was paid.
 * - `nonsense`: the answer is not what the provider's document promises.
 */
export type ProviderFault =
  | 'unreachable'
  | 'unavailable'
  | 'denied'
  | 'refused'
  | 'paid'
  | 'nonsense'

export class ProviderError extends Error {
  readonly fault: ProviderFault
  /** What the provider says of it, for the team. Null: nothing. */
  readonly detail: string | null

  /** @param message never holds a secret, an amount or a name */
  constructor(
    fault: ProviderFault,
    message: string,
    more: { readonly detail?: string | null; readonly cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'ProviderError'
    this.fault = fault
    this.detail = more.detail ?? null
  }
}

/** Whether it never helps to try again. */
export function isFinal(error: unknown): error is ProviderError {
  return error instanceof ProviderError && error.fault === 'refused'
}
