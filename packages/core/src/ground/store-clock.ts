/** The clock of a store, as this process last read it, kept going by a clock that never jumps. */
export type StoreClock = {
  /** Milliseconds since 1970. Until the store's clock was read: this process's own. */
  now(): number
  /** What the store's clock shows at this moment. */
  read(storeNow: number): void
}

/**
 * @param monotonic milliseconds that only go forward
 * @param own this process's own clock
 */
export function createStoreClock(monotonic: () => number, own: () => number): StoreClock {
  let aheadMs: number | null = null
  return {
    now: () => (aheadMs === null ? own() : Math.floor(monotonic() + aheadMs)),
    read(storeNow) {
      aheadMs = storeNow - monotonic()
    },
  }
}
