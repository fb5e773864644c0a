/** The API as it runs in production: a process of its own. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@scheduling/api'

export type ApiServer = {
  readonly url: string
  readonly port: number
  readonly pid: number
  /** Every line that it has printed. */
  readonly lines: readonly string[]
  kill(signal: NodeJS.Signals): void
  /** Resolves with the exit code, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals>
}

const main = path.join(import.meta.dirname, '../../apps/api/src/main.ts')

/** Starts it on a free port, and does not wait for anything. */
export async function spawnApi(env: Readonly<Record<string, string>>): Promise<ApiServer> {
  const port = await freePort('127.0.0.1', 0)
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => lines.push(line))
  }
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    lines,
    kill: (signal) => child.kill(signal),
    exited: endOf(child),
  }
}

/** @throws when it ends before it is ready */
export async function untilApiIsReady(api: ApiServer): Promise<void> {
  let hasEnded = false
  void api.exited.then(() => (hasEnded = true))
  while (!(await isReady(api.url))) {
    if (hasEnded) throw new Error(`The API ended:\n${api.lines.join('\n')}`)
    await wait(50)
  }
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
