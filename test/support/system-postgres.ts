/** A PostgreSQL of the system's packages, for what the embedded one does not bring: `pg_dump`, `pg_restore`. */
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.ts'
import { program } from './programs.ts'

const NAMES = ['initdb', 'pg_ctl', 'pg_dump', 'pg_restore', 'psql'] as const
type Name = (typeof NAMES)[number]
const found = NAMES.map((name) => [name, program(name)] as const)

/** Null where one of the programs is missing. */
export const SYSTEM_POSTGRES = found.every(([, file]) => file !== null)
  ? (Object.fromEntries(found) as Record<Name, string>)
  : null

export type SystemPostgres = {
  /** Of one of its databases. */
  url(database: string): string
  stop(): void
}

/** Who a program runs as. Empty: as we do. */
type User = { readonly uid?: number; readonly gid?: number }

/** @throws with what it said, when a program ends with another code than 0 */
export function runProgram(file: string, args: readonly string[], user: User = {}): string {
  const { status, stdout, stderr, error } = spawnSync(file, args, {
    ...user,
    cwd: '/',
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${path.basename(file)}: ${error?.message ?? stderr}`)
  return stdout
}

/** Starts one of its own, empty, on a free port of the loopback address. Any connection from here is let in. */
export async function startSystemPostgres(programs: Record<Name, string>): Promise<SystemPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), 'system-postgres-'))
  const user: User = process.getuid?.() === 0 ? userNamed('postgres') : {}
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o755)
  const cluster = path.join(folder, 'cluster')
  const port = await freePort()
  const settings = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off`
  runProgram(
    programs.initdb,
    ['-D', cluster, '-U', 'scheduling', '-A', 'trust', '--encoding=UTF8', '--locale=C'],
    user,
  )
  const log = path.join(folder, 'log')
  runProgram(programs.pg_ctl, ['-D', cluster, '-l', log, '-o', settings, '-w', 'start'], user)
  return {
    url: (database) => `postgres://scheduling@127.0.0.1:${port}/${database}`,
    stop() {
      runProgram(programs.pg_ctl, ['-D', cluster, '-m', 'immediate', '-w', 'stop'], user)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function userNamed(name: string): User {
  const id = (flag: string): number => Number(runProgram('/usr/bin/id', [flag, name]))
  return { uid: id('-u'), gid: id('-g') }
}
