/** What of the project runs in containers, and what each process asks for. */
import { PROCESS_SETTINGS } from '@scheduling/core'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { spawnService } from '@scheduling/test/support/service-process.ts'

export const PROJECT = path.join(import.meta.dirname, '../..')

/** Settings that give away something: they come from a secret, never as a value. */
export const SECRETS: readonly string[] = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'REDIS_URL',
  'ROOT_SECRET',
  'ENCRYPTION_KEYS',
  'METRICS_TOKEN',
  'SMTP_URL',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'WHATSAPP_CENTRAL_TOKEN',
  'WHATSAPP_CENTRAL_APP_SECRET',
  'WHATSAPP_CENTRAL_VERIFY_TOKEN',
]

/** The file that a container runs, and where the settings that it reads are listed. */
export const PROCESSES: Readonly<
  Record<string, { readonly main: string; readonly reads: string }>
> = {
  api: { main: 'apps/api/src/main.ts', reads: 'apps/api/src/env.ts' },
  worker: { main: 'apps/worker/src/main.ts', reads: 'apps/worker/src/env.ts' },
  migration: { main: 'apps/operator/bin/migrate.ts', reads: 'apps/operator/bin/migrate.ts' },
}

/** Names in capitals between quotes are settings. `PROCESS_SETTINGS` are those of every process. */
export function settingsReadBy(process: string): ReadonlySet<string> {
  const file = PROCESSES[process]?.reads
  if (file === undefined) throw new Error(`No process is called ${process}.`)
  const text = readFileSync(path.join(PROJECT, file), 'utf8')
  const named = [...text.matchAll(/'([A-Z][A-Z0-9_]+)'/g)].map(([, name = '']) => name)
  return new Set([...named, ...(text.includes('...PROCESS_SETTINGS') ? PROCESS_SETTINGS : [])])
}

/** Whether a container's command runs a file of the project with Node, and nothing else. */
export function isOurCommand(command: unknown): boolean {
  return (
    Array.isArray(command) &&
    command.length === 2 &&
    command[0] === 'node' &&
    existsSync(path.join(PROJECT, String(command[1])))
  )
}

/** No database is there. A process that takes its settings says that it waits for one. */
export const NOWHERE = '127.0.0.1:1'

/**
 * Starts a process with exactly this environment.
 *
 * @returns `starts` as soon as it waits for its database, else what it wrote before it ended
 */
export async function startedWith(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const process = spawnService(command[1] ?? '', env)
  const waits = process.said('waiting for the database').then(() => 'starts')
  const said = await Promise.race([waits, process.exited.then(() => process.output())])
  process.kill('SIGKILL')
  await process.exited
  return said
}

/** Secrets as `secrets.mjs` makes them, in a folder that is removed when the test is over. */
export function madeSecrets(): { readonly folder: string; readonly env: Record<string, string> } {
  const parent = mkdtempSync(path.join(tmpdir(), 'deploy-'))
  chmodSync(parent, 0o755) // the pooler, which is not root, looks into it
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const folder = path.join(parent, 'secrets')
  const made = spawnSync(process.execPath, [SECRETS_MAKER, folder], { encoding: 'utf8' })
  if (made.status !== 0) throw new Error(made.stderr)
  return { folder, env: variablesIn(readFileSync(path.join(folder, 'service.env'), 'utf8')) }
}

const SECRETS_MAKER = path.join(PROJECT, 'deploy/compose/secrets.mjs')

function variablesIn(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line !== '')
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

/** The same, with other hosts in its addresses. */
export function elsewhere(
  env: Readonly<Record<string, string>>,
  hosts: Readonly<Record<string, string>>,
): Record<string, string> {
  const moved = (text: string): string =>
    text.replace(/@([a-z]+):\d+/, (all, name: string) => `@${hosts[name] ?? all.slice(1)}`)
  return Object.fromEntries(Object.entries(env).map(([name, text]) => [name, moved(text)]))
}
