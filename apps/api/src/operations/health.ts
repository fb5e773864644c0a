import type { Connection } from '@scheduling/database'
import { pendingMigrations } from '@scheduling/database/migrate'
import type { ServerResponse } from 'node:http'

export type Health = { isStopping: boolean }

const DATABASE_ANSWERS_WITHIN_MS = 2000

/** `/healthz`: the process answers. */
export function writeLiveness(response: ServerResponse): void {
  write(response, 200, { status: 'ok' })
}

/** What `/readyz` says. */
export type Readiness = {
  readonly status: 'ready' | 'not ready' | 'stopping'
  readonly database: 'ok' | 'unreachable' | 'unknown'
  readonly migrations: 'ok' | 'pending' | 'unknown'
}

/** Anybody may ask, and it takes queries: whoever asks within this time of a check gets its answer. */
const BELIEVED_MS = 1000

/**
 * `/readyz`: the database answers and has every migration, and the process is not on its way out, which is
 * told at once. However many ask, one check runs at a time, and one a second.
 */
export function readiness(
  connection: Connection,
  health: Health,
  monotonic: () => number = () => performance.now(),
): (response: ServerResponse) => Promise<void> {
  let check: Promise<Readiness> | null = null
  let endedAt = Number.NEGATIVE_INFINITY
  const checked = (): Promise<Readiness> => {
    if (check !== null && monotonic() - endedAt < BELIEVED_MS) return check
    endedAt = Number.POSITIVE_INFINITY
    check = readinessOf(connection).finally(() => (endedAt = monotonic()))
    return check
  }
  return async (response) => {
    const found = health.isStopping ? STOPPING : await checked()
    write(response, found.status === 'ready' ? 200 : 503, found)
  }
}

const STOPPING: Readiness = { status: 'stopping', database: 'unknown', migrations: 'unknown' }

async function readinessOf({ pool }: Connection): Promise<Readiness> {
  try {
    const pending = await within(pendingMigrations({ pool }), DATABASE_ANSWERS_WITHIN_MS)
    const isCurrent = pending.length === 0
    return {
      status: isCurrent ? 'ready' : 'not ready',
      database: 'ok',
      migrations: isCurrent ? 'ok' : 'pending',
    }
  } catch {
    return { status: 'not ready', database: 'unreachable', migrations: 'unknown' }
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
