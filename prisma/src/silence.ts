/** Connections on which the server says nothing any more. The network would notice after a quarter of an hour. */
import { Socket } from 'node:net'
import { Client, type Pool, type PoolClient } from 'pg'
import { SILENT } from './faults.ts'
import { within } from './within.ts'

export type Patience = {
  /** After this long without a word the server is asked, on a new connection, whether it works on the statement. */
  readonly askAfterMs: number
  /** After this long the connection is given up, whatever the server works on. */
  readonly silenceMs: number
}

/** For the answer of the server, on a connection that is made for the question. */
const ANSWER_WITHIN_MS = 2000

/**
 * Gives up connections of a pool that wait for an answer which will not come. A statement that waits for a lock, or takes
 * long, keeps its connection: the server says that it works on it. A pooler in between cannot be asked, since it hands out
 * numbers of its own: there a connection has `silenceMs`.
 */
export function giveUpSilent(pool: Pool, isPooled: boolean, patience: Patience): void {
  const { askAfterMs, silenceMs } = patience
  const busy = sharedAnswer(() => busySessions(pool))
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    const { stream } = client.connection
    if (!(stream instanceof Socket)) return
    const askMs = isPooled ? silenceMs : Math.min(askAfterMs, silenceMs)
    let heard = 0
    let waited = 0
    const look = async (): Promise<void> => {
      if (!isAnswerDue(client)) return
      const { bytesRead } = stream
      waited = bytesRead === heard ? waited + askMs : askMs
      heard = bytesRead
      if (waited < silenceMs && (await busy())?.has(processOf(client)) === true) {
        // It runs once after each word.
        stream.setTimeout(askMs)
        return
      }
      // What was said meanwhile counts.
      if (isAnswerDue(client) && stream.bytesRead === bytesRead) {
        stream.destroy(new Error(SILENT))
      }
    }
    stream.on('timeout', () => void look())
    stream.setTimeout(askMs)
  })
}

/** `pg` keeps both on every client, and types them on none. */
function isAnswerDue(client: PoolClient): boolean {
  return Reflect.get(client, 'readyForQuery') === false
}
function processOf(client: PoolClient): unknown {
  return Reflect.get(client, 'processID')
}

/** The processes of the server that work for this role. Null: it does not answer. */
async function busySessions({ options }: Pool): Promise<ReadonlySet<unknown> | null> {
  // `pg` leaves the password out of copies of its options.
  const password = options.password === undefined ? {} : { password: options.password }
  const asker = new Client({
    ...options,
    ...password,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  })
  asker.on('error', () => undefined)
  try {
    await within(asker.connect(), ANSWER_WITHIN_MS)
    const { rows } = await asker.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE usename = current_user AND state <> 'idle'`,
    )
    return new Set(rows.map(({ pid }) => pid))
  } catch {
    return null
  } finally {
    asker.end().catch(() => undefined)
  }
}

/** Those who ask at the same time share one answer. */
function sharedAnswer<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: Promise<Answer> | null = null
  return () => {
    asked ??= ask().finally(() => {
      asked = null
    })
    return asked
  }
}
