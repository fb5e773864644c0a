/** Turns of webhooks in one process: so many at a time, and the others in line. */
export type Turns = {
  /** At once, or when a slot is free; in line a webhook stands once. False: nothing begins any more. */
  begin(webhookId: string): boolean
  /** Resolves when none is under way. After `stopping`, what stands in line is left to the sweep. */
  ended(): Promise<void>
}

export type TurnsOptions = {
  readonly slots: number
  /** A turn gives its slot back after so long and goes on without. Default: it keeps it. */
  readonly slotMs?: number
  /** Of those that go on without a slot; beyond this they keep it. */
  readonly withoutSlotMost?: number
  /** Never rejects. */
  readonly take: (webhookId: string) => Promise<void>
  readonly stopping: AbortSignal
}

/**
 * A slot is cheap, since a lane that waits for an answer holds no connection; yet thousands of endpoints that
 * hang must not take all memory. What waits for a slot waits here and not as jobs, which somebody would have
 * to ask for again and again.
 */
export function createTurns(options: TurnsOptions): Turns {
  const { slots, slotMs, withoutSlotMost = 0, take, stopping } = options
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
    const turn = take(webhookId).finally(() => {
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
