import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { DirectoryInUseError, EmbeddedPostgresError, messageOf } from './problem.ts'

/**
 * Takes the folder for this process, until `release()` or until the process is gone in whatever way.
 *
 * A file with a process id can't tell a killed owner from a stranger who got the same id later, and in
 * containers nearly everyone is process 7. So the lock is the kernel's lock on a file, which SQLite, part
 * of Node, knows how to take on every platform. The id beside it is only for the message.
 *
 * @throws {DirectoryInUseError} when another live process holds the folder
 */
export function lockDirectory(directory: string): { release(): void } {
  const ownerFile = path.join(directory, 'owner.pid')
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(path.join(directory, 'owner.lock'), { timeout: 0 })
    lock.exec('PRAGMA journal_mode = MEMORY')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock?.close()
    if (isBusy(cause)) {
      throw new DirectoryInUseError(
        `The database in ${directory} is in use by ${owner(ownerFile)}. Stop that one first, or give this ` +
          `one a data folder of its own.`,
      )
    }
    throw new EmbeddedPostgresError(
      `The data folder ${directory} can't be locked: ${messageOf(cause)}.`,
      { cause },
    )
  }
  writeFileSync(ownerFile, `${process.pid}\n`)
  const held = lock
  return {
    release() {
      if (!held.isOpen) return
      rmSync(ownerFile, { force: true })
      held.close()
    },
  }
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

function owner(ownerFile: string): string {
  try {
    return `another run of this service (process ${readFileSync(ownerFile, 'utf8').trim()})`
  } catch {
    return 'another run of this service'
  }
}
