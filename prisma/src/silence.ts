/** Connections on which the server says nothing any more. The network would notice after a quarter of an hour. */
import { Socket } from 'node:net'
import { Client, type Pool, type PoolClient } from 'pg'
import { SILENT } from './faults.ts'
import { TooLate, within } from './within.ts'

export type Patience = {
  /** After this long without a word the server is asked, on a new connection, whether it works on the statement. */
  readonly askAfterMs: number
  /** After this long the connection is given up, whatever the server works on. */
  readonly silenceMs: number
}

/** For the answer of the server, on a connection that is made for the question. */
const ANSWER_WITHIN_MS = 2000
/** By how much the clocks of a process and of its question may differ. */
const SLACK_MS = 500

/**
 * Gives up connections of a pool that wait for an answer which will not come. A statement that waits for a lock, or takes
 * long, keeps its connection: the server says that it works on it.
 *
 * @param isPooled a pooler stands in between and hands out numbers of its own: then any statement of this role in
 *   this database that the server has worked on for as long keeps the connection
 */
export function giveUpSilent(pool: Pool, isPooled: boolean, patience: Patience): void {
  const { askAfterMs, silenceMs } = patience
  const askMs = Math.min(askAfterMs, silenceMs)
  const ask = sharedAnswer(() => workOf(pool))
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    const { stream } = client.connection
    if (!(stream instanceof Socket)) return
    let heard = 0
    let waited = 0
    const look = async (): Promise<void> => {
      if (!isAnswerDue(client)) return
      const { bytesRead } = stream
      waited = bytesRead === heard ? waited + askMs : askMs
      heard = bytesRead
      const work = waited < silenceMs ? await ask() : 'none'
      const isWorking =
        work === 'unknown' ||
        (work === 'silent' && isPooled) ||
        (work instanceof Map && (isPooled ? hasSince(work, askMs) : work.has(processOf(client))))
      // What was said meanwhile counts.
      if (!isAnswerDue(client) || stream.bytesRead !== bytesRead) return
      // The timer of a socket runs once after each word.
      if (isWorking) stream.setTimeout(askMs)
      else stream.destroy(new Error(SILENT))
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

/** Since when the server works, by its processes: milliseconds. */
type Work = ReadonlyMap<unknown, number>

function hasSince(work: Work, ms: number): boolean {
  return [...work.values()].some((since) => since >= ms - SLACK_MS)
}

/** What the server does for this role. `unknown`: it answers, and does not say. */
async function workOf({ options }: Pool): Promise<Work | 'silent' | 'unknown'> {
  // `pg` leaves the password out of copies of its options.
  const password = options.password === undefined ? {} : { password: options.password }
  const asker = new Client({ ...options, ...password, query_timeout: ANSWER_WITHIN_MS })
  asker.on('error', () => undefined)
  try {
    await within(asker.connect(), ANSWER_WITHIN_MS)
    const { rows } = await within(
      asker.query<{ pid: number; ms: number }>(
        `SELECT pid, (extract(epoch FROM clock_timestamp() - query_start) * 1000)::float8 AS ms FROM pg_stat_activity
         WHERE usename = current_user AND datname = current_database()
           AND state = 'active' AND pid <> pg_backend_pid()`,
      ),
      ANSWER_WITHIN_MS,
    )
    return new Map(rows.map(({ pid, ms }) => [pid, ms]))
  } catch (error) {
    return error instanceof TooLate ? 'silent' : 'unknown'
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
