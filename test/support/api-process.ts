/** An API process on the database of a test, which ends with the test. */
import { onTestFinished } from 'vitest'
import type { TestApi } from './api.ts'
import { spawnApi, untilApiIsReady, type ApiServer } from './api-server.ts'

export type ApiProcess = ApiServer

/** What `startTestApi` hashes and encrypts with: the process knows its keys. */
const SECRETS = {
  ROOT_SECRET: 'test root secret, thirty-two characters',
  ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
}

/** Starts it and waits until it is ready. When the test is over it is killed. */
export async function startApiProcess(
  api: Pick<TestApi, 'databaseUrl'>,
  env: Readonly<Record<string, string>> = {},
): Promise<ApiProcess> {
  const process = await spawnApiProcess(api, env)
  await untilApiIsReady(process)
  return process
}

/** Starts it, and does not wait for anything. When the test is over it is killed. */
export async function spawnApiProcess(
  api: Pick<TestApi, 'databaseUrl'>,
  env: Readonly<Record<string, string>> = {},
): Promise<ApiProcess> {
  const process = await spawnApi({
    DATABASE_URL: api.databaseUrl,
    LIMITS_SCALE: '10000',
    ALLOW_LOOPBACK_WEBHOOKS: 'true',
    ...SECRETS,
    ...env,
  })
  onTestFinished(() => process.kill('SIGKILL'))
  return process
}
