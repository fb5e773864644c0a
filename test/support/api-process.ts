/** The API as it runs in production: a process of its own, on the database of a test. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@scheduling/api'
import { onTestFinished } from 'vitest'
import type { TestApi } from './api.ts'

/** What `startTestApi` hashes and encrypts with: the process knows its keys. */
const SECRETS = {
  ROOT_SECRET: 'test root secret, thirty-two characters',
  ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
}

export type ApiProcess = {
  readonly url: string
  /** Every line that it has printed. */
  readonly lines: readonly string[]
  kill(signal: NodeJS.Signals): void
  /** Resolves with the exit code, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals>
}

const main = path.join(import.meta.dirname, '../../apps/api/src/main.ts')

/** Starts it and waits until it is ready. When the test is over it is killed. */
export async function startApiProcess(
  api: Pick<TestApi, 'databaseUrl'>,
  env: Readonly<Record<string, string>> = {},
): Promise<ApiProcess> {
  const process = await spawnApiProcess(api, env)
  let hasEnded = false
  void process.exited.then(() => (hasEnded = true))
  while (!(await isReady(process.url))) {
    if (hasEnded) throw new Error(`The API ended:\n${process.lines.join('\n')}`)
    await wait(50)
  }
  return process
}

/** Starts it, and does not wait for anything. When the test is over it is killed. */
export async function spawnApiProcess(
  api: Pick<TestApi, 'databaseUrl'>,
  env: Readonly<Record<string, string>> = {},
): Promise<ApiProcess> {
  const port = await freePort('127.0.0.1', 0)
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATABASE_URL: api.databaseUrl,
      LIMITS_SCALE: '10000',
      ALLOW_LOOPBACK_WEBHOOKS: 'true',
      ...SECRETS,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => lines.push(line))
  }
  const url = `http://127.0.0.1:${port}`
  return { url, lines, kill: (signal) => child.kill(signal), exited: endOf(child) }
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function endOf(child: ChildProcess): Promise<number | NodeJS.Signals> {
  const [code, signal] = await once(child, 'close')
  return typeof code === 'number' ? code : (signal as NodeJS.Signals)
}
