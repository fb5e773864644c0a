/** Headers of every answer, also to requests that Node's parser refuses. */

const YEAR_SECONDS = 31_536_000

/**
 * @param publicBaseUrl where the service is seen from outside. If it is https, browsers are told to use https
 *   alone. This leaves out subdomains, which may belong to others.
 */
export function answerHeaders(publicBaseUrl: string): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    ...(publicBaseUrl.startsWith('https:')
      ? { 'Strict-Transport-Security': `max-age=${YEAR_SECONDS}` }
      : {}),
  }
}
