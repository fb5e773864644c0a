/** Announces what ends, at least twelve months ahead. */

/** Days as `YYYY-MM-DD`, in UTC. */
export type Deprecation = {
  /** The first day on which callers are told. */
  readonly since: string
  /** The day on which it ends, at least twelve months later. */
  readonly until: string
  /** What to use in its place: a sentence. */
  readonly instead: string
}

const NOTICE_MONTHS = 12

/**
 * @param name what ends, for the message
 * @throws when a day does not exist, or when less than twelve months lie between them
 */
export function requireNotice(name: string, { since, until }: Deprecation): void {
  const [start, end] = [midnightOf(since), midnightOf(until)]
  const soonest = new Date(start)
  soonest.setUTCMonth(soonest.getUTCMonth() + NOTICE_MONTHS)
  if (end >= soonest.getTime()) return
  throw new Error(
    `${name} is deprecated since ${since} and ends on ${until}: callers have ${NOTICE_MONTHS} months at least.`,
  )
}

/**
 * The headers that announce it: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and the link to the policy.
 *
 * @param all of one request: the earliest days count
 */
export function deprecationHeaders(
  all: readonly Deprecation[],
  publicBaseUrl: string,
): Readonly<Record<string, string>> {
  if (all.length === 0) return {}
  const since = Math.min(...all.map((one) => midnightOf(one.since)))
  const until = Math.min(...all.map((one) => midnightOf(one.until)))
  return {
    Deprecation: `@${since / 1000}`,
    Sunset: new Date(until).toUTCString(),
    Link: `<${publicBaseUrl}/docs/changes#deprecation>; rel="deprecation"; type="text/html"`,
  }
}

/** For the descriptions of the API. */
export function deprecationText({ since, until, instead }: Deprecation): string {
  return `Deprecated since ${since}, and ends on ${until}. ${instead}`
}

/** Epoch milliseconds. */
function midnightOf(day: string): number {
  const at = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  // Date.parse takes 30 February for a day of March.
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(day))
    throw new Error(`${day} is no day.`)
  return at
}
