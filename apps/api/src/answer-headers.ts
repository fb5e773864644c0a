/** Headers of every answer, also of those that Node's parser refuses. */

const YEAR_SECONDS = 31_536_000

/**
 * @param publicBaseUrl where the service is seen from outside: over https, browsers are told to come by it
 *   only. Not for subdomains, which may be somebody else's.
 */
export function answerHeaders(publicBaseUrl: string): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    ...(publicBaseUrl.startsWith('https:')
      ? { 'Strict-Transport-Security': `max-age=${YEAR_SECONDS}` }
      : {}),
  }
}
