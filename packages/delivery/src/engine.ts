import { z } from 'zod'
import { createFanOut } from './fan-out/fan-out.ts'
import { createPauses } from './health/pauses.ts'
import { createLaneQueries } from './lanes/lane-queries.ts'
import { Lanes } from './lanes/lanes.ts'
import { createPacer } from './lanes/pacer.ts'
import type { LaneTask } from './lanes/wake.ts'
import type { Runtime } from './runtime.ts'
import type { Sql } from '@scheduling/database'

const FanOutPayload = z.object({ event_ids: z.array(z.string()) })
const LanePayload = z.object({ webhook_id: z.string() })

export type DeliveryEngineOptions = {
  readonly runtime: Runtime
  /** A pool whose statements find everything by key: `poolByKeys`. */
  readonly client: Sql
  /** Names this process in its leases. */
  readonly holder: string
  /** Aborted at shutdown: no new exchange begins. */
  readonly stopping: AbortSignal
  /** Aborted when shutdown has waited long enough: exchanges end, uncounted. */
  readonly cutOff: AbortSignal
}

export type DeliveryEngine = {
  /** Bodies of graphile-worker's tasks, by the names of their jobs. */
  readonly tasks: Readonly<Record<'fan_out' | LaneTask, (payload: unknown) => Promise<void>>>
  /** Resolves when no turn of a lane is under way. */
  ended(): Promise<void>
}

/** Delivery in one process: jobs write deliveries and begin turns of lanes, which send them. */
export function createDeliveryEngine(options: DeliveryEngineOptions): DeliveryEngine {
  const { runtime, client } = options
  const lanes = new Lanes({
    ...options,
    queries: createLaneQueries(runtime, client),
    pauses: createPauses(runtime.elapsed),
    afterHanging: createPacer(runtime, options.stopping),
  })
  const fanOut = createFanOut(runtime, client, lanes)
  return {
    tasks: {
      fan_out: async (payload) => fanOut(FanOutPayload.parse(payload).event_ids),
      lane: async (payload) => lanes.runJob('lane', LanePayload.parse(payload).webhook_id),
      lane_slow: async (payload) =>
        lanes.runJob('lane_slow', LanePayload.parse(payload).webhook_id),
    },
    ended: () => lanes.ended(),
  }
}
