/** `cancellation_reason` of what was cancelled because its deposit was not paid in time. */
export const CANCELLED_UNPAID = 'deposit_expired'

/** A reason that a user typed. The service's own word decides whether a late payment brings an appointment back. */
export function typedReason(typed: string | null | undefined): string | null {
  return typed == null || typed === CANCELLED_UNPAID ? null : typed
}
