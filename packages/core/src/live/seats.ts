import { LIMITS } from '../contract/limits.ts'
import { Problem, rateLimited } from '../contract/problems.ts'

type Holder = { readonly userId: number; readonly organizationId: number }

const RETRY_SECONDS = 30

/** How many streams are open in this process: of each user, of each organization, and of all. */
export function createSeats() {
  const taken = new Map<string, number>()
  let size = 0
  const change = ({ userId, organizationId }: Holder, by: 1 | -1): void => {
    size += by
    for (const key of [`user ${userId}`, `organization ${organizationId}`]) {
      const count = (taken.get(key) ?? 0) + by
      if (count === 0) taken.delete(key)
      else taken.set(key, count)
    }
  }
  return {
    get size() {
      return size
    },
    /** @throws `429 rate_limited`; `503 service_unavailable` when the process has no room, and another may have */
    take(holder: Holder): void {
      if ((taken.get(`user ${holder.userId}`) ?? 0) >= LIMITS.streamsPerUser) {
        throw rateLimited(
          `${LIMITS.streamsPerUser} streams of this user are open. Let the tabs of a browser share one.`,
          RETRY_SECONDS,
        )
      }
      if (
        (taken.get(`organization ${holder.organizationId}`) ?? 0) >= LIMITS.streamsPerOrganization
      ) {
        throw rateLimited(
          `${LIMITS.streamsPerOrganization} streams of this organization are open.`,
          RETRY_SECONDS,
        )
      }
      if (size >= LIMITS.streamsPerProcess) {
        throw new Problem('service_unavailable', 'No more streams can be opened at the moment.')
      }
      change(holder, 1)
    },
    giveBack: (holder: Holder) => change(holder, -1),
  }
}
