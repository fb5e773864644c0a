import { databaseReadiness, type Connection } from '@scheduling/database'
import type { ServerResponse } from 'node:http'

export type Health = { isStopping: boolean }

const DATABASE_ANSWERS_WITHIN_MS = 2000

/** `/healthz`: the process answers. */
export function writeLiveness(response: ServerResponse): void {
  write(response, 200, { status: 'ok' })
}

/**
 * `/readyz`: the database answers, has every migration and gives sessions that fit, and the process is not on
 * its way out.
 */
export async function writeReadiness(
  connection: Connection,
  health: Health,
  response: ServerResponse,
): Promise<void> {
  if (health.isStopping) {
    const unknown = { database: 'unknown', migrations: 'unknown', session: 'unknown' }
    write(response, 503, { status: 'stopping', ...unknown })
    return
  }
  const found = await databaseReadiness(connection.pool, DATABASE_ANSWERS_WITHIN_MS)
  const { isReady, database, migrations, session, reason } = found
  write(response, isReady ? 200 : 503, {
    status: isReady ? 'ready' : 'not ready',
    database,
    migrations,
    session,
    // What a driver says of a database that is away names hosts and users, which are nobody's business.
    ...(reason === null || database === 'unreachable' ? {} : { reason }),
  })
}

function write(response: ServerResponse, status: number, body: object): void {
  response.statusCode = status
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Cache-Control', 'no-store')
  response.end(JSON.stringify(body))
}
