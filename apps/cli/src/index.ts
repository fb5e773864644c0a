/** What tests use of the command line. */
export { deliveryHeaders } from './listen/sign.ts'
export { CAUSES, EVENT_TYPES, type Cause } from './trigger/causes.ts'
