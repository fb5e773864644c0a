import { z } from 'zod'
import { Client, toClient } from './client.ts'
import { several } from '../events/emissions.ts'
import { Id, valueText } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { eraseClient, reachOfErasure, type Reach } from './erase-client.ts'
import { removeTraces } from './remove-traces.ts'

const Count = z.int().min(0)

/** How long the caller waits for those who still write or send what they read before. */
const PATIENCE_MS = 3000

/** A person asks to be forgotten. It cannot be undone. */
export const eraseOneClient = procedure({
  kind: 'change',
  scope: 'write',
  access: 'owner',
  input: z.object({
    client_id: Id,
    preview: z.boolean().default(false).meta({
      description: 'Whether to answer what would happen, and to change nothing.',
    }),
    version: valueText().optional().meta({
      description:
        'The `version` of a preview, without which nothing is erased. If something changed since, nothing happens.',
    }),
  }),
  output: z.object({
    client: Client,
    version: z.string(),
    cancelled: z.object({ appointments: Count, queue_entries: Count }),
    held: z.record(z.string(), Count).meta({
      description:
        'How many records name the client, by the names of the files of `persons.export`.',
    }),
    is_complete: z.boolean().meta({
      description:
        'Whether events, the audit, kept answers and deliveries have lost the client by now. Otherwise the worker goes on with it.',
    }),
  }),
  success: { erased: 200, preview: 200 },
  emits: {
    erased: [
      several('appointment.updated', 'queue.entry.updated'),
      several('appointment.cancelled', 'deposit.expired', 'queue.entry.cancelled'),
      'client.updated',
    ],
    preview: [],
  },
  notes: ['client.erased'],
  problems: ['not_found', 'action_not_allowed'],
  async run(context, { client_id: id, preview, version }) {
    const { timeZone } = context.organization
    if (preview) {
      const { client, reach } = await reachOfErasure(context, id)
      return {
        outcome: 'preview',
        reply: { client: toClient(client, timeZone), ...reachView(reach) },
      }
    }
    const { client, reach } = await eraseClient(context, id, version)
    return { outcome: 'erased', reply: { client: toClient(client, timeZone), ...reachView(reach) } }
  },
  async finish(context, reply) {
    try {
      return { ...reply, is_complete: await removeTraces(context, reply.client.id, PATIENCE_MS) }
    } catch (error) {
      // The client is erased, and the worker removes what is left.
      context.log.warn({ err: error, client_id: reply.client.id }, 'traces are left to the worker')
      return reply
    }
  },
})

function reachView({ version, cancelled, held }: Reach) {
  const { appointments, queueEntries } = cancelled
  return {
    version,
    cancelled: { appointments, queue_entries: queueEntries },
    held: { ...held },
    is_complete: false,
  }
}
