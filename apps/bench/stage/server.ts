/** A PostgreSQL of the bench's own, with an empty, migrated database for each measurement. */
import path from 'node:path'
import { startEmbeddedPostgres } from '@scheduling/database/embedded-postgres'
import { prepareDatabase } from '@scheduling/database/prepare'
import { onServer, urlOf } from '@scheduling/test/support/database.ts'

const DATA_DIRECTORY = path.join(import.meta.dirname, '../../../node_modules/.cache/bench-postgres')
const TEMPLATE = 'bench_template'

export type BenchServer = {
  /** Of PostgreSQL, such as `18.1`. */
  readonly version: string
  /** The URL of an empty, migrated database that no one else uses. */
  database(): Promise<string>
  /** What stops before the server does, also after a bench that failed. */
  beforeStop(end: () => Promise<unknown>): void
  stop(): Promise<void>
}

/** A server that flushes to the disk as in production, in a folder that is used again. */
export async function openServer(): Promise<BenchServer> {
  const server = await startEmbeddedPostgres({
    dataDirectory: DATA_DIRECTORY,
    log: (line) => process.stderr.write(`${line}\n`),
  })
  const ends: (() => Promise<unknown>)[] = []
  let databases = 0
  let template: Promise<void> | null = null
  const create = (name: string, from: string): Promise<void> =>
    onServer(server.url, async (client) => {
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      await client.query(`CREATE DATABASE ${name} TEMPLATE ${from}`)
      // What was written before is not the work of this one.
      await client.query('CHECKPOINT')
    })
  const makeTemplate = async (): Promise<void> => {
    await create(TEMPLATE, 'template0')
    await prepareDatabase(urlOf(server.url, TEMPLATE))
  }
  const version = await onServer(server.url, async (client) => {
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
    return rows[0]?.server_version ?? ''
  })
  return {
    version,
    async database() {
      await (template ??= makeTemplate())
      databases += 1
      const name = `bench_${databases}`
      await create(name, TEMPLATE)
      return urlOf(server.url, name)
    },
    beforeStop: (end) => void ends.push(end),
    async stop() {
      await Promise.all(ends.map((end) => end()))
      await server.stop()
    },
  }
}
