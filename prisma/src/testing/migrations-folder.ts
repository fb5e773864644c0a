import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import type { OwnServer } from './own-server.ts'

/** An empty database and an empty folder of migrations for it. */
export type MigrationsFolder = {
  readonly databaseUrl: string
  readonly migrationsDirectory: string
  write(name: string, sql: string): Promise<void>
}

let made = 0

export async function migrationsFolder(server: OwnServer): Promise<MigrationsFolder> {
  made += 1
  const migrationsDirectory = path.join(server.folder, `migrations-${made}`)
  await mkdir(migrationsDirectory)
  const admin = new Client({ connectionString: server.url })
  await admin.connect()
  await admin.query(`CREATE DATABASE d${made}`)
  await admin.end()
  return {
    databaseUrl: server.url.replace(/\/[^/]*$/, `/d${made}`),
    migrationsDirectory,
    async write(name, sql) {
      await mkdir(path.join(migrationsDirectory, name), { recursive: true })
      await writeFile(path.join(migrationsDirectory, name, 'migration.sql'), sql)
    },
  }
}
