export {
  connect,
  hasSharedSessions,
  poolBeside,
  poolByKeys,
  type Connection,
  type ConnectOptions,
} from './client.ts'
export { Prisma } from './generated/client.ts'
export type * from './generated/client.ts'
export * from './generated/enums.ts'
export {
  DatabaseAway,
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
  formatError,
  untilReady,
  type DatabaseReadiness,
} from './readiness.ts'
export { prismaOf, type Database, type Queryable, type Sql, type Transaction } from './queryable.ts'
export * as column from './columns.ts'
export type { Column, Columns, RowOf } from './columns.ts'
export {
  composedQuery,
  declaredQueries,
  query,
  selected,
  type DeclaredQuery,
  type Plan,
} from './query.ts'
export * from './joined.ts'
export { insertion } from './row-statements.ts'
export type * from './row-types.ts'
export * from './rows.ts'
export * as tables from './generated/tables.ts'
export { narrowed, pick, without, type Table } from './table.ts'
export { snakeCase } from './snake-case.ts'
export { SESSION, UnfitSession } from './session.ts'
export { rawRows, sqlOf, statement } from './sql.ts'
export * from './transaction.ts'
