/** The context of the public procedures for a visitor of a page: no session, and no cookie is read. */
import type { TrpcContext } from '@scheduling/core'
import type { Request } from 'express'
import { clientAddress } from './client-address.ts'
import type { OpenHandler } from './open-routes.ts'
import { identified } from './request-id.ts'
import { attemptsIn } from './session.ts'

const cookie = { value: null, set: () => undefined, clear: () => undefined }

export function visitorContext(
  { service, limits, trustedProxies }: OpenHandler,
  request: Request,
): TrpcContext {
  const address = clientAddress(request, trustedProxies)
  return {
    requestId: identified(request).requestId,
    service,
    call: null,
    browser: {
      cookies: { session: cookie, device: cookie },
      attempts: attemptsIn(limits),
      address,
      userAgent: null,
    },
    streams: null,
  }
}
