import type { Prisma, PrismaClient } from './generated/client.ts'

export type Database = PrismaClient
export type Transaction = Prisma.TransactionClient
/** Where a query can run: the pool, or a transaction. */
export type Queryable = Database | Transaction
