/** What tests use of the command line. */
export { RECEIVER } from './listen/limits.ts'
export { deliveryHeaders } from './listen/sign.ts'
export { CAUSES, EVENT_TYPES, type Cause } from './trigger/causes.ts'
