/** Named statements of SQL: the server parses and plans each once per connection. */
import type { CustomTypesConfig, Pool, QueryResultRow } from 'pg'
import { inStatementSpan } from './statement-span.ts'
import type { Database, Queryable } from './queryable.ts'

/** Where named statements run. A pool and a connection of `pg` are one as they are. */
export type Sql = {
  query<Row extends QueryResultRow>(statement: {
    readonly name?: string
    readonly text: string
    values: unknown[]
    readonly types?: CustomTypesConfig
  }): Promise<{ rows: Row[]; fields: readonly { name: string; dataTypeID: number }[] }>
}

/** A statement under a name: each connection plans it once, however many partitions there are. */
export function statement<Row extends QueryResultRow = Record<string, never>>(
  name: string,
  text: string,
): (sql: Sql, values: readonly unknown[]) => Promise<Row[]> {
  return async (sql, values) => {
    const asked = () => sql.query<Row>({ name, text, values: [...values] })
    return (await inStatementSpan(name, asked)).rows
  }
}

const known = new WeakMap<Queryable, Sql>()

/**
 * Named statements where this Prisma client runs its own: in the same transaction, on the same connection, or on
 * any connection of the same pool.
 *
 * @throws when the transaction was not begun by `inTransaction`
 */
export function sqlOf(db: Queryable): Sql {
  const sql = known.get(db)
  if (sql === undefined) throw new Error('This transaction was not begun by inTransaction.')
  return sql
}

export function rememberSql(db: Queryable, sql: Sql): void {
  known.set(db, sql)
}

const POOL = Symbol('the pool of a Prisma client')

/** The pool under a Prisma client. It is kept on the client, so that whatever stands for the client has it too. */
export function poolOf(db: Database): Pool {
  const pool: unknown = Reflect.get(db, POOL)
  if (!isPool(pool)) throw new Error('This Prisma client was not made by `connect`.')
  return pool
}

export function rememberPool(db: Database, pool: Pool): void {
  Object.defineProperty(db, POOL, { value: pool })
  rememberSql(db, pool)
}

/** Safe because nobody else has the symbol: what is under it was put there by `rememberPool`. */
function isPool(value: unknown): value is Pool {
  return value !== undefined
}

/** The rows of a statement without a name, which is planned for its values. */
export async function rawRows<Row extends QueryResultRow>(
  db: Queryable,
  { text, values }: { readonly text: string; readonly values: unknown[] },
): Promise<Row[]> {
  return (await sqlOf(db).query<Row>({ text, values })).rows
}
