/** Prisma in a transaction that was begun without it. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { PrismaPg } from '@prisma/adapter-pg'
import type { Pool, QueryArrayConfig } from 'pg'
import type { BegunTransaction } from './begun-transaction.ts'
import type { Database, Transaction } from './queryable.ts'
import { inPrismaSpan } from './statement-span.ts'

/** Where Prisma's next transaction joins instead of beginning one. */
const joining = new AsyncLocalStorage<BegunTransaction>()

/** Prisma's adapter. Its transactions begin on a connection of the pool, or join one that has begun. */
export class JoiningAdapter extends PrismaPg {
  constructor(pool: Pool) {
    super(pool, { disposeExternalPool: false })
  }

  override async connect() {
    const adapter = await super.connect()
    const begin = adapter.startTransaction.bind(adapter)
    const [ask, execute] = [adapter.queryRaw.bind(adapter), adapter.executeRaw.bind(adapter)]
    adapter.queryRaw = (asked) => inPrismaSpan(asked.sql, () => ask(asked))
    adapter.executeRaw = (asked) => inPrismaSpan(asked.sql, () => execute(asked))
    adapter.startTransaction = async (isolationLevel) => {
      const begun = joining.getStore()
      if (begun === undefined) return begin(isolationLevel)
      let isAsked = false
      const pool = {
        async connect() {
          isAsked = true
          return connectionOf(begun)
        },
      }
      // The adapter keeps its pool in a protected property: that it still does is looked at.
      const joined = Object.create(adapter, { client: { value: pool } })
      const start: typeof adapter.startTransaction = Object.getPrototypeOf(adapter).startTransaction
      const transaction = await start.call(joined)
      if (!isAsked) throw new Error("Prisma's adapter no longer keeps its pool in `client`.")
      return transaction
    }
    return adapter
  }
}

/** What the adapter says at the bounds of a transaction. They are not Prisma's here. */
const BOUNDS: ReadonlySet<string> = new Set(['BEGIN', 'COMMIT', 'ROLLBACK'])

/** As much of a connection of `pg` as the adapter uses. */
function connectionOf(begun: BegunTransaction) {
  return {
    query: (config: QueryArrayConfig) =>
      BOUNDS.has(config.text)
        ? Promise.resolve({ rows: [], fields: [], rowCount: 0 })
        : inPrismaSpan(config.text, () => begun.query(config)),
    on: () => undefined,
    removeListener: () => undefined,
    release: () => undefined,
  }
}

export type LaterPrisma = {
  /** Prisma joins when it is first asked for something. */
  readonly tx: Transaction
  /** Prisma ends its part. What it was asked for is done by then. */
  readonly leave: () => Promise<void>
}

/** @param ms no less than the transaction may take: it is not Prisma who ends it */
export function joinedLater(db: Database, begun: BegunTransaction, ms: number): LaterPrisma {
  // Taken at once: whoever counts the transactions of a client counts this one.
  const begin = db.$transaction.bind(db)
  const left = Promise.withResolvers<void>()
  let joined: Promise<Transaction> | null = null
  let ended: Promise<void> = Promise.resolve()
  const join = (): Promise<Transaction> => {
    if (joined !== null) return joined
    const { promise, resolve, reject } = Promise.withResolvers<Transaction>()
    const work = async (tx: Transaction) => {
      resolve(tx)
      await left.promise
    }
    ended = joining.run(begun, () => begin(work, { maxWait: ms, timeout: ms })).catch(reject)
    joined = promise
    return promise
  }
  return {
    tx: laterTransaction(join),
    leave() {
      left.resolve()
      return ended
    },
  }
}

type Called = (...given: readonly unknown[]) => Promise<unknown>

/**
 * Safe because each property of a transaction is a raw query, whose name begins with a dollar, or a model; and
 * each property of a model that is used in a transaction is a method that returns a promise.
 */
function laterTransaction(join: () => Promise<Transaction>): Transaction {
  const later =
    (path: readonly string[]): Called =>
    async (...given) => {
      const tx: object = await join()
      const owner: object = path.length === 1 ? tx : Reflect.get(tx, path[0] ?? '')
      return Reflect.apply(Reflect.get(owner, path.at(-1) ?? ''), owner, given)
    }
  const model = (name: string) =>
    new Proxy({}, { get: (_, method) => (isName(method) ? later([name, method]) : undefined) })
  return new Proxy({} as Transaction, {
    get(_, name) {
      if (!isName(name)) return undefined
      return name.startsWith('$') ? later([name]) : model(name)
    },
  })
}

/** A promise resolves with what has no `then`. */
function isName(name: string | symbol): name is string {
  return typeof name === 'string' && name !== 'then'
}
