import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { Id } from '../ground/fields.ts'
import { QueueEntryStatus } from '../queue/queue-entry.ts'
import { ClientId, EntryId, ProfessionalId, Reason } from './inputs.ts'
import { tool, type ToolCall } from './tool.ts'
import { AgentClient, agentClient, named, Named, namedClient } from './written-by-client.ts'
import type { AgentContext } from './reader.ts'

const AgentQueueEntry = z.object({
  id: Id,
  status: z.enum(QueueEntryStatus.options),
  position: z.int().nullable().meta({ description: '1 is next.' }),
  estimated_wait_minutes: z.int().nullable(),
  service: Named,
  professional: Named.nullable(),
  client: AgentClient,
})

const One = z.object({ entry: AgentQueueEntry })

type AgentQueueEntry = z.output<typeof AgentQueueEntry>
type Seen = Omit<AgentQueueEntry, 'client'> & {
  readonly client: { readonly id: number; readonly name: string }
}

function agentEntry(context: AgentContext, one: Seen): AgentQueueEntry {
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
  return `entry ${one.id}, ${namedClient(one.client)} for ${one.service.name}: ${place}`
}

export const queueStatus = tool({
  name: 'queue_status',
  title: "Today's queue",
  description:
    'Which queues are open now, and who waits, in order, with the ids that other tools take.',
  uses: ['queue.listDesks', 'queue.listEntries'],
  input: z.object({ professional_id: ProfessionalId.optional() }),
  output: z.object({
    queues: z.array(z.object({ professional: Named, is_open_now: z.boolean(), waiting: z.int() })),
    entries: z.array(AgentQueueEntry),
    more: z.boolean(),
  }),
  async run({ context, use }, { professional_id }) {
    const [desks, { data, has_more }] = await Promise.all([
      use('queue.listDesks', {}),
      use('queue.listEntries', {
        status: ['WAITING', 'CALLED', 'IN_SERVICE', 'SKIPPED'],
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
    client_id: ClientId,
    service_id: Id.meta({ description: 'One with the booking mode `QUEUE`.' }),
    professional_id: ProfessionalId.optional(),
  }),
  output: One,
  async run({ context, use }, input) {
    const entry = agentEntry(context, await use('queue.createEntry', input))
    return { text: `In the queue: ${namedEntry(entry)}.`, result: { entry } }
  },
})

export const callFromQueue = tool({
  name: 'call_from_queue',
  title: 'Call a client of the queue',
  description: 'Calls a client who waits or was skipped: they get a message. Again: calls again.',
  uses: ['queue.callEntry'],
  input: z.object({
    entry_id: EntryId,
    professional_id: ProfessionalId.optional().meta({ description: 'Who calls.' }),
    place: z.string().max(LIMITS.placeCharacters).optional().meta({
      description: 'The room or desk.',
    }),
  }),
  output: One,
  async run({ context, use }, input) {
    const entry = agentEntry(context, await use('queue.callEntry', input))
    return { text: `Called: ${namedEntry(entry)}.`, result: { entry } }
  },
})

export const skipInQueue = tool({
  name: 'skip_in_queue',
  title: 'Skip a client of the queue',
  description: 'Passes over a client who was called and is not there. They can be called again.',
  uses: ['queue.skipEntry'],
  input: z.object({ entry_id: EntryId }),
  output: One,
  async run({ context, use }, input) {
    const entry = agentEntry(context, await use('queue.skipEntry', input))
    return { text: `Skipped: ${namedEntry(entry)}.`, result: { entry } }
  },
})

/** Without the status and the place, which change with what is confirmed. */
async function sentenceOf(
  { context, use }: ToolCall<'queue.getEntry'>,
  id: number,
  what: string,
): Promise<string> {
  const { service, client } = agentEntry(context, await use('queue.getEntry', { entry_id: id }))
  return `${what} entry ${id} of the queue: ${namedClient(client)} for ${service.name}. This cannot be undone.`
}

export const completeInQueue = tool({
  name: 'complete_in_queue',
  title: 'Complete a service of the queue',
  description: 'Records for good that a called client was served.',
  uses: ['queue.getEntry', 'queue.completeEntry'],
  input: z.object({ entry_id: EntryId }),
  output: One,
  confirms: (call, { entry_id: id }) => sentenceOf(call, id, 'This will complete'),
  async run({ context, use }, input) {
    const entry = agentEntry(context, await use('queue.completeEntry', input))
    return { text: `Completed: ${namedEntry(entry)}.`, result: { entry } }
  },
})

export const leaveQueue = tool({
  name: 'leave_queue',
  title: 'Take a client out of the queue',
  description: 'Takes a client out of the queue for good.',
  uses: ['queue.getEntry', 'queue.cancelEntry'],
  input: z.object({ entry_id: EntryId, reason: Reason }),
  output: One,
  confirms: (call, { entry_id: id }) => sentenceOf(call, id, 'This will cancel'),
  async run({ context, use }, input) {
    const entry = agentEntry(context, await use('queue.cancelEntry', input))
    return { text: `Cancelled: ${namedEntry(entry)}.`, result: { entry } }
  },
})
