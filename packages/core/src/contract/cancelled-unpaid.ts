/** `cancellation_reason` of what was cancelled because its deposit was not paid in time. */
export const CANCELLED_UNPAID = 'deposit_expired'
