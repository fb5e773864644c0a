import {
  runLane,
  wakeAgain,
  wakeLanes,
  type LaneTask,
  type LaneTools,
  type Waker,
} from '@scheduling/core'
import type { Task } from 'graphile-worker'
import { z } from 'zod'
import { createTurns, type Turns } from './turns.ts'

const LanePayload = z.object({ webhook_id: z.string() })

/**
 * Slots of their own for slow endpoints, so that sixty that time out take none from the others. An outage makes
 * many quick endpoints hang at once, before any of them is known to be slow: each would keep its slot for ten
 * seconds, and everybody else would wait. So a quick endpoint's turn that takes long goes on without its slot.
 * A turn that hangs takes about 90 KB.
 */
const SLOTS = {
  lane: { slots: 500, slotMs: 1000, withoutSlotMost: 2000 },
  lane_slow: { slots: 1000 },
} as const

export type Lanes = {
  readonly tasks: Readonly<Record<LaneTask, Task>>
  /** Wakes lanes in this process, or, while it stops, by the job list. */
  readonly wake: Waker
  /** Resolves when no turn is under way. */
  ended(): Promise<void>
}

/**
 * Turns run beside the job queue. A job only begins one; what this process itself wakes needs no job: that would
 * be five statements for a turn of six, and asks every process whether there is work.
 */
export function laneTasks(shared: Omit<LaneTools, 'wake'>): Lanes {
  const { runner, stopping, service } = shared
  const turnsOf = (task: LaneTask): Turns =>
    createTurns({
      ...SLOTS[task],
      stopping,
      take: async (webhookId) => {
        try {
          await runLane(tools, webhookId)
        } catch (error) {
          service.log.error({ err: error }, 'lane failed')
          await wakeAgain(runner, task, webhookId).catch((cause: unknown) =>
            service.log.error({ err: cause }, 'lane not woken again'),
          )
        }
      },
    })
  const turns = { lane: turnsOf('lane'), lane_slow: turnsOf('lane_slow') }
  const begin = (task: LaneTask, webhookId: string): boolean => turns[task].begin(webhookId)
  const tools: LaneTools = { ...shared, wake: (wakes) => wakeLanes(runner, wakes, begin) }

  const taskOf =
    (task: LaneTask): Task =>
    async (payload) => {
      const { webhook_id: webhookId } = LanePayload.parse(payload)
      // This process stops: for another, or the next.
      if (!begin(task, webhookId)) await wakeAgain(runner, task, webhookId)
    }
  return {
    tasks: { lane: taskOf('lane'), lane_slow: taskOf('lane_slow') },
    wake: tools.wake,
    async ended() {
      await turns.lane.ended()
      await turns.lane_slow.ended()
    },
  }
}
