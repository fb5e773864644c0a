/** `pnpm dev`: the service is started again when a file changes, and its database goes on. */
import { randomBytes } from 'node:crypto'
import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { fact } from '../support/worker.ts'

const PROJECT = path.join(import.meta.dirname, '../..')
const CHANGED = path.join(PROJECT, 'apps/standalone/src/announce.ts')
const START_MS = 120_000
vi.setConfig({ testTimeout: 4 * START_MS, hookTimeout: START_MS })

/** Making the demo is no part of this. */
const WITHOUT_DEMO = {
  NODE_ENV: 'production',
  ALLOW_LOOPBACK_WEBHOOKS: 'false',
  PUBLIC_BASE_URL: 'https://api.example.com',
  ROOT_SECRET: randomBytes(32).toString('base64'),
  ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
}

let folder: string
let port: number
let dev: ChildProcess
let output = ''

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'dev-'))
  // PostgreSQL never runs as root: its user must get there too.
  chmodSync(folder, 0o755)
  port = await freePort()
  dev = spawn(process.execPath, ['apps/standalone/src/dev.ts'], {
    cwd: PROJECT,
    env: { ...process.env, ...WITHOUT_DEMO, DATA_DIR: folder, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  dev.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
})
afterEach(() => {
  dev.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const starts = () => output.split('Ready in').length - 1
const postmaster = () =>
  Number.parseInt(readFileSync(path.join(folder, 'postgres/postmaster.pid'), 'utf8'), 10)
const isServing = () =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('keeps the database while the service starts again, and leaves nothing behind when it is killed', async () => {
  await fact('the service is ready', () => starts() === 1, START_MS)
  const database = postmaster()
  const now = new Date()
  utimesSync(CHANGED, now, now)
  await fact('the service is ready again', () => starts() === 2, START_MS)
  expect(await isServing()).toBe(true)
  expect(postmaster()).toBe(database)

  dev.kill('SIGKILL')
  await fact('the database is gone', () => !isAlive(database), START_MS)
  await fact('the service is gone', async () => !(await isServing()), START_MS)
})
