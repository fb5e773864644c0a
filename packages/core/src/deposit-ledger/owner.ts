import type { FilterValues } from '../events/new-event.ts'

/** What a deposit is for. */
export type DepositOwnerId = { readonly appointmentId: number } | { readonly queueEntryId: number }

/**
 * What a deposit is for, as its money sees it: an appointment or a queue entry, whose row is locked. Each of
 * them says in its own room what a payment, or the lack of one, does to it.
 */
export type DepositOwner = {
  readonly id: DepositOwnerId
  readonly clientId: number
  /** A subscription to some professionals or services gets the deposits of their appointments and entries. */
  readonly filters: Pick<FilterValues, 'professionalIds' | 'serviceIds'>
  /** @throws 409 when it is over, so that no deposit can be requested for it */
  readonly requirePayable: () => void
  /** Its record has a new `deposit_id`: changes `updated_at`, so that clients that synchronize see it. */
  readonly showDeposit: () => Promise<void>
  /** The deposit was paid while it was open. */
  readonly confirm: () => Promise<void>
  /**
   * The deposit was paid in time, but the payment was reported after the deposit had expired.
   *
   * @returns whether it is in force again; if not, the money must go back
   */
  readonly restore: () => Promise<boolean>
  /** The deposit was not paid in time. */
  readonly cancelUnpaid: () => Promise<void>
}
