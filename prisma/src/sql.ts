/** Named statements of SQL: the server parses and plans each once per connection. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { PrismaPg } from '@prisma/adapter-pg'
import type { Pool, PoolClient, QueryResultRow } from 'pg'
import type { Queryable } from './queryable.ts'

/** Where named statements run. A pool and a connection of `pg` are one as they are. */
export type Sql = {
  query<Row extends QueryResultRow>(statement: {
    readonly name: string
    readonly text: string
    values: unknown[]
  }): Promise<{ rows: Row[] }>
}

/** A statement under a name: each connection plans it once, however many partitions there are. */
export function statement<Row extends QueryResultRow = Record<string, never>>(
  name: string,
  text: string,
): (sql: Sql, values: readonly unknown[]) => Promise<Row[]> {
  return async (sql, values) => (await sql.query<Row>({ name, text, values: [...values] })).rows
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

const begun = new AsyncLocalStorage<(sql: Sql) => void>()

/** Tells `onBegin` where the transaction runs that `begin` begins. */
export function withSqlOf<Result>(
  onBegin: (sql: Sql) => void,
  begin: () => Promise<Result>,
): Promise<Result> {
  return begun.run(onBegin, begin)
}

/** Prisma's adapter, which keeps to itself on which connection a transaction runs. This one tells it. */
export class TransparentAdapter extends PrismaPg {
  constructor(pool: Pool) {
    super(pool, { disposeExternalPool: false })
  }

  override async connect() {
    const adapter = await super.connect()
    const begin = adapter.startTransaction.bind(adapter)
    adapter.startTransaction = async (isolationLevel) => {
      const transaction = await begin(isolationLevel)
      begun.getStore()?.(sqlUntilEnd(transaction))
      return transaction
    }
    return adapter
  }
}

type Transaction = Awaited<ReturnType<Awaited<ReturnType<PrismaPg['connect']>>['startTransaction']>>

/** Prisma's own statements: nothing may be sent behind them, where it would no longer be part of the transaction. */
const ENDS: ReadonlySet<string> = new Set(['COMMIT', 'ROLLBACK'])

function sqlUntilEnd(transaction: Transaction): Sql {
  const connection = connectionOf(transaction)
  let isOver = false
  const execute = transaction.executeRaw.bind(transaction)
  transaction.executeRaw = (query) => {
    if (ENDS.has(query.sql)) isOver = true
    return execute(query)
  }
  return {
    async query(statement) {
      // In the words of Prisma, so that both are told apart from other faults in one way.
      if (isOver) throw new Error('A statement cannot be executed on an expired transaction.')
      return connection.query(statement)
    },
  }
}

/** The adapter's transaction has it as a protected property: it is looked at before it is believed. */
function connectionOf(transaction: Transaction): PoolClient {
  const connection: unknown = Reflect.get(transaction, 'client')
  const isConnection =
    typeof connection === 'object' && connection !== null && 'query' in connection
  if (!isConnection) throw new Error("Prisma's adapter no longer keeps its connection in `client`.")
  return connection as PoolClient
}
