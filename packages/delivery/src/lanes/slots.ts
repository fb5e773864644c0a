import type { Timers } from '../timers.ts'

/** Slots for the turns of webhooks in one process: so many run at a time, and the others wait in line. */
export type Slots = {
  /** Begins a turn at once, or when a slot is free; a webhook waits in line once. False: no more turns begin. */
  begin(webhookId: string): boolean
  /** Resolves when no turn is under way. After `stopping`, what waits in line is left to the sweep. */
  ended(): Promise<void>
}

export type SlotsOptions = {
  readonly slots: number
  /** After so long a turn gives its slot back and goes on without one. Default: it keeps its slot. */
  readonly slotMs?: number
  /** How many turns may go on without a slot; beyond this they keep theirs. */
  readonly withoutSlotMost?: number
  /** Runs one turn. Never rejects. */
  readonly run: (webhookId: string) => Promise<void>
  readonly timers: Timers
  readonly stopping: AbortSignal
}

type Timed = { readonly until: number; isHeld: boolean }

/**
 * A slot is cheap, since a lane that waits for an answer holds no connection; but thousands of endpoints that hang
 * must not take all memory. Webhooks wait for a slot here and not as jobs, which the process would have to ask for
 * again and again.
 */
export function createSlots(options: SlotsOptions): Slots {
  const { slots, slotMs, withoutSlotMost = 0, run, timers, stopping } = options
  const underWay = new Set<Promise<void>>()
  const line = new Set<string>()
  /** Turns that may have to give their slots back: oldest first, as they come to their ends. */
  const timed = new Set<Timed>()
  let isWatching = false
  let inSlots = 0
  let withoutSlot = 0

  const start = (webhookId: string): void => {
    inSlots += 1
    const slot: Timed = { until: timers.elapsed() + (slotMs ?? 0), isHeld: true }
    if (slotMs !== undefined) {
      timed.add(slot)
      if (!isWatching) void watch()
    }
    const turn = run(webhookId).finally(() => {
      timed.delete(slot)
      if (slot.isHeld) inSlots -= 1
      else withoutSlot -= 1
      underWay.delete(turn)
      startNext()
    })
    underWay.add(turn)
  }

  /** One wait for all turns. It goes on with those that begin meanwhile, and not once nothing more begins. */
  const watch = async (): Promise<void> => {
    isWatching = true
    for (const slot of timed) {
      const left = slot.until - timers.elapsed()
      if (left > 0) await timers.wait(left, stopping)
      if (stopping.aborted) return
      // It may have ended meanwhile.
      if (!timed.delete(slot) || withoutSlot >= withoutSlotMost) continue
      slot.isHeld = false
      withoutSlot += 1
      inSlots -= 1
      startNext()
    }
    isWatching = false
  }

  const startNext = (): void => {
    for (const webhookId of line) {
      if (inSlots >= slots || stopping.aborted) return
      line.delete(webhookId)
      start(webhookId)
    }
  }

  return {
    begin(webhookId) {
      if (stopping.aborted) return false
      if (inSlots < slots) start(webhookId)
      else line.add(webhookId)
      return true
    },
    async ended() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
