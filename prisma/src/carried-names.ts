/** Names of statements behind a pooler: they are sent only on connections where they are found again. */
import { Client, type ClientBase, type ClientConfig, type PoolConfig } from 'pg'

/** It is not there; and another one is. */
export const LOST_STATEMENT: ReadonlySet<string> = new Set(['26000', '42P05'])

/** The same for every connection: within a transaction its session is not shared. */
const NAME = 'are names carried'
const TEXT = 'SELECT pg_backend_pid() AS pid'

/**
 * What is known of the connections of a pool, and of those beside it. Until a connection was looked at, its statements go
 * without names: they are parsed and planned each time, and always right.
 */
export class CarriedNames {
  /** Makes connections that drop the names of statements unless they are carried. */
  readonly Client: NonNullable<PoolConfig['Client']>
  /** Grows when a name was not found again. What was learnt of connections before no longer holds. */
  #era = 0
  readonly #carry = new WeakMap<ClientBase, number>()

  constructor() {
    const carries = (client: ClientBase): boolean => this.#carry.get(client) === this.#era
    const lost = (): void => void (this.#era += 1)
    this.Client = class extends Client {
      constructor(config?: ClientConfig) {
        super(config)
        this.query = (asked: unknown, ...rest: unknown[]) =>
          Reflect.apply(super.query, this, [carries(this) ? asked : withoutName(asked), ...rest])
        // Of every statement. A pooler was given other settings, or replaced with its connections.
        this.connection.on('errorMessage', (error: unknown) => {
          if (LOST_STATEMENT.has(codeOf(error))) lost()
        })
      }
    }
  }

  /**
   * Looks at a new connection. Names are carried where the session is its own, which its number shows, and where the
   * pooler gives the server names of its own, as all do that carry them. A pooler in session mode is told from neither: its
   * statements go without names, too.
   */
  async look(client: ClientBase): Promise<void> {
    const era = this.#era
    this.#carry.set(client, era)
    let isCarried = false
    await client.query('BEGIN')
    try {
      const { rows } = await client.query<{ pid: number }>({ name: NAME, text: TEXT })
      const given = await client.query<{ name: string }>(
        'SELECT name FROM pg_prepared_statements WHERE statement = $1',
        [TEXT],
      )
      const isOwn = rows[0]?.pid === Reflect.get(client, 'processID')
      const isAsGiven = given.rows.some(({ name }) => name === NAME)
      isCarried = isOwn || (given.rows.length > 0 && !isAsGiven)
      // The next user of this session asks the same.
      if (isAsGiven && !isOwn) await client.query(`DEALLOCATE "${NAME}"`)
    } catch (error) {
      if (!LOST_STATEMENT.has(codeOf(error))) throw error
    } finally {
      if (!isCarried) this.#carry.delete(client)
      await client.query('ROLLBACK')
    }
  }
}

function withoutName(asked: unknown): unknown {
  if (typeof asked !== 'object' || asked === null || !('name' in asked)) return asked
  const { name: _, ...unnamed } = asked
  return unnamed
}

function codeOf(error: unknown): string {
  const code: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : null
  return typeof code === 'string' ? code : ''
}
