/** A PgBouncer of our own in front of a test's server, where this machine has one. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from './free-port.ts'
import { program } from './programs.ts'

/** Null when this machine has none: then what needs it is skipped, and says so. */
export const pgbouncerBinary: string | null = program('pgbouncer')

export type PgBouncer = {
  /** Of the database, through the pooler. */
  readonly url: string
  readonly pid: number | undefined
  /** A command of its console, as `PAUSE`. */
  admin(command: string): Promise<Record<string, unknown>[]>
  /** Writes other settings into its file; `RELOAD` or a restart takes them up. */
  configure(settings: Readonly<Record<string, string | number>>): void
  freeze(): void
  thaw(): void
  kill(): Promise<void>
  /** After `kill`, or in its place: the same address. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** So few that sessions really are shared. */
const SHARED_BY_ALL = { pool_mode: 'transaction', default_pool_size: 3 }
const STARTS_WITHIN_MS = 10_000

/**
 * @param databaseUrl straight to the database; every database of its server is reached through the pooler
 * @param settings of its file. Default: three sessions, handed out for each transaction
 */
export async function startPgBouncer(
  databaseUrl: string,
  settings: Readonly<Record<string, string | number>> = {},
): Promise<PgBouncer> {
  if (pgbouncerBinary === null) throw new Error('This machine has no pgbouncer.')
  const binary = pgbouncerBinary
  const server = new URL(databaseUrl)
  const port = await freePort()
  const folder = mkdtempSync(path.join(tmpdir(), 'pgbouncer-'))
  const [file, users] = [path.join(folder, 'pgbouncer.ini'), path.join(folder, 'users.txt')]
  // It does not run as root, and reads its files as whom it becomes.
  chmodSync(folder, 0o755)
  const user = decodeURIComponent(server.username)
  writeFileSync(users, `"${user}" "${decodeURIComponent(server.password)}"\n`)

  const configure: PgBouncer['configure'] = (changed) => {
    const all = {
      listen_addr: '127.0.0.1',
      listen_port: port,
      unix_socket_dir: '',
      auth_type: 'trust',
      auth_file: users,
      admin_users: user,
      max_client_conn: 200,
      server_login_retry: 1,
      ...SHARED_BY_ALL,
      ...settings,
      ...changed,
    }
    const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
    const databases = `[databases]\n* = host=${server.hostname} port=${server.port}\n`
    writeFileSync(file, `${databases}[pgbouncer]\n${lines.join('\n')}\n`)
  }
  configure({})

  const url = new URL(databaseUrl)
  url.port = String(port)
  const console = new URL(url)
  console.pathname = '/pgbouncer'
  const admin: PgBouncer['admin'] = async (command) => {
    const client = new Client({ connectionString: console.href, connectionTimeoutMillis: 2000 })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(command)).rows
    } finally {
      await client.end()
    }
  }

  let output = ''
  let child: ChildProcess
  const start = async (): Promise<void> => {
    const asWhom = process.getuid?.() === 0 ? ['-u', 'daemon'] : []
    child = spawn(binary, [...asWhom, file], { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
    for (const deadline = Date.now() + STARTS_WITHIN_MS; ; await pause(20)) {
      const isUp = await admin('SHOW VERSION').then(Boolean, () => false)
      if (isUp) return
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`PgBouncer did not start: ${output}`)
    }
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  await start()
  return {
    url: url.href,
    get pid() {
      return child.pid
    },
    admin,
    configure,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    kill: () => end('SIGKILL'),
    async restart() {
      await end('SIGKILL')
      await start()
    },
    async stop() {
      await end('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
