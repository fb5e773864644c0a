export {
  connect,
  poolByKeys,
  type Connection,
  type ConnectOptions,
  type Database,
  type Queryable,
  type Transaction,
} from './client.ts'
export { Prisma } from './generated/client.ts'
export type * from './generated/client.ts'
export * from './generated/enums.ts'
export {
  databaseFault,
  isRepeatable,
  isUnavailable,
  wordsOf,
  type DatabaseFault,
} from './faults.ts'
export {
  NotReady,
  databaseReadiness,
  requireReady,
  toldPlainly,
  untilReady,
  type DatabaseReadiness,
} from './readiness.ts'
export { SESSION, UnfitSession } from './session.ts'
export * from './transaction.ts'
