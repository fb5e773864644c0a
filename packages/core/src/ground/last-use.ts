/** When a key or a session was last used is written no more often. Milliseconds. */
export const TOUCH_EVERY_MS = 60_000

/** Whether `last_used_at` is at least a minute old. */
export function isTouchDue(lastUsedAt: Date | null, now: number): boolean {
  return lastUsedAt === null || now - lastUsedAt.getTime() >= TOUCH_EVERY_MS
}
