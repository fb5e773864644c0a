import type { Timers } from '../timers.ts'

/**
 * Pauses that endpoints just asked lanes of this process for. The database tells everybody, but only when the next
 * turn reads it: the other lanes of the same webhook must stop before their next exchange.
 */
export type Pauses = {
  add(webhookId: string, until: Date): void
  /** The later of a pause that was just asked for and the stored one. */
  latest(webhookId: string, stored: Date | null): Date | null
}

/** By then turns read it from the database; and an owner who switches the webhook on again ends the pause there. */
const REMEMBERED_MS = 3000

export function createPauses(elapsed: Timers['elapsed']): Pauses {
  const recent = new Map<string, { until: Date; at: number }>()
  return {
    add(webhookId, until) {
      for (const [id, { at }] of recent) if (elapsed() - at > REMEMBERED_MS) recent.delete(id)
      recent.set(webhookId, { until, at: elapsed() })
    },
    latest(webhookId, stored) {
      const own = recent.get(webhookId)
      if (own === undefined || elapsed() - own.at > REMEMBERED_MS) return stored
      return stored === null || own.until > stored ? own.until : stored
    },
  }
}

export function isPaused(
  pauses: Pauses,
  webhookId: string,
  stored: Date | null,
  now: number,
): boolean {
  const until = pauses.latest(webhookId, stored)
  return until !== null && until.getTime() > now
}
