import { appRouter, type Context, type Cookie, type Service } from '@scheduling/core'
import type { Organization } from '@scheduling/database'

const NO_COOKIE: Cookie = { value: null, set: () => undefined, clear: () => undefined }

/**
 * The clinic's own system user, whose clock is so far behind: past appointments are made in the past.
 *
 * @param ago milliseconds
 */
export function callersAt(service: Service, organization: Organization, ago = 0) {
  const clock: Service = { ...service, now: () => service.now() - ago }
  const call: Context = {
    ...clock,
    requestId: service.newId('req'),
    caller: {
      kind: 'user',
      id: 0,
      name: 'Demo',
      access: 'owner',
      sessionHash: null,
      professionalId: 0,
    },
    organization,
    messagingConnection: null,
    actor: { type: 'system', id: null, name: null },
    source: 'dashboard',
    linkTo: () => null,
    idempotencyRecord: null,
  }
  return appRouter.createCaller({
    requestId: call.requestId,
    service: clock,
    call,
    browser: {
      cookies: { session: NO_COOKIE, device: NO_COOKIE },
      attempts: { count: async () => 0, look: async () => 0, forget: async () => undefined },
      address: 'unknown',
      userAgent: null,
    },
    streams: null,
  })
}
