/** Real worker processes, to be killed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { secretSettings, TEST_SECRETS, type Secrets } from './secrets.ts'

const MAIN = fileURLToPath(new URL('../../apps/worker/src/main.ts', import.meta.url))

export type WorkerProcess = {
  readonly pid: number
  /** Resolves when it serves. */
  readonly running: Promise<void>
  /** All that it has printed. */
  output(): string
  /** Resolves with its exit code, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals>
  /** Resolves when it has begun to stop: it claims nothing more. */
  readonly stopping: Promise<void>
  kill(): Promise<void>
  /** SIGTERM. Resolves with its exit code. */
  terminate(): Promise<number | null>
}

/** @param settings beside those that every worker of a test has */
export function spawnWorker(
  databaseUrl: string,
  secrets: Secrets = TEST_SECRETS,
  settings: Readonly<Record<string, string>> = {},
): WorkerProcess {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      ...secretSettings(secrets),
      PUBLIC_BASE_URL: 'http://api.test',
      ALLOW_LOOPBACK_WEBHOOKS: 'true',
      LOG_LEVEL: 'info',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const said = (words: string): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const read = (): void => void (output.includes(words) && resolve())
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('exit', () => reject(new Error(`It ended before "${words}": ${output}`)))
    promise.catch(() => undefined)
    return promise
  }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  const running = said('worker is running')
  const stopping = said('worker is stopping')
  const exited = once(child, 'close').then(([code, signal]) => code ?? signal)
  return {
    pid: child.pid ?? 0,
    running,
    output: () => output,
    exited,
    stopping,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    async terminate() {
      child.kill('SIGTERM')
      await exited
      return child.exitCode
    },
  }
}
