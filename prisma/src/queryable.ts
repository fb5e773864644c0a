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

/** The pool, for statements and for Prisma. */
export type Database = PrismaClient

/** One transaction: `inTransaction` begins and ends it. Prisma has no part in it. */
export type Transaction = Sql & { readonly isTransaction: true }

export type Queryable = Database | Transaction
