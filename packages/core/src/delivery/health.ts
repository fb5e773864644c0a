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

const SLOW_MS = 2000
const FAILURES_TO_CLOSE = 3
const LANES_MOST = 4

/** Slow or failing endpoints are served apart, one exchange at a time, so that they hold up nobody else. */
export function isSlow(health: Pick<Health, 'slowMs' | 'consecutiveFailures'>): boolean {
  return health.slowMs > SLOW_MS || health.consecutiveFailures >= FAILURES_TO_CLOSE
}

/** After one exchange. Rises fast and falls slowly; lanes open 1, 2, 4 with success. */
export function afterExchange(
  health: Health,
  exchange: { succeeded: boolean; durationMs: number; at: Date },
): Health {
  const { succeeded, durationMs, at } = exchange
  const weight = durationMs > health.slowMs ? 0.5 : 0.05
  const slowMs = Math.round(health.slowMs + (durationMs - health.slowMs) * weight)
  const consecutiveFailures = succeeded ? 0 : health.consecutiveFailures + 1
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
    lastDeliveryAt: at,
    lastSuccessAt: succeeded ? at : health.lastSuccessAt,
  }
}
