import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { lastComplaint, SERVER_ENVIRONMENT } from './cluster.ts'
import type { Place } from './place.ts'
import { EmbeddedPostgresError } from './problem.ts'

export interface ServerSettings {
  port: number
  logFile: string
  /** False for tests: nothing is flushed to the disk, a power cut may cost the cluster. */
  isDurable: boolean
}

/** A running server of ours. */
export interface Server {
  pid: number
  /** Settles when the server process is gone, with the reason PostgreSQL gave. */
  exited: Promise<string>
  stop(): Promise<void>
}

const MAX_CONNECTIONS = 200
const RECOVERY_PATIENCE_MINUTES = 5
const MAX_LOG_BYTES = 10 * 1024 * 1024

/**
 * Starts the server and waits until it takes connections.
 *
 * It runs in a session of its own, so Ctrl-C in the terminal reaches only us and the server goes last. A
 * shell that waits for our end of a pipe to close shuts it down when we are killed.
 *
 * @throws {EmbeddedPostgresError} with PostgreSQL's own reason when it does not start
 */
export async function startServer(place: Place, settings: ServerSettings): Promise<Server> {
  const { logFile } = settings
  const logStart = rotate(logFile)
  const logHandle = openSync(logFile, 'a', 0o600)
  const child = spawn(place.binaries.postgres, serverArguments(place.cluster, settings), {
    ...place.user,
    cwd: '/',
    env: SERVER_ENVIRONMENT,
    detached: true,
    stdio: ['ignore', logHandle, logHandle],
  })
  closeSync(logHandle)
  child.unref()
  const exited = exitOf(child).then(
    (problem) => problem ?? lastComplaint(readFileSync(logFile, 'utf8').slice(logStart)),
  )
  const pid = child.pid
  if (pid === undefined)
    throw new EmbeddedPostgresError(`The database server does not start: ${await exited}`)

  const endWithUs = watch(pid)
  void exited.then(() => endWithUs.kill('SIGKILL'))
  const server: Server = {
    pid,
    exited,
    async stop() {
      await shutDown(child, exited)
    },
  }
  try {
    await ready(place.cluster, pid, exited)
  } catch (error) {
    await server.stop()
    throw error
  }
  return server
}

function serverArguments(cluster: string, { port, isDurable }: ServerSettings): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: MAX_CONNECTIONS,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A query whose caller is gone would hold the cluster after a crash. Windows can't check.
    ...(process.platform === 'win32' ? {} : { client_connection_check_interval: '2s' }),
    ...(isDurable
      ? {}
      : {
          fsync: 'off',
          synchronous_commit: 'off',
          full_page_writes: 'off',
          wal_level: 'minimal',
          max_wal_senders: 0,
        }),
  }
  return [
    '-D',
    cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/** Resolves when the child is gone or could not be made; with the reason where it isn't in the log. */
function exitOf(child: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (_code, signal) =>
      resolve(signal ? `it was killed by ${signal}` : undefined),
    )
  })
}

/** Waits for the state that the server itself writes into its lock file. */
async function ready(cluster: string, pid: number, exited: Promise<string>): Promise<void> {
  const problem = exited.then((reason) => ({ reason }))
  const deadline = performance.now() + RECOVERY_PATIENCE_MINUTES * 60_000
  while (performance.now() < deadline) {
    const state = readLines(path.join(cluster, 'postmaster.pid'))
    if (state[0] === String(pid) && state[7]?.trim() === 'ready') return
    const ended = await Promise.race([problem, sleep(20)])
    if (ended !== undefined) {
      throw new EmbeddedPostgresError(`The database server does not start: ${ended.reason}`)
    }
  }
  throw new EmbeddedPostgresError(
    `The database server was not ready after ${RECOVERY_PATIENCE_MINUTES} minutes; its log says why.`,
  )
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}

function watch(pid: number): ChildProcess {
  const watcher = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1"', 'sh', String(pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.on('error', () => undefined) // no shell: a killed run's server is then stopped by the next run
  watcher.stdin?.on('error', () => undefined)
  watcher.unref()
  if (
    watcher.stdin !== null &&
    'unref' in watcher.stdin &&
    typeof watcher.stdin.unref === 'function'
  ) {
    watcher.stdin.unref()
  }
  return watcher
}

/** Fast shutdown; when that takes too long an immediate one, from which the next start recovers. */
async function shutDown(child: ChildProcess, exited: Promise<string>): Promise<void> {
  const isRunning = () => child.exitCode === null && child.signalCode === null
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!isRunning()) break
    child.kill(signal)
    const giveUp = new AbortController()
    await Promise.race([exited, sleep(20_000, undefined, { signal: giveUp.signal })]).finally(() =>
      giveUp.abort(),
    )
  }
  await exited
}

/** Starts a new log when the old one has grown; where in the file this run begins. */
function rotate(logFile: string): number {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (size <= MAX_LOG_BYTES) return size
  renameSync(logFile, `${logFile}.old`)
  return 0
}

/** The wanted port when it is free on the loopback address, else any free one. */
export async function freePort(wanted = 0): Promise<number> {
  const probe = createServer()
  const port = await new Promise<number>((resolve) => {
    probe.once('error', () => resolve(0))
    probe.listen({ port: wanted, host: '127.0.0.1', exclusive: true }, () => {
      const address = probe.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  await new Promise((resolve) => probe.close(resolve))
  return port === 0 && wanted !== 0 ? freePort() : port
}
