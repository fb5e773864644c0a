import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

import { binariesIn, type Binaries } from './binaries.ts'
import { EmbeddedPostgresError, messageOf } from './problem.ts'
import { isRoot, postgresSystemUser, succeedsAs, type SystemUser } from './system-user.ts'

/** Where the server can run: on which files, with which binaries, as whom. */
export interface Place {
  /** The folder of the cluster, PostgreSQL's "data directory". It may not exist yet. */
  cluster: string
  binaries: Binaries
  user: SystemUser
}

/**
 * Makes the data folder, where it is missing.
 * @returns its one true name: a server has another working folder, and what is kept elsewhere is found by it
 */
export function makeFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true })
    return realpathSync(folder)
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The data folder ${folder} can't be made: ${messageOf(cause)}`,
      { cause },
    )
  }
}

/**
 * Finds a place where the server can run. For an ordinary user that is the data folder.
 *
 * Root has to run it as someone else, who can't enter a checkout under a closed folder such as `/root`.
 * Then the cluster, and if need be a copy of the binaries, go to a folder of the system, and a file in the
 * data folder remembers it: deleting the data folder still means starting afresh. The caller holds the
 * lock of the data folder.
 *
 * @param dataDirectory as `makeFolder` names it
 * @throws {EmbeddedPostgresError} when the data folder can't be used, saying what would make it usable
 */
export function findPlace(
  dataDirectory: string,
  binaries: Binaries,
  log: (line: string) => void,
): Place {
  const cluster = path.join(dataDirectory, 'postgres')
  const ownerOfCluster = ownerOf(cluster)
  if (!isRoot) {
    const self = process.getuid?.()
    if (ownerOfCluster !== undefined && self !== undefined && ownerOfCluster.uid !== self) {
      throw new EmbeddedPostgresError(
        `The database in ${cluster} belongs to another user of this machine. Start as that user or as root, ` +
          `or take it over: sudo chown -R "$(id -u)" ${dataDirectory}`,
      )
    }
    return { cluster, binaries, user: {} }
  }

  const user =
    ownerOfCluster !== undefined && ownerOfCluster.uid !== 0
      ? ownerOfCluster
      : postgresSystemUser(log)
  const runnable = succeedsAs(user, binaries.postgres, ['--version'])
    ? binaries
    : copyOfBinaries(binaries, systemFolder(user))
  if (canEnter(user, dataDirectory)) return { cluster, binaries: runnable, user }
  if (ownerOfCluster !== undefined) {
    throw new EmbeddedPostgresError(
      `The database in ${cluster} has become unreachable for the user it runs as: a folder above it is ` +
        `closed. Open it (chmod o+x), or delete ${cluster} to start afresh elsewhere.`,
    )
  }
  const folder = folderElsewhere(dataDirectory, systemFolder(user))
  log(`The database is kept in ${folder}, because its server can't enter ${dataDirectory}.`)
  return { cluster: path.join(folder, 'postgres'), binaries: runnable, user }
}

function ownerOf(file: string): { uid: number; gid: number } | undefined {
  const found = statSync(file, { throwIfNoEntry: false })
  return found && { uid: found.uid, gid: found.gid }
}

function canEnter(user: SystemUser, folder: string): boolean {
  return succeedsAs(user, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder])
}

/**
 * A folder of the machine that only root writes and everyone may enter. `/var/lib` comes first because
 * nothing clears it; some systems delete old files under `/var/tmp`.
 */
function systemFolder(user: SystemUser): string {
  for (const parent of ['/var/lib', '/var/tmp']) {
    const folder = path.join(parent, 'scheduling')
    try {
      mkdirSync(folder, { recursive: true })
      if (statSync(folder).uid !== 0) continue
      chmodSync(folder, 0o755)
    } catch {
      continue
    }
    if (canEnter(user, folder)) return folder
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root, and its user can enter neither the project nor /var/lib. Move the ' +
      'project to a folder that others may enter, start as an ordinary user, or set DATABASE_URL.',
  )
}

function copyOfBinaries(binaries: Binaries, parent: string): Binaries {
  const folder = path.join(parent, `postgres-${binaries.release}`)
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) {
    const partial = `${folder}.${process.pid}`
    rmSync(partial, { recursive: true, force: true })
    cpSync(binaries.folder, partial, { recursive: true, verbatimSymlinks: true })
    chmodSync(partial, 0o755)
    try {
      renameSync(partial, folder)
    } catch (error) {
      rmSync(partial, { recursive: true, force: true })
      if (statSync(folder, { throwIfNoEntry: false }) === undefined) throw error
      // Another process put the same copy there first.
    }
  }
  return binariesIn(folder, binaries.release)
}

function folderElsewhere(dataDirectory: string, parent: string): string {
  const name = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 12)
  const folder = path.join(parent, name)
  const note = placeNote(dataDirectory)
  if (noted(note) !== folder) {
    const previous = `${folder}.previous`
    if (statSync(folder, { throwIfNoEntry: false }) !== undefined) {
      rmSync(previous, { recursive: true, force: true })
      renameSync(folder, previous)
    }
    writeFileSync(note, `${folder}\n`)
  }
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  return folder
}

/** The file that says where the database of this folder is, where it is elsewhere. */
export function placeNote(dataDirectory: string): string {
  return path.join(dataDirectory, 'postgres-is-in')
}

function noted(note: string): string | undefined {
  try {
    return readFileSync(note, 'utf8').trim()
  } catch {
    return undefined
  }
}
