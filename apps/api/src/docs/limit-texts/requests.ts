import { LIMITS } from '@scheduling/core'
import { rate, type Chapter } from './limit-text.ts'

export const REQUESTS = {
  requestsPerKeyPerSecond: {
    says: 'Requests per key and second',
    unit: '',
    where: 'all routes',
    beyond: rate(LIMITS.requestsPerKeyPerSecond, 1),
  },
  requestsPerKeyPerMinute: {
    says: 'Requests per key and minute',
    unit: '',
    where: 'all routes',
    beyond: rate(LIMITS.requestsPerKeyPerMinute, 42),
  },
  requestsPerOrganizationPerMinute: {
    says: 'Requests per organization and minute, all keys together',
    unit: '',
    where: 'all routes',
    beyond: rate(LIMITS.requestsPerOrganizationPerMinute, 42),
  },
  availabilityRequestsPerKeyPerMinute: {
    says: 'Availability requests per key and minute',
    unit: '',
    where: '`/v1/availability/*`, in addition to the limits of all routes',
    beyond: rate(LIMITS.availabilityRequestsPerKeyPerMinute, 42),
  },
  keyRevocationSeconds: {
    says: 'How long a revoked key can go on working',
    unit: 'seconds',
    where: 'authentication',
    beyond: { instead: 'Requests with the key are refused (`unauthorized`).' },
  },
  invalidKeysPerAddress: {
    says: 'Requests with an invalid key from one address (IPv6: one /64)',
    unit: '',
    where: `authentication, within ${LIMITS.invalidKeyWindowMinutes} minutes`,
    beyond: rate(LIMITS.invalidKeysPerAddress, LIMITS.invalidKeyBlockMinutes * 60),
  },
  invalidKeyWindowMinutes: {
    says: 'Window in which invalid keys are counted',
    unit: 'minutes',
    where: 'authentication',
    beyond: { instead: 'The count starts again.' },
  },
  invalidKeyBlockMinutes: {
    says: 'Block of an address after too many invalid keys',
    unit: 'minutes',
    where: 'every path of `/v1`, whatever key is sent',
    beyond: { instead: 'The address is served again.' },
  },
  unknownPathsPerAddressPerMinute: {
    says: 'Requests for a path or method that does not exist, per address (IPv6: one /64) and minute',
    unit: '',
    where: 'every path that answers `404` or `405` before a key is checked',
    beyond: rate(LIMITS.unknownPathsPerAddressPerMinute, 42),
  },
} satisfies Chapter
