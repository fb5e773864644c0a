import { spawnApi, untilApiIsReady } from '@scheduling/test/support/api-server.ts'
import { secretSettings } from '@scheduling/test/support/secrets.ts'
import { SECRETS } from './clinic.ts'

export type Api = { readonly port: number; readonly pid: number; kill(): Promise<void> }

/**
 * Settings of production, where one process counts requests by itself, as `npm start` does. The limits are so high
 * that a load from one address is not refused.
 */
const PRODUCTION: Readonly<Record<string, string>> = {
  NODE_ENV: 'production',
  PUBLIC_BASE_URL: 'https://api.example.com',
  ...secretSettings(SECRETS),
  LIMITS_SCALE: '100000',
  COUNT_IN_MEMORY: 'true',
}

/** Production sends no webhook to the machine that it runs on. */
export const WITH_RECEIVERS_HERE = { NODE_ENV: 'development', ALLOW_LOOPBACK_WEBHOOKS: 'true' }

/** The API as production starts it, in a process of its own, once it is ready. */
export async function openApi(
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Api> {
  const api = await spawnApi({ ...PRODUCTION, DATABASE_URL: databaseUrl, ...settings })
  const kill = async (): Promise<void> => {
    api.kill('SIGKILL')
    await api.exited
  }
  try {
    await untilApiIsReady(api)
  } catch (error) {
    await kill()
    throw error
  }
  return { port: api.port, pid: api.pid, kill }
}
