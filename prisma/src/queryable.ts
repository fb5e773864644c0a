import type { CustomTypesConfig, QueryResultRow } from 'pg'
import type { PrismaClient } from './generated/client.ts'

/** Where statements run. A pool and a connection of `pg` are one as they are. */
export type Sql = {
  query<Row extends QueryResultRow>(statement: {
    readonly name?: string
    readonly text: string
    values: unknown[]
    readonly types?: CustomTypesConfig
  }): Promise<{ rows: Row[]; fields: readonly { name: string; dataTypeID: number }[] }>
}

/** The pool of a connection. Statements run on it; `prismaOf` gives Prisma over it. */
export type Database = Pick<PrismaClient, '$disconnect'>

/** For reads that no request waits for often, of a record with those that it refers to. Prisma has no part in transactions. */
export function prismaOf(db: Database): PrismaClient {
  // `connect` makes no other.
  return db as PrismaClient
}

/** One transaction: `inTransaction` begins and ends it. Prisma has no part in it. */
export type Transaction = Sql & { readonly isTransaction: true }

export type Queryable = Database | Transaction
