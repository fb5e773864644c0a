/** The API as it runs in production: a process of its own. */
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { spawnService, type ServiceProcess, type SpawnOptions } from './service-process.ts'

export type ApiServer = Pick<ServiceProcess, 'pid' | 'lines' | 'output' | 'kill' | 'exited'> & {
  readonly url: string
  readonly port: number
}

const MAIN = 'apps/api/src/main.ts'

/** Starts it on the port that `env` names, else on a free one, and does not wait for anything. */
export async function spawnApi(
  env: Readonly<Record<string, string>>,
  options: SpawnOptions = {},
): Promise<ApiServer> {
  const port = Number(env['PORT'] ?? (await freePort()))
  const api = spawnService(MAIN, { ...env, PORT: String(port) }, options)
  return { ...api, url: `http://127.0.0.1:${port}`, port }
}

const READY_WITHIN_MS = 120_000
const ANSWERS_WITHIN_MS = 5000

/** @throws when it ends before it is ready, or is not ready in time */
export async function untilApiIsReady(api: ApiServer): Promise<void> {
  let hasEnded = false
  void api.exited.then(() => (hasEnded = true))
  const deadline = performance.now() + READY_WITHIN_MS
  while (!(await isReady(api.url))) {
    if (performance.now() > deadline) throw new Error(`The API is not ready:\n${api.output()}`)
    if (hasEnded) throw new Error(`The API ended:\n${api.lines.join('\n')}`)
    await wait(50)
  }
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
}
