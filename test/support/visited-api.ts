/** The API as visitors meet it: their own limits are those of production. */
import { createRateLimits } from '@scheduling/api'
import { startTestApi, TEST_NOW, type TestApi } from './api.ts'

export function startVisitedApi(): Promise<TestApi> {
  // Windows of `/trpc` are wide open, so that what is refused here is refused by the limits of visitors.
  const wide = createRateLimits({ scale: 10_000, now: () => TEST_NOW })
  const tight = createRateLimits({ scale: 1, now: () => TEST_NOW })
  return startTestApi({
    trustedProxies: 1,
    limits: () => ({
      ...tight,
      take: (request) => wide.take(request),
      close: async () => {
        await Promise.all([wide.close(), tight.close()])
      },
    }),
  })
}
