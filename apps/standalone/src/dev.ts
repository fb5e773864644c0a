/**
 * `pnpm dev`: the service, started again when a source file changes. The embedded database belongs to this process and
 * goes on meanwhile: stopping and starting it takes longer than the rest.
 */
import {
  EmbeddedPostgresError,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '@scheduling/database/embedded-postgres'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { env, environmentWith } from './env.ts'
import { runAgainOnChange, type Restarted } from './restarted.ts'

const PROJECT = path.join(import.meta.dirname, '../../..')
const say = (line: string) => process.stdout.write(`${line}\n`)

let database: EmbeddedPostgres | null = null
let service: Restarted | null = null
let isStopping = false

async function stopAll(exitCode: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  await service?.stop()
  await database?.stop()
  process.exit(exitCode)
}

process.on('SIGINT', () => void stopAll(0))
process.on('SIGTERM', () => void stopAll(0))

/** Where the service finds it: with a server of one's own, the settings say so already. */
async function databaseSettings(): Promise<NodeJS.ProcessEnv> {
  if (env.DATABASE_URL !== undefined) return {}
  database = await startEmbeddedPostgres({ dataDirectory: env.DATA_DIR, log: say })
  void database.died.then((error) => {
    process.stderr.write(`${error.message}\n`)
    return stopAll(1)
  })
  return { DATABASE_URL: database.url }
}

/** What callers run, and what the browser loads, is no part of the service. */
const APART = new Set(['cli', 'dashboard', 'sdk'])

/** The guides and the migrations are read by the service too. */
function sourceFolders(): string[] {
  const packages = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(path.join(PROJECT, folder))
      .filter((name) => !APART.has(name))
      .map((name) => path.join(folder, name, 'src')),
  )
  return [...packages, 'prisma/src', 'prisma/migrations', 'docs'].map((folder) =>
    path.join(PROJECT, folder),
  )
}

try {
  const settings = await databaseSettings()
  service = runAgainOnChange({
    // A kill of this process leaves no service behind: the service ends when its parent is gone, as the database does.
    command: [
      '--import',
      path.join(PROJECT, 'scripts/end-with-parent.mjs'),
      path.join(import.meta.dirname, 'main.ts'),
    ],
    environment: environmentWith(settings),
    folders: sourceFolders(),
    say,
  })
} catch (error) {
  if (!(error instanceof EmbeddedPostgresError)) throw error
  process.stderr.write(`${error.message}\n`)
  await stopAll(1)
}
