import { VisitedSlug } from '../procedure/visitor.ts'
import { localDateOf } from '@scheduling/availability'
import { z } from 'zod'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { requireFeature } from '../procedure/rights.ts'
import { loadLine, positionOfNewcomer } from '../queue/line.ts'
import { offeredServices } from './offer.ts'
import { visitedToRead } from './visit.ts'

const Asked = z.object({ slug: VisitedSlug })

const QueueNow = z.object({
  service_id: Id,
  /** Whether a client can join now: a queue is open, and has room. */
  is_open: z.boolean(),
  /** For a client who joins now, with any professional who serves. Null while no client can join. */
  ahead_count: z.int().min(0).nullable(),
  estimated_wait_minutes: z.int().min(0).nullable(),
})

/** Public: today's queues, as a client who joins now would find them. */
export const listQueues = procedure({
  caller: 'visitor',
  kind: 'read',
  input: Asked,
  output: z.object({ data: z.array(QueueNow) }),
  async run(call, input) {
    const visited = await visitedToRead(call, input.slug)
    requireFeature(visited, 'online_queue')
    const { db, organization } = visited
    const services = await offeredServices(db, organization)
    const queued = services.filter(({ bookingMode }) => bookingMode === 'QUEUE')
    if (queued.length === 0) return { data: [] }
    const now = visited.now()
    const date = localDateOf(now, organization.timeZone)
    const serviceIds = queued.map(({ id }) => id)
    const line = await loadLine(db, organization, { dates: [date], serviceIds }, now)
    return {
      data: queued.map(({ id: serviceId, durationMinutes }) => {
        const place = positionOfNewcomer(line, { serviceId, durationMinutes, date }, now)
        return {
          service_id: serviceId,
          is_open: place !== null,
          ahead_count: place?.ahead ?? null,
          estimated_wait_minutes: place?.estimatedMinutes ?? null,
        }
      }),
    }
  },
})
