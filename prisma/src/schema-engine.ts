import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  isDriverAdapterError,
  type ColumnType,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils'
import { SchemaEngine } from '@prisma/schema-engine-wasm'
import type { Pool } from 'pg'

/**
 * Prisma's own schema engine, to check our work against; tests only. It reads `schema/*.prisma` and the
 * database, and says where they differ or where the history of migrations does.
 */
const SCHEMA = path.join(import.meta.dirname, '../schema')
const NOTHING_LEFT_OUT = { externalTables: [], externalEnums: [] }

/**
 * What would have to be done to the database to make it what the models say: SQL as the engine writes it,
 * one statement each; empty when they agree. It doesn't see what Prisma can't express, such as functions,
 * triggers, and check and exclusion constraints, and leaves tables out that no model could have.
 */
export async function schemaDrift(pool: Pool): Promise<string[]> {
  const files = await schemaFiles()
  using engine = await startEngine(pool, files)
  const { stdout } = await engine.diff({
    from: { tag: 'schemaDatasource', files, configDir: SCHEMA },
    to: { tag: 'schemaDatamodel', files },
    script: true,
    exitCode: null,
    filters: NOTHING_LEFT_OUT,
  })
  return (stdout ?? '')
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.replaceAll(/^--.*$/gm, '').trim())
    .filter((statement) => statement !== '')
}

/** What `prisma migrate status` would say of this folder of migrations and the history in the database. */
export async function diagnoseHistory(
  pool: Pool,
  migrationsDirectory: string,
): ReturnType<SchemaEngine['diagnoseMigrationHistory']> {
  using engine = await startEngine(pool, await schemaFiles())
  const entries = await readdir(migrationsDirectory, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  const migrationDirectories = await Promise.all(
    folders.sort().map(async (folder) => {
      const sql = await readFile(path.join(migrationsDirectory, folder, 'migration.sql'), 'utf8')
      return {
        path: folder,
        migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: sql } },
      }
    }),
  )
  // Awaited here: the engine is freed when this function returns.
  return await engine.diagnoseMigrationHistory({
    migrationsList: {
      baseDir: migrationsDirectory,
      lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"' },
      shadowDbInitScript: '',
      migrationDirectories,
    },
    optInToShadowDatabase: false,
    filters: NOTHING_LEFT_OUT,
  })
}

interface SchemaFile {
  path: string
  content: string
}

async function schemaFiles(): Promise<SchemaFile[]> {
  const names = (await readdir(SCHEMA)).filter((name) => name.endsWith('.prisma'))
  return Promise.all(
    names.map(async (name) => {
      const file = path.join(SCHEMA, name)
      return { path: file, content: await readFile(file, 'utf8') }
    }),
  )
}

function startEngine(pool: Pool, files: SchemaFile[]): Promise<SchemaEngine> {
  // Where the engine leaves its last words when it panics.
  Reflect.set(globalThis, 'PRISMA_WASM_PANIC_REGISTRY', { set_message: console.error })
  return SchemaEngine.new(
    { datamodels: files.map((file) => [file.path, file.content]) },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(catalogueReadingFactory(pool)),
  )
}

/**
 * Prisma's adapter, able to read the catalogue: it doesn't know the type `"char"`, which the catalogue is
 * full of, and the engine doesn't know PostgreSQL 18's entries for NOT NULL constraints.
 */
function catalogueReadingFactory(pool: Pool): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPg(pool)
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    async connect(): Promise<SqlDriverAdapter> {
      const adapter = await factory.connect()
      const stockQuery = adapter.queryRaw.bind(adapter)
      return Object.assign(adapter, {
        queryRaw: (query: SqlQuery) =>
          stockQuery(query).catch((error: unknown) => {
            const isUnknownType =
              isDriverAdapterError(error) && error.cause.kind === 'UnsupportedNativeDataType'
            if (!isUnknownType) throw error
            return readCatalogue(pool, query)
          }),
      })
    },
    connectToShadowDb: () => Promise.reject(new Error('Comparing needs no shadow database.')),
  }
}

async function readCatalogue(pool: Pool, { sql, args }: SqlQuery): Promise<SqlResultSet> {
  const { fields, rows } = await pool.query<unknown[]>({
    text: sql,
    values: args,
    rowMode: 'array',
  })
  const constraintType = fields.findIndex((field) => field.name === 'constraint_type')
  return {
    columnNames: fields.map((field) => field.name),
    columnTypes: fields.map((field) => COLUMN_TYPES[field.dataTypeID] ?? ColumnTypeEnum.Text),
    rows: rows.filter((row) => row[constraintType] !== 'n'),
  }
}

/** By the ids of PostgreSQL's types (`pg_type.oid`); the rest are read as text. */
const COLUMN_TYPES: Record<number, ColumnType> = {
  16: ColumnTypeEnum.Boolean,
  18: ColumnTypeEnum.Character,
  20: ColumnTypeEnum.Int64,
  21: ColumnTypeEnum.Int32,
  23: ColumnTypeEnum.Int32,
  26: ColumnTypeEnum.Int64,
}
