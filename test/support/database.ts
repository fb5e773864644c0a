import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

import { Client } from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

/** The server of a test run, as `global-setup.ts` provides it. */
export interface TestServer {
  /** Connects to some database of the server, with the right to create others. */
  url: string
  /** The migrated, empty database to clone. */
  template: string
  /** Begins the name of every clone of this run: `test_<run>_…`. */
  run: string
}

export interface TestDatabase extends AsyncDisposable {
  url: string
  drop(): Promise<void>
}

/**
 * Makes a migrated, empty database that no one else uses: one for each test file. `drop()` ends
 * connections still open on it; the run drops what a test file left.
 */
export function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('testServer')
  return copyDatabase(server, server.template)
}

/** The same without our tables, for tests of what makes tables and reads any. */
export function createBareDatabase(): Promise<TestDatabase> {
  return copyDatabase(inject('testServer'), 'template0')
}

async function copyDatabase(server: TestServer, template: string): Promise<TestDatabase> {
  const name = `test_${server.run}_${randomBytes(4).toString('hex')}`
  await onServer(server.url, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`),
  )
  const drop = () =>
    onServer(server.url, async (client) => {
      await untilLeft(client, name)
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    })
  return { url: urlOf(server.url, name), drop, [Symbol.asyncDispose]: drop }
}

/**
 * Waits a moment for connections to close. `end()` of a pool resolves before its connections are closed, and one that is
 * cut while it closes fails the run.
 */
async function untilLeft(client: Client, name: string): Promise<void> {
  for (let looks = 0; looks < 20; looks += 1) {
    const { rowCount } = await client.query(
      'SELECT FROM pg_stat_activity WHERE datname = $1 LIMIT 1',
      [name],
    )
    if (rowCount === 0) return
    await setTimeout(5)
  }
}

/** The same server, another database. */
export function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

/** The database that a URL names. */
export function databaseName(url: string): string {
  return new URL(url).pathname.slice(1)
}

/** Uses a connection to the server for as long as `work` takes. */
export async function onServer<Result>(
  serverUrl: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
