/** An API process on the database of a test, which ends with the test. */
import { onTestFinished } from 'vitest'
import type { TestApi } from './api.ts'
import { spawnApi, untilApiIsReady, type ApiServer } from './api-server.ts'
import { secretSettings, TEST_SECRETS } from './secrets.ts'

export type ApiProcess = ApiServer

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
    ...secretSettings(TEST_SECRETS),
    ...env,
  })
  onTestFinished(() => process.kill('SIGKILL'))
  return process
}
