import {
  actorOf,
  findSession,
  SESSION_COOKIE,
  sourceOf,
  type Context,
  type Service,
  type SessionCookie,
  type TrpcContext,
} from '@scheduling/core'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { clientAddress } from './client-address.ts'

/** Sign-in attempts of one address in a minute; each costs the server a slow hash. */
const ATTEMPTS_PER_MINUTE = 10

export type TrpcDoor = (
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
) => Promise<TrpcContext>

/** The tRPC door: the session cookie, and nothing else, says who calls. */
export function trpcDoor(service: Service, trustedProxies: number): TrpcDoor {
  const attempts = attemptCounter(service.now)
  return async (request, response, requestId) => {
    const cookies = sessionCookie(request, response, service.publicBaseUrl.startsWith('https:'))
    const signedIn =
      cookies.token === null || !isSameOrigin(request, service.publicBaseUrl)
        ? null
        : await findSession(service, cookies.token)
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
      mayTrySignIn: () => attempts(clientAddress(request, trustedProxies)),
    }
  }
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

function attemptCounter(now: () => number): (address: string) => boolean {
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
    return count <= ATTEMPTS_PER_MINUTE
  }
}
