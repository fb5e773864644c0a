import { databaseReadiness, type Connection, type DatabaseReadiness } from '@scheduling/database'
import type { ServerResponse } from 'node:http'

export type Health = {
  isStopping: boolean
  /** Whether the process does what it is for. Default: it does. */
  readonly isWorking?: () => boolean
}

const DATABASE_ANSWERS_WITHIN_MS = 2000

/** `/healthz`: the process answers. */
export function writeLiveness(response: ServerResponse): void {
  write(response, 200, { status: 'ok' })
}

/** What `/readyz` says. */
export type Readiness = {
  readonly status: 'ready' | 'not ready' | 'not working' | 'stopping'
  readonly database: DatabaseReadiness['database'] | 'unknown'
  readonly migrations: DatabaseReadiness['migrations']
  readonly session: DatabaseReadiness['session']
  /** What an operator has to do. Only when the database answers. */
  readonly reason?: string
}

/** Any caller may ask, and a check takes queries: for this long, its answer is given again. */
const CACHED_MS = 1000

/**
 * `/readyz`: the database answers, has every migration and opens sessions that fit, the process does its work, and is
 * not stopping, which is reported at once. However many ask, one check runs at a time, and one a second.
 */
export function readiness(
  connection: Connection,
  health: Health,
  monotonic: () => number = () => performance.now(),
): (response: ServerResponse) => Promise<void> {
  let check: Promise<Readiness> | null = null
  let endedAt = Number.NEGATIVE_INFINITY
  const checked = (): Promise<Readiness> => {
    if (check !== null && monotonic() - endedAt < CACHED_MS) return check
    endedAt = Number.POSITIVE_INFINITY
    check = readinessOf(connection).finally(() => (endedAt = monotonic()))
    return check
  }
  return async (response) => {
    const found = health.isStopping ? STOPPING : workingOr(await checked(), health)
    write(response, found.status === 'ready' ? 200 : 503, found)
  }
}

function workingOr(found: Readiness, { isWorking = () => true }: Health): Readiness {
  return found.status === 'ready' && !isWorking() ? { ...found, status: 'not working' } : found
}

const STOPPING: Readiness = {
  status: 'stopping',
  database: 'unknown',
  migrations: 'unknown',
  session: 'unknown',
}

async function readinessOf(connection: Connection): Promise<Readiness> {
  const found = await databaseReadiness(connection, DATABASE_ANSWERS_WITHIN_MS)
  const { isReady, database, migrations, session, reason } = found
  return {
    status: isReady ? 'ready' : 'not ready',
    database,
    migrations,
    session,
    // The driver's message about a database that is away names hosts and users, which are private.
    ...(reason === null || database === 'unreachable' ? {} : { reason }),
  }
}

function write(response: ServerResponse, status: number, body: object): void {
  response.statusCode = status
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Cache-Control', 'no-store')
  response.end(JSON.stringify(body))
}
