import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { DirectoryInUseError, startEmbeddedPostgres } from '@scheduling/database/embedded-postgres'
import { prepareDatabase } from '@scheduling/database/prepare'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'

import { forgetAnswers } from './answers.ts'
import { onServer, urlOf, type TestServer } from './database.ts'
import { forgetExchanges } from './exchanges.ts'
import { databasesFolder } from './memory-folder.ts'

const project = path.join(import.meta.dirname, '../..')
const database = path.join(project, 'prisma')

/** One start for all projects of a run: vitest calls the set-up once for each. */
const shared: { start?: Promise<Started>; users: number } = (() => {
  const key = Symbol.for('scheduling.test-server')
  const found: unknown = Reflect.get(globalThis, key)
  if (isShared(found)) return found
  const made = { users: 0 }
  Reflect.set(globalThis, key, made)
  return made
})()

interface Started {
  server: TestServer
  stop: () => Promise<void>
}

/**
 * Gives every project of a test run a PostgreSQL server with a migrated template database on it, which
 * `createTestDatabase` clones. `TEST_DATABASE_URL` names a server to use instead of our own; its role needs
 * CREATEDB.
 */
export default async function setup(testProject: TestProject): Promise<() => Promise<void>> {
  shared.users += 1
  shared.start ??= start()
  const { server, stop } = await shared.start
  testProject.provide('testServer', server)
  return async () => {
    shared.users -= 1
    if (shared.users > 0) return
    delete shared.start
    await stop()
  }
}

async function start(): Promise<Started> {
  forgetAnswers()
  forgetExchanges()
  const external = process.env['TEST_DATABASE_URL']
  const run = `${Math.floor(Date.now() / 1000).toString(36)}_${randomBytes(3).toString('hex')}`
  if (external !== undefined && external !== '') {
    const template = await ensureTemplate(external)
    await dropDatabases(external, isStaleClone)
    return {
      server: { url: external, template, run },
      stop: () => dropDatabases(external, (name) => name.startsWith(`test_${run}_`)),
    }
  }
  const embedded = await startOwnServer()
  try {
    const template = await ensureTemplate(embedded.url)
    // The server is this run's alone, so whatever else is on it was left by an earlier run.
    await dropDatabases(
      embedded.url,
      (name) => /^(?:test|template)_/.test(name) && name !== template,
    )
    return {
      server: { url: embedded.url, template, run },
      async stop() {
        await dropDatabases(embedded.url, (name) => name.startsWith('test_'))
        await embedded.stop()
      },
    }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

/** Runs at the same time in one checkout each get a server, in the first free of a few folders. */
async function startOwnServer(): ReturnType<typeof startEmbeddedPostgres> {
  const log = (line: string) => process.stderr.write(`${line}\n`)
  for (let slot = 1; ; slot += 1) {
    const dataDirectory = path.join(databasesFolder(), `test-postgres/${slot}`)
    try {
      return await startEmbeddedPostgres({ dataDirectory, isDurable: false, log })
    } catch (error) {
      if (!(error instanceof DirectoryInUseError) || slot === 8) throw error
    }
  }
}

/**
 * Makes the template unless the server has it. Its name is the digest of all that makes it what it is, and
 * it gets the name when it is complete; no one can connect to it, or it could not be cloned.
 */
async function ensureTemplate(url: string): Promise<string> {
  const template = `template_${digestOfTemplate()}`
  const partial = `${template}_partial`
  await onServer(url, async (client) => {
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [template])
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [
      template,
    ])
    if (rowCount !== 0) return
    await client.query(`DROP DATABASE IF EXISTS ${partial} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${partial} TEMPLATE template0 ENCODING 'UTF8'`)
    await prepareDatabase(urlOf(url, partial))
    await client.query(`ALTER DATABASE ${partial} ALLOW_CONNECTIONS false`)
    await client.query(`ALTER DATABASE ${partial} RENAME TO ${template}`)
  })
  return template
}

/** The migrations, the preparation around them with the version of the job queue, and the day: partitions are daily. */
function digestOfTemplate(): string {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10))
  const scripts = readdirSync(path.join(database, 'migrations'), {
    recursive: true,
    encoding: 'utf8',
  })
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => path.join('migrations', name))
  for (const name of ['package.json', 'src/prepare.ts', ...scripts]) {
    hash.update(`\0${name}\0`).update(readFileSync(path.join(database, name)))
  }
  return hash.digest('hex').slice(0, 16)
}

/** On a server that others use too, a clone more than a day old belongs to no living run. */
function isStaleClone(name: string): boolean {
  const seconds = /^test_([0-9a-z]+)_[0-9a-f]{6}_/.exec(name)?.[1]
  return seconds !== undefined && Date.now() / 1000 - Number.parseInt(seconds, 36) > 86_400
}

async function dropDatabases(url: string, isUnwanted: (name: string) => boolean): Promise<void> {
  await onServer(url, async (client: Client) => {
    const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database')
    for (const { datname } of rows.filter((row) => isUnwanted(row.datname))) {
      await client.query(`DROP DATABASE IF EXISTS "${datname}" WITH (FORCE)`)
    }
  })
}

function isShared(value: unknown): value is typeof shared {
  return typeof value === 'object' && value !== null && 'users' in value
}
