import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { PAST } from './past.ts'
import { MigrationError } from './problem.ts'
import { underLoadIn, underLoadOf, type UnderLoad } from './under-load.ts'

export const OWN_MIGRATIONS = path.join(import.meta.dirname, '../../migrations')

export type Migration = {
  readonly name: string
  readonly sql: string
  /** Undefined: it does not say. */
  readonly underLoad: UnderLoad | undefined
}

/**
 * All of the folder, in the order of their names.
 *
 * @throws {MigrationError} when one can't be read, or its head can't be understood
 */
export async function readMigrations(directory = OWN_MIGRATIONS): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(
    names.sort().map(async (name) => {
      const file = path.join(directory, name, 'migration.sql')
      const sql = await readFile(file, 'utf8').catch((cause: unknown) => {
        throw new MigrationError(`Migration ${name} has no readable migration.sql (${file}).`, {
          cause,
        })
      })
      return { name, sql, underLoad: underLoad(name, sql) }
    }),
  )
}

function underLoad(name: string, sql: string): UnderLoad | undefined {
  try {
    const past = PAST[name]
    return past === undefined ? underLoadIn(sql) : underLoadOf(past)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new MigrationError(`Migration ${name}: ${cause.message}.`, { cause })
  }
}
