import { spawnSync } from 'node:child_process'

import { EmbeddedPostgresError } from './problem.ts'

/** The identity a child process takes on. Empty: ours. */
export interface SystemUser {
  uid?: number
  gid?: number
}

export const isRoot = process.getuid?.() === 0

/**
 * Who is to run PostgreSQL, which refuses to run as root: the user `postgres`, made when missing.
 *
 * @throws {EmbeddedPostgresError} when there is none and none can be made
 */
export function postgresSystemUser(log: (line: string) => void): SystemUser {
  const existing = lookUp('postgres') ?? lookUp('_postgres') // macOS brings the second
  if (existing !== undefined) return existing
  const attempts = [
    ['groupadd', '--system', 'postgres'],
    [
      'useradd',
      '--system',
      '--gid',
      'postgres',
      '--no-create-home',
      '--home-dir',
      '/nonexistent',
      'postgres',
    ],
    ['adduser', '-S', '-D', '-H', '-h', '/nonexistent', 'postgres'], // BusyBox
  ]
  let reason = ''
  for (const [command = '', ...args] of attempts) {
    const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
    if (status !== 0) reason ||= (error?.message ?? stderr).trim()
    const made = lookUp('postgres')
    if (made !== undefined) {
      log('Made the system user "postgres", because PostgreSQL does not run as root.')
      return made
    }
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root and the system user "postgres" could not be made (${reason}). ` +
      `Start as an ordinary user, or set DATABASE_URL to a server of your own.`,
  )
}

function lookUp(name: string): SystemUser | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
    return status === 0 ? Number(stdout) : undefined
  })
  return uid === undefined || gid === undefined ? undefined : { uid, gid }
}

/**
 * Whether that user can run a program there and gets exit code 0.
 *
 * @throws {EmbeddedPostgresError} when this root may not take on another identity
 */
export function succeedsAs(user: SystemUser, command: string, args: string[]): boolean {
  const { status, error } = spawnSync(command, args, { ...user, cwd: '/', stdio: 'ignore' })
  if (error !== undefined && 'code' in error && error.code === 'EPERM') {
    throw new EmbeddedPostgresError(
      'PostgreSQL does not run as root, and this root may not change to another user. ' +
        'Start as an ordinary user, or set DATABASE_URL to a server of your own.',
    )
  }
  return status === 0
}
