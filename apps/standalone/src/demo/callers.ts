import { appRouter, type Context, type Service } from '@scheduling/core'
import type { Organization } from '@scheduling/database'

/** The clinic's own system user, at a moment that we choose: past appointments are made in the past. */
export function callersAt(service: Service, organization: Organization, now: number) {
  const clock: Service = { ...service, now: () => now }
  const call: Context = {
    ...clock,
    requestId: service.newId('req'),
    caller: { kind: 'user', id: 0, name: 'Demo', role: 'owner', professionalId: 0 },
    organization,
    actor: { type: 'system', id: null, name: null },
    source: 'dashboard',
    linkTo: () => null,
    receipt: null,
  }
  return appRouter.createCaller({
    requestId: call.requestId,
    service: clock,
    call,
    cookies: { token: null, set: () => undefined, clear: () => undefined },
    countSignIn: () => 0,
  })
}
