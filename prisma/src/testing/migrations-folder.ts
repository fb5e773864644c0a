import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { createBareDatabase } from './test-database.ts'

/** An empty database and an empty folder of migrations for it, until the test ends. */
export type MigrationsFolder = {
  readonly databaseUrl: string
  readonly migrationsDirectory: string
  write(name: string, sql: string): Promise<void>
}

export async function migrationsFolder(): Promise<MigrationsFolder> {
  const migrationsDirectory = await mkdtemp(path.join(tmpdir(), 'migrations-'))
  const database = await createBareDatabase()
  onTestFinished(async () => {
    await database.drop()
    await rm(migrationsDirectory, { recursive: true, force: true })
  })
  return {
    databaseUrl: database.url,
    migrationsDirectory,
    async write(name, sql) {
      await mkdir(path.join(migrationsDirectory, name), { recursive: true })
      await writeFile(path.join(migrationsDirectory, name, 'migration.sql'), sql)
    },
  }
}
