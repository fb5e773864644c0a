/** What an endpoint has shown of itself, and how it is served because of that. */
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

/** The health of an endpoint that nothing is known about yet. */
export const INITIAL_HEALTH: Health = {
  failingSince: null,
  warnedAt: null,
  lastDeliveryAt: null,
  lastSuccessAt: null,
  pausedUntil: null,
  consecutiveFailures: 0,
  slowMs: 0,
  openLanes: 2,
}

const SLOW_MS = 2000
export const FAILURES_TO_CLOSE = 3
const LANES_MOST = 4

/** The part of health that says how much an endpoint is sent at a time. */
export type Capacity = Pick<Health, 'slowMs' | 'consecutiveFailures' | 'openLanes'>

/** Its columns in `webhook_health`; null where nothing is known yet. */
export type CapacityRow = {
  slow_ms: number | null
  consecutive_failures: number | null
  open_lanes: number | null
}

export function capacityOf(row: CapacityRow): Capacity {
  return {
    slowMs: row.slow_ms ?? INITIAL_HEALTH.slowMs,
    consecutiveFailures: row.consecutive_failures ?? INITIAL_HEALTH.consecutiveFailures,
    openLanes: row.open_lanes ?? INITIAL_HEALTH.openLanes,
  }
}

/** Slow and failing endpoints are served apart, so that they hold up no others. */
export function isSlow(health: Pick<Health, 'slowMs' | 'consecutiveFailures'>): boolean {
  return health.slowMs > SLOW_MS || isFailing(health)
}

/** A failing endpoint is tried with one exchange at a time; a slow one that answers keeps its lanes. */
export function isFailing(health: Pick<Health, 'consecutiveFailures'>): boolean {
  return health.consecutiveFailures >= FAILURES_TO_CLOSE
}

/** A lane claims what it can send in this time, so that the other lanes of a slow endpoint find work too. */
const CLAIM_MS = 500
const CLAIM_MOST = 10

/** How many exchanges may run with an endpoint at a time. A chat channel gets its messages in order. */
export function openLanesOf(
  health: Pick<Health, 'consecutiveFailures' | 'openLanes'>,
  isChat: boolean,
): number {
  return isFailing(health) || isChat ? 1 : health.openLanes
}

/**
 * How many deliveries a lane claims at once. Few until the endpoint has shown that it answers: the lane has to give
 * back what it has no time for.
 */
export function claimSize(health: Capacity): number {
  if (isFailing(health)) return 1
  const most = health.openLanes < LANES_MOST ? health.openLanes : CLAIM_MOST
  return Math.max(1, Math.min(most, Math.floor(CLAIM_MS / Math.max(1, health.slowMs))))
}

/** How many lanes that many deliveries need. A lane that finds nothing to claim costs as much as one that does. */
export function lanesFor(due: number, health: Capacity): number {
  return Math.max(1, Math.min(openLanesOf(health, false), Math.ceil(due / claimSize(health))))
}

export type Exchange = {
  readonly succeeded: boolean
  /** False for a failure of our own network, which says nothing about the endpoint. */
  readonly counts: boolean
  readonly durationMs: number
  readonly at: Date
}

/** Health after one exchange. The estimate rises fast and falls slowly; successes open 1, 2, then 4 lanes. */
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
