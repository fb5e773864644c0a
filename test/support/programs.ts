/** Programs of this machine that tests run beside the service: poolers, stores, clients of the database. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, readdirSync } from 'node:fs'
import path from 'node:path'

// oxlint-disable-next-line node/no-process-env -- Where programs are is no setting of ours.
const searched = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '')

/** Where systems keep servers that are not for everybody's PATH. */
const SERVERS = ['/usr/sbin', '/usr/local/sbin']
/** Debian keeps the programs of each version of PostgreSQL apart. */
const POSTGRES_VERSIONS = '/usr/lib/postgresql'

/**
 * The full path of the first of these names that this machine has: on the PATH, else among servers, else in the newest
 * version of PostgreSQL that has it.
 *
 * @returns null where there is none: a test that needs it is skipped, and its title says so
 */
export function program(...names: readonly string[]): string | null {
  const folders = [...searched, ...SERVERS, ...postgresFolders()]
  const files = names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return files.find(isExecutable) ?? null
}

/** A Python that has the module: Debian's own has Debian's packages, also where another comes first on the PATH. */
export function pythonWith(module: string): string | null {
  const pythons = [program('python3'), '/usr/bin/python3'].filter((one) => one !== null)
  return pythons.find((one) => spawnSync(one, ['-c', `import ${module}`]).status === 0) ?? null
}

function postgresFolders(): string[] {
  return foldersIn(POSTGRES_VERSIONS)
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => path.join(POSTGRES_VERSIONS, version, 'bin'))
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
