import type { Connection } from '@scheduling/database'
import { pendingMigrations } from '@scheduling/database/migrate'
import type { ServerResponse } from 'node:http'

export type Health = { isStopping: boolean }

const DATABASE_ANSWERS_WITHIN_MS = 2000

/** `/healthz`: the process answers. */
export function writeLiveness(response: ServerResponse): void {
  write(response, 200, { status: 'ok' })
}

/** `/readyz`: the database answers and has every migration, and the process is not on its way out. */
export async function writeReadiness(
  connection: Connection,
  health: Health,
  response: ServerResponse,
): Promise<void> {
  if (health.isStopping) {
    write(response, 503, { status: 'stopping', database: 'unknown', migrations: 'unknown' })
    return
  }
  try {
    const pending = await within(
      pendingMigrations({ pool: connection.pool }),
      DATABASE_ANSWERS_WITHIN_MS,
    )
    const isCurrent = pending.length === 0
    write(response, isCurrent ? 200 : 503, {
      status: isCurrent ? 'ready' : 'not ready',
      database: 'ok',
      migrations: isCurrent ? 'ok' : 'pending',
    })
  } catch {
    write(response, 503, { status: 'not ready', database: 'unreachable', migrations: 'unknown' })
  }
}

async function within<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('too late')), ms)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function write(response: ServerResponse, status: number, body: object): void {
  response.statusCode = status
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Cache-Control', 'no-store')
  response.end(JSON.stringify(body))
}
