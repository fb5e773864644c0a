/**
 * The whole service on this machine as plain processes, as it stands in production: several APIs, several workers, a
 * PostgreSQL, and where wanted a pooler and a Redis. Each can be killed, frozen and started again.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { prepareDatabase } from '@scheduling/database/prepare'
import { openDatabaseProxy } from '../support/database-proxy.ts'
import { spawnApi, untilApiIsReady } from '../support/api-server.ts'
import { freePort } from '../support/free-port.ts'
import { secretSettings, TEST_SECRETS, type Secrets } from '../support/secrets.ts'
import type { SpawnOptions } from '../support/service-process.ts'
import { spawnWorker } from '../support/worker-process.ts'
import { CLOCK_LIBRARY, openClock, type Clock } from './clock.ts'
import { CAN_MOUNT, mountDisk, type Disk } from './disk.ts'
import { startPostgres } from './postgres.ts'
import { signal, startProcess, type Process } from './process.ts'
import { startPooler, startRedis } from './programs.ts'

export type { Process } from './process.ts'
export { CAN_MOUNT, CLOCK_LIBRARY }
export { POOLER, REDIS } from './programs.ts'

type Settings = Readonly<Record<string, string>>

export type Asked = {
  readonly apis: number
  readonly workers: number
  /** PgBouncer in transaction mode between the processes and PostgreSQL. Default: none. */
  readonly pooler?: boolean
  /** For counted limits. Default: none, they are counted in the database. */
  readonly redis?: boolean
  /** What was sealed in the database is opened with. Default: `TEST_SECRETS`. */
  readonly secrets?: Secrets
  /** Settings of APIs and workers, beside those that they need. */
  readonly env?: Settings
  /** Whether each API and worker has a clock of its own, which can be moved. Default: that of the machine. */
  readonly clock?: boolean
  /** Whether the ways of each API and worker to the database can be cut. Default: they can't. */
  readonly network?: boolean
  /** Whether PostgreSQL has a disk of its own, in memory, which can be filled. Default: that of the machine. */
  readonly disk?: boolean
}

/** The ways of one process to the database. */
export type Network = {
  /** Breaks its connections, and refuses new ones. */
  cut(): Promise<void>
  /** Takes what it sends, and answers nothing. */
  swallow(): void
  /** As at the beginning. */
  mend(): Promise<void>
  /**
   * Freezes a transaction before its COMMIT, as if its process had been: the session keeps what it locked.
   *
   * @returns false when none came in time
   */
  freezeCommit(withinMs: number): Promise<boolean>
}

/** An API or a worker. */
export type ServiceProcess = Process & {
  /** Null where the arrangement has no clocks of its own. */
  readonly clock: Clock | null
  /** Null where its ways can't be cut. */
  readonly network: Network | null
  /** From the next start: a file descriptor that takes the log; null: it is kept in memory. */
  logTo(file: number | null): void
}

export type Arrangement = {
  readonly apis: readonly (ServiceProcess & { readonly url: string })[]
  readonly workers: readonly ServiceProcess[]
  readonly postgres: Process
  readonly pooler: Process | null
  readonly redis: Process | null
  /** Straight to PostgreSQL. */
  readonly databaseUrl: string
  /** Null where PostgreSQL has none of its own. */
  readonly disk: Disk | null
  /** Null without Redis. */
  readonly redisUrl: string | null
  /** Ends all of it, whatever state it is in, and removes what it kept. */
  stop(): Promise<void>
}

/** Resolves when every process serves. */
export async function startArrangement(asked: Asked): Promise<Arrangement> {
  const folder = mkdtempSync(path.join(tmpdir(), 'arrangement-'))
  chmodSync(folder, 0o755) // run by root, the server is another user
  /** What ends them, those that others stand on first. */
  const ends: (() => Promise<unknown>)[] = [
    async () => rmSync(folder, { recursive: true, force: true }),
  ]
  const stop = async (): Promise<void> => {
    for (const end of ends.splice(0).toReversed()) await end()
  }
  const keep = (process: Process): void => {
    ends.push(() => process.stop())
  }
  try {
    const disk = asked.disk === true ? mountDisk(path.join(folder, 'data')) : null
    if (disk !== null) ends.push(async () => disk.unmount())
    const postgres = await startPostgres(folder)
    keep(postgres.process)
    await prepareDatabase(postgres.url)
    const pooler = asked.pooler === true ? await startPooler(postgres.url) : null
    if (pooler !== null) ends.push(pooler.remove)
    const redis = asked.redis === true ? await startRedis() : null
    if (redis !== null) keep(redis.process)
    const stage: Stage = {
      asked,
      folder,
      urls: { direct: postgres.url, pooled: pooler?.url ?? null, redis: redis?.url ?? null },
      ends,
      keep,
    }
    const [apis, workers] = await bothOrNone(
      names('api', asked.apis).map((name) => startApi(stage, name)),
      names('worker', asked.workers).map((name) => startWorker(stage, name)),
    )
    return {
      apis,
      workers,
      postgres: postgres.process,
      pooler: pooler?.process ?? null,
      redis: redis?.process ?? null,
      databaseUrl: postgres.url,
      disk,
      redisUrl: redis?.url ?? null,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

type Stage = {
  readonly asked: Asked
  readonly folder: string
  readonly urls: {
    readonly direct: string
    readonly pooled: string | null
    readonly redis: string | null
  }
  /** What is done at the end, the last first. */
  readonly ends: (() => Promise<unknown>)[]
  keep(process: Process): void
}

/** Where one fails the others are waited for, so that they are kept and ended. */
async function bothOrNone<One, Other>(
  ones: readonly Promise<One>[],
  others: readonly Promise<Other>[],
): Promise<[One[], Other[]]> {
  await Promise.allSettled([...ones, ...others])
  return Promise.all([Promise.all(ones), Promise.all(others)])
}

const names = (kind: string, count: number): string[] =>
  Array.from({ length: count }, (_, place) => `${kind} ${place + 1}`)

/** Like those of production where they can be: an arrangement delivers to this machine, over http. */
const COMMON: Settings = { ALLOW_LOOPBACK_WEBHOOKS: 'true', LOG_LEVEL: 'info' }

async function startApi(stage: Stage, name: string) {
  const port = await freePort()
  const parts = await partsOf(stage, name)
  const { redis } = stage.urls
  const process = await startProcess(name, async () => {
    const env = { PORT: String(port), ...(redis === null ? {} : { REDIS_URL: redis }) }
    const api = await spawnApi({ ...env, ...parts.env }, parts.options())
    await servesOrEnds(untilApiIsReady(api), api)
    return {
      ...api,
      async stop() {
        api.kill('SIGTERM')
        await api.exited
      },
    }
  })
  stage.keep(process)
  return Object.assign(process, { url: `http://127.0.0.1:${port}`, ...parts.beside })
}

async function startWorker(stage: Stage, name: string) {
  const parts = await partsOf(stage, name)
  const process = await startProcess(name, async () => {
    const { DATABASE_URL, ...settings } = parts.env
    const worker = spawnWorker(DATABASE_URL, stage.asked.secrets, settings, parts.options())
    // What it says goes elsewhere where its log does.
    if (parts.options().log === undefined) await servesOrEnds(worker.running, worker)
    return {
      ...worker,
      async stop() {
        await worker.terminate()
      },
    }
  })
  stage.keep(process)
  return Object.assign(process, parts.beside)
}

/** @throws when it does not serve in time; then it has been ended */
async function servesOrEnds(
  serves: Promise<unknown>,
  started: { readonly pid: number; readonly exited: Promise<unknown>; output(): string },
): Promise<void> {
  try {
    await serves
  } catch (error) {
    signal(started.pid, 'SIGKILL')
    await started.exited
    throw new Error(`A process does not serve: ${started.output()}`, { cause: error })
  }
}

/** What APIs and workers have alike. */
async function partsOf({ asked, folder, urls, ends }: Stage, name: string) {
  let log: number | null = null
  const clock = asked.clock === true ? openClock(path.join(folder, `${name}.clock`)) : null
  const ways = await Promise.all(
    (urls.pooled === null ? [urls.direct] : [urls.pooled, urls.direct]).map(async (url) => {
      if (asked.network !== true) return { url, proxy: null }
      const proxy = await openDatabaseProxy(url)
      ends.push(() => proxy.close())
      return { url: proxy.url, proxy }
    }),
  )
  const proxies = ways.flatMap(({ proxy }) => proxy ?? [])
  const [first, direct = first] = ways
  let isCut = false
  const network: Network = {
    async cut() {
      isCut = true
      await Promise.all(proxies.map((proxy) => proxy.away()))
    },
    swallow: () => proxies.forEach((proxy) => proxy.silent(true)),
    async mend() {
      for (const proxy of proxies) proxy.silent(false)
      if (isCut) await Promise.all(proxies.map((proxy) => proxy.back()))
      isCut = false
    },
    async freezeCommit(withinMs) {
      const [proxy] = proxies
      if (proxy === undefined) return false
      const before = proxy.cuts
      const deadline = performance.now() + withinMs
      proxy.cutAt({ at: /^COMMIT$/, when: 'unsent', how: 'freeze' })
      while (proxy.cuts === before && performance.now() < deadline) await pause(1)
      proxy.cutAt(null)
      return proxy.cuts > before
    },
  }
  return {
    env: {
      ...COMMON,
      ...secretSettings(asked.secrets ?? TEST_SECRETS),
      ...clock?.env,
      DATABASE_URL: first?.url ?? urls.direct,
      ...(urls.pooled === null ? {} : { DATABASE_DIRECT_URL: direct?.url ?? urls.direct }),
      ...asked.env,
    },
    options: (): SpawnOptions => (log === null ? {} : { log }),
    beside: {
      clock,
      network: proxies.length === 0 ? null : network,
      logTo(file: number | null): void {
        log = file
      },
    },
  }
}
