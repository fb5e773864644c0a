import {
  createWaker,
  runLane,
  wakeAgain,
  type LaneTask,
  type LaneTools,
  type Waker,
} from '@scheduling/core'
import type { Task } from 'graphile-worker'
import { z } from 'zod'

const LanePayload = z.object({ webhook_id: z.string() })

/** A quick endpoint's turn keeps its slot this long; then it goes on without one. */
const SLOT_MS = 1000
/** Turns of this process at a time. A slot is cheap: a lane that waits for an answer holds no connection. */
const SLOTS: Readonly<Record<LaneTask, number>> = { lane: 500, lane_slow: 1000 }
/** Turns of quick endpoints that go on without a slot; beyond this they keep it. */
const WITHOUT_SLOT_MOST = 1000

export type Lanes = {
  readonly tasks: Readonly<Record<LaneTask, Task>>
  /** Wakes lanes in this process while it has slots, or else by the job list. */
  readonly wake: Waker
  /** Resolves when no turn is under way. */
  ended(): Promise<void>
}

/**
 * Turns run beside the job queue, in slots of their own: apart for slow endpoints, so that sixty that time out
 * take none from the others. An outage makes many quick endpoints hang at once, before any of them is known to
 * be slow: each would keep its slot for ten seconds, and everybody else would wait. So a turn that takes long
 * goes on without its slot. Its lane stays taken, so that nothing else changes.
 *
 * A job only begins a turn. What this process itself wakes needs no job: that would be five statements for a
 * turn of six, and asks every process whether there is work.
 */
export function laneTasks(shared: Omit<LaneTools, 'wake'>): Lanes {
  const { runner, stopping, service } = shared
  const taken: Readonly<Record<LaneTask, Set<Promise<void>>>> = {
    lane: new Set(),
    lane_slow: new Set(),
  }
  const withoutSlot = new Set<Promise<void>>()
  const underWay = [taken.lane, taken.lane_slow, withoutSlot]

  /** Until it ends, however it does. */
  const keep = (turns: Set<Promise<void>>, turn: Promise<void>, task: LaneTask, id: string) => {
    const heard = turn
      .catch(async (error: unknown) => {
        service.log.error({ err: error }, 'lane failed')
        await wakeAgain(runner, task, id)
      })
      .catch((error: unknown) => service.log.error({ err: error }, 'lane not woken again'))
      .finally(() => turns.delete(heard))
    turns.add(heard)
  }
  const begin = (task: LaneTask, webhookId: string): boolean => {
    if (taken[task].size >= SLOTS[task] || stopping.aborted) return false
    keep(taken[task], take(task, webhookId), task, webhookId)
    return true
  }
  const tools: LaneTools = { ...shared, wake: createWaker(runner, begin) }

  /** A turn; resolves when it gives its slot back. */
  async function take(task: LaneTask, webhookId: string): Promise<void> {
    const turn = runLane(tools, webhookId)
    if (task === 'lane_slow' || withoutSlot.size >= WITHOUT_SLOT_MOST) return turn
    if (!(await endsWithin(turn, SLOT_MS))) keep(withoutSlot, turn, task, webhookId)
  }

  const taskOf =
    (task: LaneTask): Task =>
    async (payload) => {
      const { webhook_id: webhookId } = LanePayload.parse(payload)
      // Full: by then a slot is free, here or in another process.
      if (!begin(task, webhookId)) await wakeAgain(runner, task, webhookId)
    }
  return {
    tasks: { lane: taskOf('lane'), lane_slow: taskOf('lane_slow') },
    wake: tools.wake,
    async ended() {
      while (underWay.some((turns) => turns.size > 0))
        await Promise.all(underWay.flatMap((turns) => [...turns]))
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
