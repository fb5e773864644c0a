/** What an endpoint has shown of itself, and what follows for how it is served. */
export type Health = {
  readonly failingSince: Date | null
  readonly warnedAt: Date | null
  readonly lastDeliveryAt: Date | null
  readonly lastSuccessAt: Date | null
  readonly pausedUntil: Date | null
  readonly consecutiveFailures: number
  /** Milliseconds; a moving estimate near the 95th percentile. */
  readonly slowMs: number
  readonly openLanes: number
}

export const FIRST_HEALTH: Health = {
  failingSince: null,
  warnedAt: null,
  lastDeliveryAt: null,
  lastSuccessAt: null,
  pausedUntil: null,
  consecutiveFailures: 0,
  slowMs: 0,
  openLanes: 2,
}

/**
 * What one lane saw since it last told: facts, not conclusions. Other lanes tell theirs at the same time,
 * so a lane never writes back what it only read.
 */
export type News = {
  readonly lastDeliveryAt: Date
  readonly lastSuccessAt: Date | null
  /** First failure that counts since that success, or since the news began. */
  readonly failingSince: Date | null
  /** Failures in a row at the end. */
  readonly consecutiveFailures: number
}

/** What a lane has to tell of an endpoint. */
export type Seen = { readonly news: News; readonly health: Health }

const SLOW_MS = 2000
export const FAILURES_TO_CLOSE = 3
const LANES_MOST = 4

/** Slow or failing endpoints are served apart, so that they hold up nobody else. */
export function isSlow(health: Pick<Health, 'slowMs' | 'consecutiveFailures'>): boolean {
  return health.slowMs > SLOW_MS || isFailing(health)
}

/** One that fails is tried with one exchange at a time; a slow one that answers keeps its lanes. */
export function isFailing(health: Pick<Health, 'consecutiveFailures'>): boolean {
  return health.consecutiveFailures >= FAILURES_TO_CLOSE
}

/** A lane claims what it does in this time, so that the other lanes of a slow endpoint find work too. */
const CLAIM_MS = 500
const CLAIM_MOST = 10

type Served = Pick<Health, 'slowMs' | 'consecutiveFailures' | 'openLanes'>

/** Columns of `webhook_health` that say how lanes are served; null where nothing is known yet. */
export type ServedRow = {
  slow_ms: number | null
  consecutive_failures: number | null
  open_lanes: number | null
}

export function servedOf(row: ServedRow): Served {
  return {
    slowMs: row.slow_ms ?? FIRST_HEALTH.slowMs,
    consecutiveFailures: row.consecutive_failures ?? FIRST_HEALTH.consecutiveFailures,
    openLanes: row.open_lanes ?? FIRST_HEALTH.openLanes,
  }
}

/** How many exchanges may run with an endpoint at a time. A chat channel gets its messages in order. */
export function openLanesOf(
  health: Pick<Health, 'consecutiveFailures' | 'openLanes'>,
  isChat: boolean,
): number {
  return isFailing(health) || isChat ? 1 : health.openLanes
}

/**
 * How many deliveries a lane claims at once. Few until the endpoint has shown that it answers: what a lane does
 * not come to, it has to give back.
 */
export function claimSize(health: Served): number {
  if (isFailing(health)) return 1
  const most = health.openLanes < LANES_MOST ? health.openLanes : CLAIM_MOST
  return Math.max(1, Math.min(most, Math.floor(CLAIM_MS / Math.max(1, health.slowMs))))
}

/** How many lanes so many deliveries need. One that finds nothing to claim costs as much as one that does. */
export function lanesFor(due: number, health: Served): number {
  return Math.max(1, Math.min(openLanesOf(health, false), Math.ceil(due / claimSize(health))))
}

export type Exchange = {
  readonly succeeded: boolean
  /** A failure that says something about the endpoint: not our own network's. */
  readonly counts: boolean
  readonly durationMs: number
  readonly at: Date
}

/** After one exchange. Rises fast and falls slowly; lanes open 1, 2, 4 with success. */
export function afterExchange(health: Health, exchange: Exchange): Health {
  const { succeeded, counts, durationMs, at } = exchange
  const weight = durationMs > health.slowMs ? 0.5 : 0.05
  const slowMs = Math.round(health.slowMs + (durationMs - health.slowMs) * weight)
  const consecutiveFailures = succeeded ? 0 : health.consecutiveFailures + (counts ? 1 : 0)
  const isClosed = consecutiveFailures >= FAILURES_TO_CLOSE
  return {
    ...health,
    slowMs,
    consecutiveFailures,
    openLanes: isClosed
      ? 1
      : succeeded
        ? Math.min(LANES_MOST, health.openLanes * 2)
        : health.openLanes,
    failingSince: succeeded ? null : (health.failingSince ?? (counts ? at : null)),
    lastDeliveryAt: at,
    lastSuccessAt: succeeded ? at : health.lastSuccessAt,
  }
}

/** The news with one exchange more. */
export function withExchange(news: News | null, exchange: Exchange): News {
  const { succeeded, counts, at } = exchange
  if (succeeded)
    return { lastDeliveryAt: at, lastSuccessAt: at, failingSince: null, consecutiveFailures: 0 }
  return {
    lastDeliveryAt: at,
    lastSuccessAt: news?.lastSuccessAt ?? null,
    failingSince: news?.failingSince ?? (counts ? at : null),
    consecutiveFailures: (news?.consecutiveFailures ?? 0) + (counts ? 1 : 0),
  }
}
