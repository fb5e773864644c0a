import { LIMITS } from '@scheduling/core'

/** How many requests each window lets through, after the operator's multiplier. */
export type Allowances = {
  readonly organizationMinute: number
  readonly keySecond: number
  readonly keyMinute: number
  readonly availabilityMinute: number
  readonly invalidKeys: number
}

export const INVALID_KEY_WINDOW_SECONDS = LIMITS.invalidKeyWindowMinutes * 60
export const INVALID_KEY_BLOCK_SECONDS = LIMITS.invalidKeyBlockMinutes * 60

/**
 * @param scale multiplies every limit; none falls below 1, so that a small scale never closes the API
 * @throws RangeError for a scale that is not a number above 0, or so large that a count would not fit
 */
export function allowances(scale: number): Allowances {
  const scaled = (limit: number): number => Math.max(1, Math.round(limit * scale))
  const all = {
    organizationMinute: scaled(LIMITS.requestsPerOrganizationPerMinute),
    keySecond: scaled(LIMITS.requestsPerKeyPerSecond),
    keyMinute: scaled(LIMITS.requestsPerKeyPerMinute),
    availabilityMinute: scaled(LIMITS.availabilityRequestsPerKeyPerMinute),
    invalidKeys: scaled(LIMITS.invalidKeysPerAddress),
  }
  if (!(scale > 0) || Object.values(all).some((limit) => limit > MOST)) {
    throw new RangeError(`Rate limits cannot be multiplied by ${scale}.`)
  }
  return all
}

/** PostgreSQL's `integer`. */
const MOST = 2_147_483_647
