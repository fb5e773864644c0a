/** Real worker processes, to be killed. */
import { secretSettings, TEST_SECRETS, type Secrets } from './secrets.ts'
import { spawnService, type SpawnOptions } from './service-process.ts'

const MAIN = 'apps/worker/src/main.ts'

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
  options: SpawnOptions = {},
): WorkerProcess {
  const env = {
    DATABASE_URL: databaseUrl,
    ...secretSettings(secrets),
    PUBLIC_BASE_URL: 'http://api.test',
    ALLOW_LOOPBACK_WEBHOOKS: 'true',
    LOG_LEVEL: 'info',
    ...settings,
  }
  const child = spawnService(MAIN, env, options)
  const said = (words: string): Promise<void> => {
    const promise = child.said(words)
    promise.catch(() => undefined)
    return promise
  }
  const { exited } = child
  return {
    pid: child.pid,
    running: said('worker is running'),
    output: child.output,
    exited,
    stopping: said('worker is stopping'),
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    async terminate() {
      child.kill('SIGTERM')
      const end = await exited
      return typeof end === 'number' ? end : null
    },
  }
}
