export {
  connect,
  poolByKeys,
  type Connection,
  type Database,
  type Queryable,
  type Transaction,
} from './client.ts'
export { Prisma } from './generated/client.ts'
export type * from './generated/client.ts'
export * from './generated/enums.ts'
export * from './faults.ts'
