/** Which pages may call `/trpc` with the cookie of a session. */
import type { IncomingMessage, ServerResponse } from 'node:http'

export type Origins = {
  /** The origin of a page that may not change anything here; null when it may, or there is no page. */
  foreignOrigin(request: IncomingMessage): string | null
  /** Lets the pages of a dashboard read the answer. */
  writeHeaders(request: IncomingMessage, response: ServerResponse): void
  /** Answers what a browser asks before it sends a request of another origin. */
  answerPreflight(request: IncomingMessage, response: ServerResponse): void
}

const METHODS = 'GET, POST'
/** `Trpc-Accept` too: what it asks for is refused in words, not by the browser without any. */
const REQUEST_HEADERS = 'Content-Type, Trpc-Accept'
const ANSWER_HEADERS =
  'X-Request-Id, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset'
const PREFLIGHT_SECONDS = 7200
/** Said back in a refusal. */
const MOST_CHARACTERS = 100

/**
 * @param publicBaseUrl its origin is the service's own
 * @param dashboards origins of the same site, where a browser sends the cookie along
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
      // What only reads may come from anywhere: a browser shows the answer to no page of another origin.
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
