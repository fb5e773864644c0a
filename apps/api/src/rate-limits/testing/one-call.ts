import type { KnownRequest } from '../rate-limits.ts'

/** A request of one call, of a key of some organization. */
export const ONE_CALL: KnownRequest = {
  holder: 'key',
  address: null,
  keyId: 'key_1',
  organizationId: 1,
  calls: 1,
  availabilityCalls: 0,
}

/** In the middle of a second and a minute: a clock that stands there turns no window. Epoch milliseconds. */
export const MID_WINDOWS = Date.UTC(2026, 10, 20, 12, 0, 30) + 500
