import { runLane, type LaneTools } from '@scheduling/core'
import type { Task } from 'graphile-worker'
import { z } from 'zod'

const LanePayload = z.object({ webhook_id: z.string() })

/** A turn keeps its slot this long; then it goes on without one. */
const SLOT_MS = 1000
/** Turns that go on without a slot; beyond this they keep it. */
const WITHOUT_SLOT_MOST = 1000

export type Lanes = {
  readonly tasks: { lane: Task; lane_slow: Task }
  /** Resolves when no turn is under way without a slot. */
  ended(): Promise<void>
}

/**
 * Lanes as jobs. An outage makes many quick endpoints hang at once, before any of them is known to be slow:
 * each would keep its slot for ten seconds, and everybody else would wait. So a turn that takes long goes on
 * without its slot. Its lane stays taken, so that nothing else changes.
 */
export function laneTasks(tools: LaneTools): Lanes {
  const withoutSlot = new Set<Promise<void>>()

  const lane: Task = async (payload) => {
    const turn = runLane(tools, LanePayload.parse(payload).webhook_id)
    if (withoutSlot.size >= WITHOUT_SLOT_MOST) return turn
    if (await endsWithin(turn, SLOT_MS)) return
    const rest = turn
      .catch((error: unknown) => tools.service.log.error({ err: error }, 'lane failed'))
      .finally(() => withoutSlot.delete(rest))
    withoutSlot.add(rest)
  }
  return {
    tasks: {
      lane,
      lane_slow: (payload) => runLane(tools, LanePayload.parse(payload).webhook_id),
    },
    async ended() {
      while (withoutSlot.size > 0) await Promise.all(withoutSlot)
    },
  }
}

/** @throws what the turn throws within that time */
async function endsWithin(turn: Promise<void>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const expiry = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds)
  })
  try {
    return await Promise.race([turn.then(() => true), expiry])
  } finally {
    clearTimeout(timer)
  }
}
