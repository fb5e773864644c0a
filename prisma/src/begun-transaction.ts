/** A transaction on a connection of `pg`, from its BEGIN to its end. */
import type { PoolClient, QueryArrayResult, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import { databaseFault, isUndone } from './faults.ts'
import type { Transaction } from './queryable.ts'

const IN_FAILED_TRANSACTION = '25P02'

/** Thrown when a connection broke while COMMIT was under way: what was written may be there, or not. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'

  constructor(cause: unknown) {
    super('The connection broke while the transaction was being committed.', { cause })
  }
}

/**
 * Statements go out as they are asked for, and those of one turn of the event loop in one packet. The server
 * carries them out in order. After one that fails, it refuses all that follow, and makes COMMIT a rollback.
 */
export class BegunTransaction implements Transaction {
  readonly isTransaction = true
  readonly #connection: PoolClient
  #timer: NodeJS.Timeout | undefined
  #end: Promise<void> | null = null
  #isCorked = false
  /** Of the first statement that failed. */
  #failure: unknown

  constructor(connection: PoolClient) {
    this.#connection = connection
  }

  /** @param ms how long it may take: then it is rolled back, and takes no more statements */
  async begin(ms: number): Promise<void> {
    this.#timer = setTimeout(() => void this.rollback(), ms)
    await this.#send({ text: 'BEGIN ISOLATION LEVEL READ COMMITTED' })
  }

  query<Row extends QueryResultRow>(config: QueryConfig): Promise<QueryResult<Row>>
  query(config: QueryConfig & { rowMode: 'array' }): Promise<QueryArrayResult>
  async query(config: QueryConfig): Promise<unknown> {
    if (this.#end !== null) throw new TransactionOver('statement')
    try {
      return await this.#send(config)
    } catch (error) {
      throw this.#reasonOf(error)
    }
  }

  /**
   * A caller of several statements may hear first of one that was only refused because another had failed, and
   * would not know that all of it can be repeated.
   */
  #reasonOf(error: unknown): unknown {
    if (databaseFault(error)?.sqlState === IN_FAILED_TRANSACTION) return this.#failure ?? error
    this.#failure ??= error
    return error
  }

  /** @throws OutcomeUnknown; after any other error nothing was saved */
  async commit(): Promise<void> {
    if (this.#end !== null) throw new TransactionOver('commit')
    clearTimeout(this.#timer)
    const committed = this.#send({ text: 'COMMIT' })
    this.#end = committed.then(
      () => this.#connection.release(),
      (error: Error) => this.#connection.release(isUndone(error) ? undefined : error),
    )
    try {
      const { command } = await committed
      if (command !== 'COMMIT') throw new CommitRefused(this.#failure)
    } catch (error) {
      throw isUndone(error) || error instanceof CommitRefused ? error : new OutcomeUnknown(error)
    }
  }

  /** Undoes it, unless it has ended. It waits for what is under way. */
  rollback(): Promise<void> {
    clearTimeout(this.#timer)
    this.#end ??= this.#send({ text: 'ROLLBACK' }).then(
      () => this.#connection.release(),
      (error: Error) => this.#connection.release(error),
    )
    return this.#end
  }

  /** Breaks the connection: whatever was under way is undone by the server. */
  abandon(): void {
    clearTimeout(this.#timer)
    if (this.#end !== null) return
    this.#end = Promise.resolve()
    this.#connection.connection.stream.destroy()
    this.#connection.release(true)
  }

  #send(config: QueryConfig): Promise<QueryResult> {
    const { stream } = this.#connection.connection
    if (!this.#isCorked) {
      this.#isCorked = true
      stream.cork()
      process.nextTick(() => {
        this.#isCorked = false
        stream.uncork()
      })
    }
    return this.#connection.query(config)
  }
}

/** In the words of Prisma, so that both are told apart from other faults in one way. */
class TransactionOver extends Error {
  override name = 'TransactionOver'

  constructor(what: 'statement' | 'commit') {
    super(`A ${what} cannot be executed on an expired transaction.`)
  }
}

/** A statement had failed, and what asked for it went on as if it had not. */
class CommitRefused extends Error {
  override name = 'CommitRefused'

  constructor(cause: unknown) {
    super('A statement of the transaction had failed, so COMMIT has rolled it back.', { cause })
  }
}
