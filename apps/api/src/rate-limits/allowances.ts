import { LIMITS, type Attempt } from '@scheduling/core'

/** How many calls each window lets through, after the operator's multiplier. */
export type Allowances = {
  readonly windows: Readonly<Record<Holder, WindowSizes>>
  /** How many attempts of each kind are let through before they block. */
  readonly attempts: Readonly<Record<AttemptKind, number>>
}

/** Who has windows of their own: an API key, or a signed-in user (and an address without a session). */
export type Holder = 'key' | 'session'

export type WindowSizes = {
  readonly organizationMinute: number
  readonly keySecond: number
  readonly keyMinute: number
  readonly availabilityMinute: number
}

/** What is counted until it blocks: requests with an invalid key by address, and what core counts. */
export type AttemptKind = 'invalid key' | 'repeated key' | Attempt

const HOUR_SECONDS = 3600

/** The window slides; the attempt that fills it blocks for a time. */
export const ATTEMPTS: Readonly<
  Record<
    AttemptKind,
    { readonly most: number; readonly windowSeconds: number; readonly blockSeconds: number }
  >
> = {
  'invalid key': {
    most: LIMITS.invalidKeysPerAddress,
    windowSeconds: LIMITS.invalidKeyWindowMinutes * 60,
    blockSeconds: LIMITS.invalidKeyBlockMinutes * 60,
  },
  // The same key of one address: it counts once, then not until the window of invalid keys is over.
  'repeated key': {
    most: 1,
    windowSeconds: LIMITS.invalidKeyWindowMinutes * 60,
    blockSeconds: LIMITS.invalidKeyWindowMinutes * 60,
  },
  'sign-in': {
    most: LIMITS.signInsPerAddressPerMinute,
    windowSeconds: 60,
    blockSeconds: 60,
  },
  'failed sign-in': {
    most: LIMITS.failedSignInsPerAccount,
    windowSeconds: LIMITS.failedSignInWindowMinutes * 60,
    blockSeconds: LIMITS.failedSignInBlockMinutes * 60,
  },
  'password reset address': {
    most: LIMITS.passwordResetsPerAddressPerHour,
    windowSeconds: HOUR_SECONDS,
    blockSeconds: HOUR_SECONDS,
  },
  'password reset': {
    most: LIMITS.passwordResetsPerAccountPerHour,
    windowSeconds: HOUR_SECONDS,
    blockSeconds: HOUR_SECONDS,
  },
  invite: {
    most: LIMITS.invitesPerOrganizationPerHour,
    windowSeconds: HOUR_SECONDS,
    blockSeconds: HOUR_SECONDS,
  },
  'payment notice': {
    most: LIMITS.paymentNoticesPerAddressPerMinute,
    windowSeconds: 60,
    blockSeconds: 60,
  },
  'hook notice': {
    most: LIMITS.noticesPerHookPerMinute,
    windowSeconds: 60,
    blockSeconds: 60,
  },
  sandbox: {
    most: LIMITS.sandboxActionsPerAddressPerMinute,
    windowSeconds: 60,
    blockSeconds: 60,
  },
  'public read': {
    most: LIMITS.publicReadsPerAddressPerMinute,
    windowSeconds: 60,
    blockSeconds: 60,
  },
  'public booking': {
    most: LIMITS.publicBookingsPerAddressPerHour,
    windowSeconds: HOUR_SECONDS,
    blockSeconds: HOUR_SECONDS,
  },
  'proved booking': {
    most: LIMITS.publicBookingsWithProofPerAddressPerHour,
    windowSeconds: HOUR_SECONDS,
    blockSeconds: HOUR_SECONDS,
  },
  'unproven booking': {
    most: LIMITS.publicBookingsWithoutProofPerOrganizationPerHour,
    windowSeconds: HOUR_SECONDS,
    blockSeconds: HOUR_SECONDS,
  },
  'public change': {
    most: LIMITS.publicChangesPerRecordPerHour,
    windowSeconds: HOUR_SECONDS,
    blockSeconds: HOUR_SECONDS,
  },
  'link guess': {
    most: LIMITS.linkGuessesPerAddress,
    windowSeconds: LIMITS.linkGuessWindowMinutes * 60,
    blockSeconds: LIMITS.linkGuessBlockMinutes * 60,
  },
  'calendar read': {
    most: LIMITS.calendarReadsPerFeedPerHour,
    windowSeconds: HOUR_SECONDS,
    blockSeconds: HOUR_SECONDS,
  },
}

/**
 * @param scale multiplies every limit; none falls below 1, so that a small scale never closes the API
 * @throws RangeError for a scale that is not above 0 and at most a million
 */
export function allowances(scale: number): Allowances {
  if (!(scale > 0 && scale <= MOST_SCALE)) {
    throw new RangeError(`Rate limits cannot be multiplied by ${scale}.`)
  }
  const scaled = (limit: number): number => Math.max(1, Math.min(MOST, Math.round(limit * scale)))
  return {
    windows: {
      key: {
        organizationMinute: scaled(LIMITS.requestsPerOrganizationPerMinute),
        keySecond: scaled(LIMITS.requestsPerKeyPerSecond),
        keyMinute: scaled(LIMITS.requestsPerKeyPerMinute),
        availabilityMinute: scaled(LIMITS.availabilityRequestsPerKeyPerMinute),
      },
      session: {
        organizationMinute: scaled(LIMITS.callsPerTeamPerMinute),
        keySecond: scaled(LIMITS.callsPerUserPerSecond),
        keyMinute: scaled(LIMITS.callsPerUserPerMinute),
        availabilityMinute: scaled(LIMITS.availabilityCallsPerUserPerMinute),
      },
    },
    attempts: {
      'invalid key': scaled(ATTEMPTS['invalid key'].most),
      'repeated key': ATTEMPTS['repeated key'].most,
      'sign-in': scaled(ATTEMPTS['sign-in'].most),
      'failed sign-in': scaled(ATTEMPTS['failed sign-in'].most),
      'password reset address': scaled(ATTEMPTS['password reset address'].most),
      'password reset': scaled(ATTEMPTS['password reset'].most),
      invite: scaled(ATTEMPTS.invite.most),
      'payment notice': scaled(ATTEMPTS['payment notice'].most),
      'hook notice': scaled(ATTEMPTS['hook notice'].most),
      sandbox: scaled(ATTEMPTS.sandbox.most),
      'public read': scaled(ATTEMPTS['public read'].most),
      'public booking': scaled(ATTEMPTS['public booking'].most),
      'proved booking': scaled(ATTEMPTS['proved booking'].most),
      'unproven booking': scaled(ATTEMPTS['unproven booking'].most),
      'public change': scaled(ATTEMPTS['public change'].most),
      'link guess': scaled(ATTEMPTS['link guess'].most),
      'calendar read': scaled(ATTEMPTS['calendar read'].most),
    },
  }
}

const MOST_SCALE = 1_000_000
/** Counted in PostgreSQL's `integer`, with room for a batch beyond it. */
const MOST = 2 ** 30
