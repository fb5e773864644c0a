import { EmbeddedPostgresError } from '../embedded-postgres/problem.ts'

/** What a backup says of itself, in its first entry. */
export type Manifest = {
  readonly format: 1
  /** When it was begun, in UTC. It holds at least all that was committed then. */
  readonly made_at: string
  /** Of the server, as in `18.4`. */
  readonly postgres: string
  /** Of the machine, as in `linux-x64`: files of a database are for one kind. */
  readonly platform: string
  /** The newest migration; null of a database that has none. */
  readonly schema: string | null
  /** The files beside the database that it holds. */
  readonly files: readonly string[]
}

export const MANIFEST = 'manifest.json'
/** The folder of the database in the archive. */
export const CLUSTER = 'postgres/'

/** Files of the data folder that belong to the database in it: the keys, how to get in, and the demo's own. */
export const FILES_BESIDE = ['secrets.json', 'postgres-access.json', 'demo.json'] as const

export const PLATFORM = `${process.platform}-${process.arch}`

/** A backup that can't be taken or restored: one line for the person who asked, saying what to do. */
export class BackupError extends EmbeddedPostgresError {
  override name = 'BackupError'
}

/**
 * @param release of the PostgreSQL that is to run it, as in `18.4.0`
 * @throws {BackupError} when this one can't be restored here
 */
export function checkedManifest(text: string, release: string): Manifest {
  const manifest = parsed(text)
  if (manifest === null || manifest.format !== 1)
    throw new BackupError('It is no backup of this service, or one of a newer version of it.')
  const [major] = manifest.postgres.split('.')
  const [here] = release.split('.')
  if (major !== here) {
    throw new BackupError(
      `It was made by PostgreSQL ${manifest.postgres}, and this is ${release}: files of one major version can't be used ` +
        `by another. Restore it with the version of the service that made it, and bring it over with a dump.`,
    )
  }
  if (manifest.platform !== PLATFORM) {
    throw new BackupError(
      `It was made on ${manifest.platform}, and this is ${PLATFORM}. Restore it there, and bring it over with a dump.`,
    )
  }
  return manifest
}

function parsed(text: string): Manifest | null {
  try {
    const value: unknown = JSON.parse(text)
    return isManifest(value) ? value : null
  } catch {
    return null
  }
}

function isManifest(value: unknown): value is Manifest {
  return (
    typeof value === 'object' &&
    value !== null &&
    'format' in value &&
    'postgres' in value &&
    typeof value.postgres === 'string' &&
    'platform' in value &&
    'files' in value &&
    Array.isArray(value.files)
  )
}
