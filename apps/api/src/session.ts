import {
  actorOf,
  type Attempts,
  type Browser,
  findSession,
  onClockOf,
  Problem,
  sourceOf,
  type Context,
  type LiveFeed,
  type Service,
  type SignedIn,
  type TrpcContext,
} from '@scheduling/core'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { crc32 } from 'node:zlib'
import { clientAddress } from './client-address.ts'
import { cookiesOf } from './cookies.ts'
import type { Calls } from './key-holder.ts'
import { tooMany, usedUp, writeLimitHeaders } from './limit-headers.ts'
import type { Origins } from './origins.ts'
import type { KnownRequest, RateLimits, Decision } from './rate-limits/rate-limits.ts'

/** Finds out who calls, and writes the headers of the limits. @throws the refusal of a request too many */
export type EnterTrpc = (
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  calls: Calls,
) => Promise<TrpcContext>

type Parts = {
  readonly limits: RateLimits
  readonly trustedProxies: number
  readonly origins: Origins
  readonly live: LiveFeed
}

/** For `/trpc`: the session cookie, and nothing else, says who calls. */
export function enterTrpc(
  service: Service,
  { limits, trustedProxies, origins, live }: Parts,
): EnterTrpc {
  const isSecure = service.publicBaseUrl.startsWith('https:')
  return async (request, response, requestId, calls) => {
    const address = clientAddress(request, trustedProxies)
    const cookies = cookiesOf(request, response, isSecure)
    const userAgent = request.headers['user-agent'] ?? null
    const browser: Browser = { cookies, attempts: attemptsIn(limits), address, userAgent }
    const foreign = origins.foreignOrigin(request)
    const signedIn =
      cookies.session.value === null || foreign !== null
        ? null
        : await findSession(service, cookies.session.value, browser)
    const decision = await limits.take({ ...countedAs(signedIn, address), ...calls })
    writeLimitHeaders(response, decision)
    if (!decision.allowed) {
      const one = signedIn === null ? 'address' : 'user'
      throw tooMany(response, decision, usedUp(decision, one, 'the whole team'))
    }
    if (foreign !== null) {
      throw new Problem(
        'unauthorized',
        `This request comes from a page of ${foreign}. A signed-in user can make changes only from pages of ${new URL(service.publicBaseUrl).origin} and its dashboards.`,
      )
    }
    const call: Context | null =
      signedIn === null
        ? null
        : {
            ...onClockOf(service, signedIn.organization),
            requestId,
            caller: signedIn.caller,
            organization: signedIn.organization,
            messagingConnection: signedIn.messagingConnection,
            actor: actorOf(signedIn.caller),
            source: sourceOf(signedIn.caller),
            browser,
            linkTo: () => null,
            idempotencyRecord: null,
          }
    const hangUp = (): void => void response.destroy()
    return { requestId, service, call, browser, streams: { live, hangUp } }
  }
}

/**
 * The windows of a user and of the team, or of an address without a session. They have numbers that no
 * organization has: a busy dashboard takes nothing from the integrations, nor one visitor from the others.
 */
function countedAs(
  signedIn: SignedIn | null,
  address: string,
): Pick<KnownRequest, 'holder' | 'address' | 'keyId' | 'organizationId'> {
  const ofSessions = { holder: 'session', address: null } as const
  return signedIn === null
    ? {
        ...ofSessions,
        keyId: `address ${address}`,
        organizationId: -(2 ** 30) - (crc32(address) >>> 2),
      }
    : {
        ...ofSessions,
        keyId: `user ${signedIn.caller.id}`,
        organizationId: -signedIn.organization.id,
      }
}

/** Counts in the store of the rate limits, which all processes share. */
export function attemptsIn(limits: RateLimits): Attempts {
  const wait = ({ retryAfterSeconds }: Decision): number => retryAfterSeconds ?? 0
  return {
    count: async (kind, whose) => wait(await limits.countAttempt(kind, whose)),
    look: async (kind, whose) => wait(await limits.lookAtAttempts(kind, whose)),
    forget: (kind, whose) => limits.forgetAttempts(kind, whose),
  }
}
