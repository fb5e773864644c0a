import {
  actorOf,
  findSession,
  SESSION_COOKIE,
  sourceOf,
  type Context,
  type Service,
  type SessionCookie,
  type SignedIn,
  type TrpcContext,
} from '@scheduling/core'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { crc32 } from 'node:zlib'
import { clientAddress } from './client-address.ts'
import type { KnownRequest, RateLimits } from './rate-limits/rate-limits.ts'
import { limited, usedUp, writeLimitHeaders } from './rest.ts'

/** Sign-in attempts of one address in a minute; each costs the server a slow hash. */
const ATTEMPTS_PER_MINUTE = 10

/** Who calls, and the headers of the limits written; it throws the refusal of a request too many. */
export type EnterTrpc = (
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
) => Promise<TrpcContext>

/** The tRPC door: the session cookie, and nothing else, says who calls. */
export function trpcDoor(
  service: Service,
  { limits, trustedProxies }: { readonly limits: RateLimits; readonly trustedProxies: number },
): EnterTrpc {
  const attempts = attemptCounter(service.now)
  return async (request, response, requestId) => {
    const address = clientAddress(request, trustedProxies)
    const cookies = sessionCookie(request, response, service.publicBaseUrl.startsWith('https:'))
    const signedIn =
      cookies.token === null || !isSameOrigin(request, service.publicBaseUrl)
        ? null
        : await findSession(service, cookies.token)
    const verdict = await limits.take(countedAs(signedIn, address))
    writeLimitHeaders(response, verdict)
    if (!verdict.allowed) {
      const one = signedIn === null ? 'address' : 'user'
      throw limited(response, verdict, usedUp(verdict, one, 'the whole team'))
    }
    const call: Context | null =
      signedIn === null
        ? null
        : {
            ...service,
            requestId,
            caller: signedIn.caller,
            organization: signedIn.organization,
            actor: actorOf(signedIn.caller),
            source: sourceOf(signedIn.caller),
            linkTo: () => null,
            receipt: null,
          }
    return {
      requestId,
      service,
      call,
      cookies,
      countSignIn: () => attempts(address),
    }
  }
}

/**
 * The windows of a key and an organization, for a user and the dashboard of the organization, or for an
 * address where nobody is signed in. They are windows of their own, under numbers that no organization
 * has: a busy dashboard takes nothing from the integrations, nor one visitor from the others.
 */
function countedAs(signedIn: SignedIn | null, address: string): KnownRequest {
  const who =
    signedIn === null
      ? { keyId: `address ${address}`, organizationId: -(2 ** 30) - (crc32(address) >>> 2) }
      : { keyId: `user ${signedIn.caller.id}`, organizationId: -signedIn.organization.id }
  return { ...who, isAvailability: false }
}

/** A page of another origin may make the browser send the cookie along; what it asks for is then nobody's. */
function isSameOrigin(request: IncomingMessage, publicBaseUrl: string): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return true
  const { origin } = request.headers
  return origin === undefined || origin === new URL(publicBaseUrl).origin
}

function sessionCookie(
  request: IncomingMessage,
  response: ServerResponse,
  isSecure: boolean,
): SessionCookie {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  const found = pairs
    .find((pair) => pair.startsWith(`${SESSION_COOKIE}=`))
    ?.slice(SESSION_COOKIE.length + 1)
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    token: found === undefined || found === '' ? null : found,
    set: (token, expiresAt) =>
      void response.appendHeader(
        'Set-Cookie',
        `${SESSION_COOKIE}=${token}; ${attributes}; Expires=${expiresAt.toUTCString()}`,
      ),
    clear: () =>
      void response.appendHeader('Set-Cookie', `${SESSION_COOKIE}=; ${attributes}; Max-Age=0`),
  }
}

/** Seconds to wait, from the first attempt too many; before, 0. */
function attemptCounter(now: () => number): (address: string) => number {
  let minute = 0
  let counts = new Map<string, number>()
  return (address) => {
    const current = Math.floor(now() / 60_000)
    if (current !== minute) {
      minute = current
      counts = new Map()
    }
    const count = (counts.get(address) ?? 0) + 1
    counts.set(address, count)
    if (count <= ATTEMPTS_PER_MINUTE) return 0
    return Math.max(1, Math.ceil(((current + 1) * 60_000 - now()) / 1000))
  }
}
