/** PgBouncer and Redis of an arrangement's own, each at an address that it keeps. */
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../support/free-port.ts'
import { pgbouncerBinary, startPgBouncer, type PgBouncer } from '../support/pgbouncer.ts'
import { redisBinary, startRedis as startRedisServer } from '../support/redis.ts'
import { startProcess, type Process } from './process.ts'

/** Null where this machine has none. */
export const POOLER = pgbouncerBinary
export const REDIS = redisBinary

export type Addressed = { readonly process: Process; readonly url: string }

/** Keeps nothing, as counters need nothing kept. */
export async function startRedis(): Promise<Addressed> {
  const port = await freePort()
  const process = await startProcess('redis', async () => {
    const server = await startRedisServer({ port })
    return { ...server, pid: server.pid ?? 0, output: () => '' }
  })
  return { process, url: `redis://127.0.0.1:${port}` }
}

/** Of this size a pool is no bottleneck, and its sessions are shared all the same. */
const POOL = { default_pool_size: 30, max_client_conn: 500 }

/** In transaction mode, in front of the server of this database. */
export async function startPooler(
  databaseUrl: string,
): Promise<Addressed & { remove(): Promise<void> }> {
  let pooler: PgBouncer | null = null
  const process = await startProcess('pooler', async () => {
    if (pooler === null) pooler = await startPgBouncer(databaseUrl, POOL)
    else await pooler.restart()
    const { kill, pid = 0 } = pooler
    return { pid, exited: ended(pid), stop: kill, output: () => '' }
  })
  const { url = '' } = pooler ?? {}
  return { process, url, remove: async () => pooler?.stop() }
}

/** Resolves when there is no such process. */
async function ended(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
    await pause(20, undefined, { ref: false })
  }
}
