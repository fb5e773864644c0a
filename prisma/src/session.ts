import type { ClientBase, Pool, PoolClient, PoolConfig } from 'pg'
import { borrowed } from './borrowed.ts'
import { databaseFault } from './faults.ts'
import { within } from './within.ts'

/** By PostgreSQL's names, as PostgreSQL shows the values. */
export type SessionSettings = Readonly<Record<string, string>>

/**
 * What each session must run with. Texts are read and written as UTC times in ISO form; each statement sees what
 * was committed before it; a transaction that does nothing for 30 s is ended, because lists with
 * `updated_since` wait for the oldest writer.
 */
export const SESSION: SessionSettings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  default_transaction_isolation: 'read committed',
  idle_in_transaction_session_timeout: '30s',
}

/** A connection that works, to a session that would do other than it should: somebody has to change a setting. */
export class UnfitSession extends Error {
  override name = 'UnfitSession'
}

/**
 * Settings for a pool: they are asked for when a connection is made, and looked at before it is used, since a
 * pooler in between may drop what was asked for.
 */
export function inSessionsWith(
  settings: SessionSettings,
): Required<Pick<PoolConfig, 'options' | 'verify'>> {
  const options = Object.entries(settings).map(
    ([name, value]) => `-c ${name}=${value.replaceAll(' ', String.raw`\ `)}`,
  )
  return {
    options: options.join(' '),
    verify(client, done) {
      requireSettings(client, settings).then(() => done(), done)
    },
  }
}

const ANSWER_WITHIN_MS = 5000
/** As PostgreSQL itself calls a write that a standby refuses. */
const READ_ONLY = '25006'

async function requireSettings(client: PoolClient, settings: SessionSettings): Promise<void> {
  const asked = client.query<{ name: string; value: string }>(
    'SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS name',
    [[...Object.keys(settings), 'transaction_read_only']],
  )
  const { rows } = await within(asked, ANSWER_WITHIN_MS)
  const found = new Map(rows.map(({ name, value }) => [name, value]))
  const wrong = Object.entries(settings).filter(([name, value]) => found.get(name) !== value)
  if (wrong.length > 0) {
    const named = wrong.map(([name, value]) => `${name} is ${found.get(name)} and must be ${value}`)
    throw new UnfitSession(
      `The database connection has other settings than were asked for: ${named.join('; ')}. ` +
        'A pooler that drops the start-up parameter `options` does this: connect to PostgreSQL directly, let ' +
        'the pooler pass `options` on, or make these the defaults of the role (ALTER ROLE … SET …).',
    )
  }
  if (found.get('transaction_read_only') !== 'off') {
    const standby = new Error('The database takes no writes: it is a standby, or set to read only.')
    throw Object.assign(standby, { code: READ_ONLY })
  }
}

/**
 * Whether a connection stays with one session of the server: what is prepared there is found again, and what
 * others notify is heard.
 * @throws UnfitSession when it does not; whatever went wrong when it can't be told
 */
export async function requireOwnSession(pool: Pool): Promise<void> {
  const one = await borrowed(pool, ANSWER_WITHIN_MS)
  let isSpoiled = true
  try {
    const other = await borrowed(pool, ANSWER_WITHIN_MS)
    try {
      await within(compare(one, other), ANSWER_WITHIN_MS)
      isSpoiled = false
    } finally {
      other.release(isSpoiled)
    }
  } finally {
    // What was interrupted may listen or hold a transaction: nobody takes it over.
    one.release(isSpoiled)
  }
}

/** While the other holds a transaction, a pooler that shares sessions gives this one another. */
async function compare(one: ClientBase, other: ClientBase): Promise<void> {
  const before = await sessionOf(one)
  await other.query('BEGIN')
  const others = await sessionOf(other)
  const after = await sessionOf(one)
  if (before !== after || before === others)
    throw new UnfitSession(`Statements of one connection went to several sessions. ${SHARED}`)
  const heard = new Promise((resolve) => one.once('notification', resolve))
  await one.query(`LISTEN session_check_${before}`)
  await other.query(`NOTIFY session_check_${before}`)
  await other.query('COMMIT')
  await within(heard, HEARD_WITHIN_MS).catch(() => {
    throw new UnfitSession(`A notification was not heard. ${SHARED}`)
  })
  await one.query('UNLISTEN *')
}

const HEARD_WITHIN_MS = 2000
const SHARED =
  'A pooler that shares sessions does this: connect to PostgreSQL directly, or by a pooler in session mode.'

/** By a statement that is prepared once and found again. */
async function sessionOf(client: ClientBase): Promise<number | undefined> {
  try {
    const { rows } = await client.query<{ pid: number }>({
      name: 'session check',
      text: 'SELECT pg_backend_pid() AS pid',
    })
    return rows[0]?.pid
  } catch (error) {
    if (!PREPARED_ELSEWHERE.has(databaseFault(error)?.sqlState ?? '')) throw error
    throw new UnfitSession(`A prepared statement was not found again. ${SHARED}`, { cause: error })
  }
}

/** It is not there; and somebody else's is. */
const PREPARED_ELSEWHERE: ReadonlySet<string> = new Set(['26000', '42P05'])
