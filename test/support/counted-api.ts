/** An API whose statements a proxy counts: those of a key that is in use, which no one has to look up. */
import type { RateLimits } from '@scheduling/api'
import { expect } from 'vitest'
import { startTestApi, TEST_NOW, type TestApi } from './api.ts'
import type { DatabaseProxy } from './database-proxy.ts'

/** Nothing that it has cached grows old. */
export function startCountedApi(
  { url }: Pick<DatabaseProxy, 'url'>,
  limits?: (url: string) => RateLimits,
): Promise<TestApi> {
  return startTestApi({
    beside: { databaseUrl: url },
    cachesKeys: true,
    monotonic: () => 0,
    ...(limits === undefined ? {} : { limits }),
  })
}

/** Has the key cached, and its last use written. */
export async function cacheKey(
  api: TestApi,
  { key, organizationId }: { readonly key: string; readonly organizationId: number },
): Promise<void> {
  await api.db.apiKey.updateMany({
    where: { organizationId },
    data: { lastUsedAt: new Date(TEST_NOW) },
  })
  expect((await api.call('GET', '/v1/me', { key })).status).toBe(200)
}
