/**
 * Pauses that lanes of this process were just asked for. The database tells them to everybody, but only when
 * the next turn reads it: the other lanes of the same webhook must stop before their next exchange.
 */
export type Pauses = {
  add(webhookId: string, until: Date): void
  /** The later of a pause just heard of and the one that the database told. */
  latest(webhookId: string, told: Date | null): Date | null
}

/** By then the database has told it; and an owner who switches the webhook on again ends it there. */
const HEARD_MS = 3000

/** @param monotonicNow milliseconds of a clock that only moves forward */
export function createPauses(monotonicNow: () => number = () => performance.now()): Pauses {
  const heard = new Map<string, { until: Date; at: number }>()
  return {
    add(webhookId, until) {
      for (const [id, { at }] of heard) if (monotonicNow() - at > HEARD_MS) heard.delete(id)
      heard.set(webhookId, { until, at: monotonicNow() })
    },
    latest(webhookId, told) {
      const own = heard.get(webhookId)
      if (own === undefined || monotonicNow() - own.at > HEARD_MS) return told
      return told === null || own.until > told ? own.until : told
    },
  }
}

export function isPaused(
  pauses: Pauses,
  webhookId: string,
  told: Date | null,
  now: number,
): boolean {
  const until = pauses.latest(webhookId, told)
  return until !== null && until.getTime() > now
}
