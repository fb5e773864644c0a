import type { ClientBase, Pool, PoolClient, PoolConfig } from 'pg'
import { borrowed } from './borrowed.ts'
import { CarriedNames, LOST_STATEMENT } from './carried-names.ts'
import { databaseFault } from './faults.ts'
import { within } from './within.ts'

/** By PostgreSQL's names, as PostgreSQL shows the values. */
export type SessionSettings = Readonly<Record<string, string>>

/**
 * What each session must run with. Texts are read and written as UTC times in ISO form; each statement sees what
 * was committed before it; a transaction that does nothing for 10 s is ended, because the other writers of its
 * organization wait for it, and lists with `updated_since` for the oldest writer.
 */
export const SESSION: SessionSettings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  default_transaction_isolation: 'read committed',
  idle_in_transaction_session_timeout: '10s',
}

/** A connection that works, to a session that would do other than it should: a setting has to be changed. */
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

/**
 * The same for sessions that a pooler shares. Nothing can be asked for at their start: the settings are the defaults of the
 * role (`setRoleDefaults`), and looked at. Statements keep their names where the pooler carries them.
 */
export function inSharedSessionsWith(settings: SessionSettings): {
  readonly Client: NonNullable<PoolConfig['Client']>
  readonly verify: NonNullable<PoolConfig['verify']>
} {
  const names = new CarriedNames()
  return {
    Client: names.Client,
    verify(client, done) {
      requireSettings(client, settings)
        .then(() => within(names.look(client), ANSWER_WITHIN_MS))
        .then(() => done(), done)
    },
  }
}

const ANSWER_WITHIN_MS = 5000
/** As PostgreSQL itself calls a write that a standby refuses. */
const READ_ONLY = '25006'

/**
 * Of these any value but this one will do: an owner may want another, and processes of two versions may share the
 * defaults of one role.
 */
const UNFIT: SessionSettings = { idle_in_transaction_session_timeout: '0' }

/** @param found undefined: nothing says so */
export const fits = (name: string, value: string, found: string | undefined): boolean =>
  name in UNFIT ? found !== undefined && found !== UNFIT[name] : found === value

async function requireSettings(client: PoolClient, settings: SessionSettings): Promise<void> {
  const asked = client.query<{ name: string; value: string }>(
    'SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS name',
    [[...Object.keys(settings), 'transaction_read_only']],
  )
  const { rows } = await within(asked, ANSWER_WITHIN_MS)
  const found = new Map(rows.map(({ name, value }) => [name, value]))
  const wrong = Object.entries(settings).filter(
    ([name, value]) => !fits(name, value, found.get(name)),
  )
  if (wrong.length > 0) {
    const named = wrong.map(([name, value]) => `${name} is ${found.get(name)} and must be ${value}`)
    throw new UnfitSession(
      `The database connection has other settings than were asked for: ${named.join('; ')}. ` +
        'A pooler in between passes no start-up options on. Run `pnpm migrate`, which makes these the defaults of ' +
        'the role in this database (ALTER ROLE … IN DATABASE … SET …), and then let the pooler open new ' +
        'connections (PgBouncer: RECONNECT). Or connect to PostgreSQL directly.',
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
export function requireOwnSession(direct: Pool): Promise<void> {
  return withTwo(direct, direct, compare)
}

/**
 * Whether two pools lead to one database, on one server.
 * @throws UnfitSession when what one notifies is not heard by the other; whatever went wrong when it can't be told
 */
export function requireSameDatabase(pool: Pool, direct: Pool): Promise<void> {
  return withTwo(direct, pool, async (listening, telling) => {
    const isHeard = await hears(listening, telling, await sessionOf(listening))
    if (!isHeard)
      throw new UnfitSession(
        'DATABASE_URL and DATABASE_DIRECT_URL do not lead to the same database: what is notified through the one ' +
          'is not heard through the other.',
      )
  })
}

/** Looks at a connection of each. They must be two where the pools are one. */
async function withTwo(
  first: Pool,
  second: Pool,
  look: (one: ClientBase, other: ClientBase) => Promise<void>,
): Promise<void> {
  const one = await borrowed(first, ANSWER_WITHIN_MS)
  let isSpoiled = true
  try {
    const other = await borrowed(second, ANSWER_WITHIN_MS)
    try {
      await within(look(one, other), ANSWER_WITHIN_MS)
      isSpoiled = false
    } finally {
      other.release(isSpoiled)
    }
  } finally {
    // What was interrupted may listen or hold a transaction: it is not reused.
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
  await other.query('COMMIT')
  if (!(await hears(one, other, before)))
    throw new UnfitSession(`A notification was not heard. ${SHARED}`)
}

/** @param session of the one that listens: no two listen on one channel at once */
async function hears(
  one: ClientBase,
  other: ClientBase,
  session: number | undefined,
): Promise<boolean> {
  const heard = new Promise<boolean>((resolve) => one.once('notification', () => resolve(true)))
  await one.query(`LISTEN session_check_${session}`)
  await other.query(`NOTIFY session_check_${session}`)
  const isHeard = await within(heard, HEARD_WITHIN_MS).catch(() => false)
  await one.query('UNLISTEN *')
  return isHeard
}

const HEARD_WITHIN_MS = 2000
const SHARED =
  'A pooler that shares sessions does this. Give DATABASE_DIRECT_URL an address that leads straight to PostgreSQL: then ' +
  'DATABASE_URL may lead through the pooler.'

/** By a statement that is prepared once and found again. */
async function sessionOf(client: ClientBase): Promise<number | undefined> {
  try {
    const { rows } = await client.query<{ pid: number }>({
      name: 'session check',
      text: 'SELECT pg_backend_pid() AS pid',
    })
    return rows[0]?.pid
  } catch (error) {
    if (!LOST_STATEMENT.has(databaseFault(error)?.sqlState ?? '')) throw error
    throw new UnfitSession(`A prepared statement was not found again. ${SHARED}`, { cause: error })
  }
}
