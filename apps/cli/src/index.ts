/** What tests use of the command line. */
export type { Host } from './command.ts'
export { run } from './run.ts'
export { RECEIVER } from './listen/limits.ts'
export { deliveryHeaders } from './listen/sign.ts'
export { CAUSES, EVENT_TYPES, type Cause } from './trigger/causes.ts'
