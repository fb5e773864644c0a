import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

import type { Place } from './place.ts'
import { EmbeddedPostgresError } from './problem.ts'
import { isRoot } from './system-user.ts'

/** The one role of the cluster, and the name of its database. */
export const NAME = 'scheduling'

/** How to get in: the role's password, and the port of the last run, kept so that tools find it again. */
export interface Access {
  password: string
  port?: number
}

/** What every server process needs: nothing of the caller's `PG*` variables, and messages in English. */
export const SERVER_ENVIRONMENT = {
  PATH: process.env['PATH'],
  SystemRoot: process.env['SystemRoot'],
  LC_ALL: 'C',
  TZ: 'UTC',
}

/** Reads the access file, or makes one with a new password; only this user can read it. */
export function readAccess(dataDirectory: string): Access {
  try {
    return readAccessFile(readFileSync(accessFile(dataDirectory), 'utf8'))
  } catch {
    // Missing or spoilt: the files are ours, so a new password can be set.
  }
  const access = { password: randomBytes(24).toString('base64url') }
  writeAccess(dataDirectory, access)
  return access
}

/** @throws {Error} when it is spoilt */
export function readAccessFile(text: string): Access {
  const access: unknown = JSON.parse(text)
  if (isAccess(access)) return access
  throw new Error('The file that says how to get into the database is spoilt.')
}

export function writeAccess(dataDirectory: string, access: Access): void {
  const file = accessFile(dataDirectory)
  writeFileSync(`${file}.new`, `${JSON.stringify(access)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

function accessFile(dataDirectory: string): string {
  return path.join(dataDirectory, 'postgres-access.json')
}

function isAccess(value: unknown): value is Access {
  if (typeof value !== 'object' || value === null || !('password' in value)) return false
  const isPort = !('port' in value) || Number.isInteger(value.port)
  return typeof value.password === 'string' && value.password !== '' && isPort
}

/**
 * Makes the cluster unless it is there. It is made under another name and renamed when whole, so one that
 * was interrupted is simply made again.
 *
 * Text is UTF-8 and ordered by code point on every machine (the built-in provider's `C.UTF-8`), with case
 * folding for all of Unicode. `pg_trgm` still asks the C library what a letter is, so that one gets the
 * system's UTF-8 rules where it has them.
 *
 * @throws {EmbeddedPostgresError} when `initdb` fails, or the files there aren't a cluster of this major version
 */
export function ensureCluster(place: Place, password: string): void {
  const { cluster, binaries, user } = place
  const major = binaries.release.split('.')[0]
  if (existsSync(path.join(cluster, 'PG_VERSION'))) {
    const found = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim()
    if (found !== major) {
      throw new EmbeddedPostgresError(
        `The database in ${cluster} was made by PostgreSQL ${found} and this is ${major}. Move it away to ` +
          `start afresh, or bring its content over with pg_dump.`,
      )
    }
    restoreOwnership(cluster, user)
    return
  }
  if (existsSync(cluster) && readdirSync(cluster).length > 0) {
    throw new EmbeddedPostgresError(
      `${cluster} holds files but no database. Move it away to start afresh.`,
    )
  }
  const partial = `${cluster}.partial`
  let reason = ''
  for (const characterType of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    const problem = initialise(place, partial, password, characterType)
    if (problem === undefined) {
      rmSync(cluster, { recursive: true, force: true }) // empty
      renameSync(partial, cluster)
      return
    }
    reason = problem
    if (!reason.includes('locale')) break
  }
  rmSync(partial, { recursive: true, force: true })
  throw new EmbeddedPostgresError(`The database could not be made in ${cluster}: ${reason}`)
}

/** Runs `initdb` on a new, empty folder; what it complains of, or nothing when all went well. */
function initialise(
  { binaries, user }: Place,
  folder: string,
  password: string,
  characterType: string,
): string | undefined {
  const passwordFile = `${folder}-password`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user.uid !== undefined && user.gid !== undefined) {
    for (const file of [folder, passwordFile]) chownSync(file, user.uid, user.gid)
  }
  const options = {
    pgdata: folder,
    username: NAME,
    pwfile: passwordFile,
    auth: 'scram-sha-256',
    encoding: 'UTF8',
    locale: 'C',
    'lc-ctype': characterType,
    'locale-provider': 'builtin',
    'builtin-locale': 'C.UTF-8',
  }
  const { status, stderr, error } = spawnSync(
    binaries.initdb,
    Object.entries(options).map(([name, value]) => `--${name}=${value}`),
    { ...user, cwd: '/', env: SERVER_ENVIRONMENT, encoding: 'utf8' },
  )
  rmSync(passwordFile)
  return status === 0 ? undefined : (error?.message ?? lastComplaint(stderr))
}

/** A copy, a restore or a `chown` may have changed what PostgreSQL insists on: its own files, closed to others. */
export function restoreOwnership(cluster: string, user: Place['user']): void {
  chmodSync(cluster, 0o700)
  if (isRoot) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, cluster])
}

/** Sets the role's password with the server down, as the owner of the files. */
export function setPassword({ cluster, binaries, user }: Place, password: string): void {
  const { status, stderr } = spawnSync(binaries.postgres, ['--single', '-D', cluster, 'postgres'], {
    ...user,
    cwd: '/',
    env: SERVER_ENVIRONMENT,
    input: `ALTER ROLE ${NAME} PASSWORD '${password}'\n`,
    encoding: 'utf8',
  })
  if (status !== 0 || /\b(?:ERROR|FATAL):/.test(stderr)) {
    throw new EmbeddedPostgresError(
      `The database in ${cluster} does not accept its password and no new one could be set: ${lastComplaint(stderr)}`,
    )
  }
}

/** The last line in which PostgreSQL says what is wrong, else its last line at all. */
export function lastComplaint(output: string): string {
  const lines = output.split('\n').map((line) => line.trim())
  const complaint = lines.findLast((line) => /\b(?:FATAL|PANIC|ERROR|error|could not)\b/.test(line))
  const line = complaint ?? lines.findLast((line) => line !== '') ?? 'it said nothing'
  return line.slice(Math.max(0, line.search(/\b(?:FATAL|PANIC|ERROR)/)))
}

export function databaseUrl(password: string, port: number, database: string): string {
  return `postgres://${NAME}:${password}@127.0.0.1:${port}/${database}`
}
