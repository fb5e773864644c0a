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
  readonly stopping: AbortSignal
}

/**
 * A slot is cheap, since a lane that waits for an answer holds no connection; but thousands of endpoints that hang
 * must not take all memory. Webhooks wait for a slot here and not as jobs, which the process would have to ask for
 * again and again.
 */
export function createSlots(options: SlotsOptions): Slots {
  const { slots, slotMs, withoutSlotMost = 0, run, stopping } = options
  const underWay = new Set<Promise<void>>()
  const line = new Set<string>()
  let inSlots = 0
  let withoutSlot = 0

  const start = (webhookId: string): void => {
    inSlots += 1
    let hasSlot = true
    const goOnWithout = (): void => {
      if (withoutSlot >= withoutSlotMost) return
      hasSlot = false
      withoutSlot += 1
      inSlots -= 1
      startNext()
    }
    const timer = slotMs === undefined ? undefined : setTimeout(goOnWithout, slotMs)
    const turn = run(webhookId).finally(() => {
      clearTimeout(timer)
      if (hasSlot) inSlots -= 1
      else withoutSlot -= 1
      underWay.delete(turn)
      startNext()
    })
    underWay.add(turn)
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
