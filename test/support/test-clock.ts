import { continueClock } from '@scheduling/core'
import type { TestApi } from './api.ts'

/** Does what a worker does until the clock of an organization is where it is being moved to. */
export async function arrived(
  api: Pick<TestApi, 'service' | 'db'>,
  organizationId: number,
): Promise<void> {
  for (let jobs = 0; jobs < 20; jobs += 1) {
    await continueClock(api.service, organizationId)
    if ((await api.db.clockAdvance.count({ where: { organizationId } })) === 0) return
  }
  throw new Error('The clock does not arrive.')
}
