import { rmSync } from 'node:fs'
import path from 'node:path'

import { Client } from 'pg'

import { findBinaries } from './embedded-postgres/binaries.ts'
import { finishSwap } from './backup/swap.ts'
import {
  databaseUrl,
  ensureCluster,
  NAME,
  readAccess,
  setPassword,
  writeAccess,
} from './embedded-postgres/cluster.ts'
import { lockDirectory } from './embedded-postgres/directory-lock.ts'
import { stopLeftoverServer } from './embedded-postgres/leftover-server.ts'
import { findPlace, makeFolder, type Place } from './embedded-postgres/place.ts'
import {
  DirectoryInUseError,
  EmbeddedPostgresError,
  messageOf,
  systemErrorCode,
} from './embedded-postgres/problem.ts'
import { freePort, startServer, type Server } from './embedded-postgres/server.ts'

export { DirectoryInUseError, EmbeddedPostgresError, freePort }

export interface EmbeddedPostgresOptions {
  /** The folder to keep everything in; made when missing. */
  dataDirectory: string
  /** Takes lines worth showing to the person who started the service; there are none on a usual start. */
  log?: (line: string) => void
  /** The TCP port; when it is taken, starting fails. Default: the last run's if free, else a free one. */
  port?: number
  /** False, for tests, flushes nothing to the disk, and starts empty after an unclean end. Default: true. */
  isDurable?: boolean
}

export interface EmbeddedPostgres {
  /** Connects as the owner of the cluster to its database `scheduling`. Contains the password. */
  url: string
  /** Settles if the server ends without `stop()`: nothing can work after that, so say it and exit. */
  died: Promise<EmbeddedPostgresError>
  /** Closes all connections, stops the server and frees the folder. May be called twice. */
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL server that belongs to this process, on 127.0.0.1 and with a password of its own.
 * The cluster lives in `<dataDirectory>/postgres` and is used again by the next start. Whatever a killed
 * run left behind is put in order first. Our own end, even by SIGKILL, ends the server.
 *
 * @throws {EmbeddedPostgresError} one line with the remedy, among others when another process uses the folder
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { log = () => undefined, isDurable = true } = options
  const dataDirectory = makeFolder(options.dataDirectory)
  const lock = lockDirectory(dataDirectory)
  try {
    const place = findPlace(dataDirectory, findBinaries(), log)
    await finishSwap(dataDirectory, place.cluster)
    const access = readAccess(dataDirectory)
    const { needsRecovery } = await stopLeftoverServer(place.cluster, log)
    // Without flushes, what a power cut left can't be trusted, and there is no telling it from a kill.
    if (needsRecovery && !isDurable) rmSync(place.cluster, { recursive: true })
    ensureCluster(place, access.password)
    const launch = {
      place,
      password: access.password,
      logFile: path.join(dataDirectory, 'postgres.log'),
      isDurable,
    }
    const { server, port } = await launchOnFreePort(launch, options.port, access.port)
    writeAccess(dataDirectory, { ...access, port })

    let isStopping = false
    return {
      url: databaseUrl(access.password, port, NAME),
      died: server.exited.then((reason) => {
        if (isStopping) return new Promise<never>(() => undefined)
        lock.release()
        return new EmbeddedPostgresError(`The database server has ended by itself: ${reason}`)
      }),
      async stop() {
        isStopping = true
        await server.stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

interface Launch {
  place: Place
  password: string
  logFile: string
  isDurable: boolean
}

/**
 * On the port asked for, or the last one, or any. Between finding a port free and the server taking it,
 * another may; then the next try takes another one.
 */
async function launchOnFreePort(
  launch: Launch,
  required: number | undefined,
  last: number | undefined,
): Promise<{ server: Server; port: number }> {
  for (let tries = 1; ; tries += 1) {
    const port = required ?? (await freePort(tries === 1 ? last : 0))
    try {
      return { server: await launchOn(launch, port), port }
    } catch (cause) {
      if (!messageOf(cause).includes('TCP/IP sockets')) throw cause
      if (required !== undefined || tries === 5) {
        throw new EmbeddedPostgresError(
          `The database server can't have port ${port} of 127.0.0.1: it is taken.`,
          { cause },
        )
      }
    }
  }
}

async function launchOn(launch: Launch, port: number): Promise<Server> {
  const { place, password, logFile, isDurable } = launch
  let server = await startServer(place, { port, logFile, isDurable })
  try {
    try {
      await ensureDatabase(password, port)
    } catch (error) {
      const WRONG_PASSWORD = '28P01'
      if (systemErrorCode(error) !== WRONG_PASSWORD) throw error
      await server.stop()
      setPassword(place, password)
      server = await startServer(place, { port, logFile, isDurable })
      await ensureDatabase(password, port)
    }
    return server
  } catch (cause) {
    await server.stop()
    if (cause instanceof EmbeddedPostgresError) throw cause
    throw new EmbeddedPostgresError(
      `The database server started but can't be used: ${messageOf(cause)}`,
      { cause },
    )
  }
}

async function ensureDatabase(password: string, port: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl(password, port, 'postgres') })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [NAME])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${NAME}`)
  } finally {
    await client.end()
  }
}
