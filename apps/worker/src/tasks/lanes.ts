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
/** Turns that go on without a slot; beyond this they keep it. */
const WITHOUT_SLOT_MOST = 1000
/** Turns of this process that no job stands for, of either kind; beyond this they are jobs, for whoever is free. */
const NEAR_MOST = 200

export type Lanes = {
  readonly tasks: Readonly<Record<LaneTask, Task>>
  /** Wakes lanes in this process while it has slots, or else by the job list. */
  readonly wake: Waker
  /** Resolves when no turn is under way that no job stands for. */
  ended(): Promise<void>
}

/**
 * Lanes as jobs, and without. An outage makes many quick endpoints hang at once, before any of them is known
 * to be slow: each would keep its slot for ten seconds, and everybody else would wait. So a turn that takes
 * long goes on without its slot. Its lane stays taken, so that nothing else changes.
 *
 * What this process itself wakes needs no job: that would be five statements for a turn of six, and asks every
 * runner of every process whether there is work.
 */
export function laneTasks(shared: Omit<LaneTools, 'wake'>): Lanes {
  const { runner, stopping, service } = shared
  const near: Readonly<Record<LaneTask, Set<Promise<void>>>> = {
    lane: new Set(),
    lane_slow: new Set(),
  }
  const withoutSlot = new Set<Promise<void>>()
  const underWay = [near.lane, near.lane_slow, withoutSlot]

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
  const tools: LaneTools = {
    ...shared,
    wake: createWaker(runner, (task, webhookId) => {
      if (near[task].size >= NEAR_MOST || stopping.aborted) return false
      keep(near[task], take(task, webhookId), task, webhookId)
      return true
    }),
  }

  /** A turn; resolves when it gives its slot back. */
  async function take(task: LaneTask, webhookId: string): Promise<void> {
    const turn = runLane(tools, webhookId)
    if (task === 'lane_slow' || withoutSlot.size >= WITHOUT_SLOT_MOST) return turn
    if (!(await endsWithin(turn, SLOT_MS))) keep(withoutSlot, turn, task, webhookId)
  }

  const taskOf =
    (task: LaneTask): Task =>
    (payload) =>
      take(task, LanePayload.parse(payload).webhook_id)
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
