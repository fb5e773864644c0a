/** The API with the rate limits that visitors meet. */
import { createRateLimits } from '@scheduling/api'
import { startTestApi, TEST_NOW, type TestApi } from './api.ts'

/**
 * The API as visitors meet it.
 *
 * @param scale multiplies the limits of visitors, which are else those of production
 */
export function startVisitedApi(
  scale = 1,
  options: Parameters<typeof startTestApi>[0] = {},
): Promise<TestApi> {
  // Windows of `/trpc` are wide open, so that what is refused here is refused by the limits of visitors.
  const wide = createRateLimits({ scale: 10_000, now: () => TEST_NOW })
  const tight = createRateLimits({ scale, now: () => TEST_NOW })
  return startTestApi({
    ...options,
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
