import { z } from 'zod'
import { Client, toClient } from './client.ts'
import { several, maybe } from '../events/emissions.ts'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { FieldChoices } from './merged-fields.ts'
import { mergeClients } from './merge-clients.ts'

const Count = z.int().min(0)

/** Two records that are the same person become one. It cannot be undone. */
export const mergeTwoClients = procedure({
  kind: 'change',
  scope: 'write',
  access: 'managers',
  input: z.object({
    client_id: Id.meta({ description: 'The client that remains.' }),
    merged_client_id: Id.meta({ description: 'The client that goes.' }),
    fields: FieldChoices.optional(),
    preview: z.boolean().default(false).meta({
      description: 'Whether to answer what would happen, and to change nothing.',
    }),
  }),
  output: z.object({
    client: Client,
    merged_client_id: Id,
    moved: z.object({ appointments: Count, queue_entries: Count, deposits: Count }),
  }),
  success: { merged: 200, preview: 200 },
  emits: {
    merged: [
      maybe('client.updated'),
      'client.merged',
      several('appointment.updated'),
      several('queue.entry.updated'),
    ],
    preview: [],
  },
  problems: ['not_found', 'action_not_allowed'],
  async run(context, input) {
    const { client, moved } = await mergeClients(context, {
      survivorId: input.client_id,
      mergedId: input.merged_client_id,
      choices: input.fields ?? {},
    })
    return {
      outcome: input.preview ? 'preview' : 'merged',
      reply: {
        client: toClient(client, context.organization.timeZone),
        merged_client_id: input.merged_client_id,
        moved: {
          appointments: moved.appointment,
          queue_entries: moved.queue_entry,
          deposits: moved.deposit,
        },
      },
    }
  },
})
