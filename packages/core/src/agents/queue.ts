import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { Id } from '../ground/fields.ts'
import { QueueEntryStatus } from '../queue/queue-entry.ts'
import { tool } from './tool.ts'
import { AgentClient, agentClient, named, Named, namedClient } from './written-by-client.ts'
import type { Context } from '../context.ts'

const AgentQueueEntry = z.object({
  id: Id,
  status: z.enum(QueueEntryStatus.options),
  position: z.int().nullable().meta({ description: '1 is next.' }),
  estimated_wait_minutes: z.int().nullable(),
  service: Named,
  professional: Named.nullable(),
  client: AgentClient,
})

type AgentQueueEntry = z.output<typeof AgentQueueEntry>
type Seen = Omit<AgentQueueEntry, 'client'> & {
  readonly client: { readonly id: number; readonly name: string }
}

function agentEntry(context: Context, one: Seen): AgentQueueEntry {
  const { id, name } = one.client
  return {
    id: one.id,
    status: one.status,
    position: one.position,
    estimated_wait_minutes: one.estimated_wait_minutes,
    service: named(one.service),
    professional: one.professional === null ? null : named(one.professional),
    client: agentClient(context, { id, name }),
  }
}

function namedEntry(one: AgentQueueEntry): string {
  const place =
    one.position === null
      ? one.status
      : `position ${one.position}, about ${one.estimated_wait_minutes ?? 0} min`
  return `${namedClient(one.client)} for ${one.service.name}: ${place}`
}

export const queueStatus = tool({
  name: 'queue_status',
  title: "Today's queue",
  description: 'Which queues are open now, and who waits, in order.',
  uses: ['queue.listDesks', 'queue.listEntries'],
  input: z.object({ professional_id: Id.optional() }),
  output: z.object({
    queues: z.array(z.object({ professional: Named, is_open_now: z.boolean(), waiting: z.int() })),
    entries: z.array(AgentQueueEntry),
    more: z.boolean(),
  }),
  async run({ context, use }, { professional_id }) {
    const [desks, { data, has_more }] = await Promise.all([
      use('queue.listDesks', {}),
      use('queue.listEntries', {
        status: ['WAITING', 'CALLED', 'IN_SERVICE'],
        ...(professional_id === undefined ? {} : { professional_id }),
        limit: LIMITS.toolRecords,
      }),
    ])
    const queues = desks.data
      .filter((desk) => professional_id === undefined || desk.professional_id === professional_id)
      .map((desk) => ({
        professional: named({ id: desk.professional_id, name: desk.professional.name }),
        is_open_now: desk.is_open_now,
        waiting: desk.active_entries,
      }))
    const entries = data.map((one) => agentEntry(context, one))
    const lines = [
      ...queues.map(
        ({ professional, is_open_now }) =>
          `Queue of ${professional.name} (${professional.id}): ${is_open_now ? 'open' : 'closed'}`,
      ),
      ...entries.map(namedEntry),
    ]
    if (entries.length === 0) lines.push('The queue is empty.')
    if (has_more) lines.push('More clients are in the queue.')
    return { text: lines.join('\n'), result: { queues, entries, more: has_more } }
  },
})

export const joinQueue = tool({
  name: 'join_queue',
  title: "Add a client to today's queue",
  description: 'Puts a client at the end of the queue of today. Who is in it already stays there.',
  uses: ['queue.createEntry'],
  input: z.object({
    client_id: Id,
    service_id: Id.meta({ description: 'One with the booking mode `QUEUE`.' }),
    professional_id: Id.optional(),
  }),
  output: z.object({ entry: AgentQueueEntry }),
  async run({ context, use }, input) {
    const entry = agentEntry(context, await use('queue.createEntry', input))
    return { text: `In the queue: ${namedEntry(entry)}.`, result: { entry } }
  },
})
