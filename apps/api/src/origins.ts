/** Which pages may call `/trpc` with the cookie of a session. */
import type { IncomingMessage, ServerResponse } from 'node:http'

export type Origins = {
  /** The origin of a page that may not change anything here. Null when it may, or when no page sends the request. */
  foreignOrigin(request: IncomingMessage): string | null
  /** Lets the pages of a dashboard read the answer. */
  writeHeaders(request: IncomingMessage, response: ServerResponse): void
  /** Answers the request that a browser sends before one from another origin. */
  answerPreflight(request: IncomingMessage, response: ServerResponse): void
}

const METHODS = 'GET, POST'
/** `Trpc-Accept` is allowed so that its refusal has words. The browser would refuse it without any. */
const REQUEST_HEADERS = 'Content-Type, Trpc-Accept'
const ANSWER_HEADERS =
  'X-Request-Id, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset'
const PREFLIGHT_SECONDS = 7200
/** Of an origin that a refusal names. */
const MOST_CHARACTERS = 100

/**
 * @param publicBaseUrl its origin is the service's own
 * @param dashboards origins of the same site, from which a browser sends the cookie
 */
export function originsOf(publicBaseUrl: string, dashboards: readonly string[]): Origins {
  const own = new URL(publicBaseUrl).origin
  const others = new Set(dashboards)
  function writeHeaders({ headers }: IncomingMessage, response: ServerResponse): void {
    response.setHeader('Vary', 'Origin')
    const { origin } = headers
    if (origin === undefined || !others.has(origin)) return
    response.setHeader('Access-Control-Allow-Origin', origin)
    response.setHeader('Access-Control-Allow-Credentials', 'true')
    response.setHeader('Access-Control-Expose-Headers', ANSWER_HEADERS)
  }
  return {
    foreignOrigin({ method, headers: { origin } }) {
      // A request that only reads may come from any page: a browser does not show it the answer.
      const isRead = method === 'GET' || method === 'HEAD'
      if (isRead || origin === undefined || origin === own || others.has(origin)) return null
      return origin.slice(0, MOST_CHARACTERS)
    },
    writeHeaders,
    answerPreflight(request, response) {
      writeHeaders(request, response)
      response.statusCode = 204
      response.setHeader('Allow', METHODS)
      if (response.hasHeader('Access-Control-Allow-Origin')) {
        response.setHeader('Access-Control-Allow-Methods', METHODS)
        response.setHeader('Access-Control-Allow-Headers', REQUEST_HEADERS)
        response.setHeader('Access-Control-Max-Age', PREFLIGHT_SECONDS)
      }
      response.end()
    },
  }
}
