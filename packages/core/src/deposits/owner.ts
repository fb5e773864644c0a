import type { FilterValues } from '../events/new-event.ts'

/** What a deposit is for. */
export type DepositOwnerId = { readonly appointmentId: number } | { readonly queueEntryId: number }

/**
 * What a deposit is for, with its row locked. Appointments and queue entries implement it in their own rooms,
 * and define there what a payment, or the lack of one, does to them.
 */
export type DepositOwner = {
  readonly id: DepositOwnerId
  readonly clientId: number
  /** When it begins, epoch milliseconds; null for a queue entry. */
  readonly start: number | null
  /**
   * A subscription to some professionals or services also gets the deposits of their appointments and entries.
   */
  readonly filters: Pick<FilterValues, 'professionalIds' | 'serviceIds'>
  /** @throws 409 if it is over, so that no deposit can be requested for it */
  readonly requirePayable: () => void
  /** Updates `updated_at`, and emits the event of a record that has a new `deposit_id`: copies must see it. */
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
