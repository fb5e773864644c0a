import { z } from 'zod'
import { bookingClient, namedClient } from '../appointments/booking-client.ts'
import { cannotPerform } from '../availability/asked.ts'
import { NewClient } from '../clients/client.ts'
import { mutation } from '../endpoint.ts'
import { BESIDE_OTHERS, Id, nullableText } from '../fields.ts'
import { LIMITS } from '../limits.ts'
import { invalidFields, Problem } from '../problems.ts'
import { joinQueue } from './join.ts'
import { expanded } from './load.ts'
import { QueueEntry, QueueEntryExpand } from './queue-entry.ts'
import { performs, professionalFaults, queueService } from './references.ts'

export const NewQueueEntry = z
  .object({
    service_id: Id.meta({ description: 'Active, and served by the queue.' }),
    professional_id: Id.nullable().optional().meta({ description: 'null: any who serves.' }),
    client_id: Id.optional().meta({ description: 'Exactly one of `client_id` and `client`.' }),
    client: NewClient.optional(),
    notes: nullableText(LIMITS.notesCharacters).optional(),
  })
  .meta({ id: 'NewQueueEntry' })

/** `POST /v1/queue/entries` */
export const createQueueEntry = mutation({
  method: 'POST',
  path: '/queue/entries',
  tag: 'Online queue',
  summary: 'Put a client in the queue of today',
  description:
    'The client joins at the end. A client who already stands in a queue of the organization today is not added again: that entry is returned with 200 and nothing changes.',
  scope: 'write',
  feature: 'online_queue',
  idempotent: true,
  input: NewQueueEntry.extend({ expand: QueueEntryExpand })
    .refine((input) => input.client_id !== undefined || input.client !== undefined, {
      ...BESIDE_OTHERS,
      path: ['client_id'],
      params: { code: 'required' },
      message: 'Send `client_id`, or `client` with the data of the client.',
    })
    .refine((input) => input.client_id === undefined || input.client === undefined, {
      ...BESIDE_OTHERS,
      path: ['client'],
      params: { code: 'mutually_exclusive' },
      message: 'Send either `client_id` or `client`.',
    }),
  output: QueueEntry,
  success: { created: 201, existing: 200 },
  problems: [
    'client_identifier_required',
    'deposit_required',
    'professional_cannot_perform_service',
    'queue_closed',
  ],
  async run(context, input) {
    const professionalId = input.professional_id ?? null
    const faults = await professionalFaults(context, professionalId)
    const service = await queueService(context, input.service_id, faults)
    const named = await namedClient(context, input, faults)
    if (faults.length > 0 || service === null) throw invalidFields(faults)
    const client = await bookingClient(context, input, named)
    if (service.requiresDeposit) {
      throw new Problem(
        'deposit_required',
        'This service requires a deposit: the client joins, and pays, on the public booking page.',
      )
    }
    if (professionalId !== null && !(await performs(context, professionalId, service.id))) {
      throw cannotPerform()
    }
    const { outcome, record } = await joinQueue(context, {
      service,
      professionalId,
      client,
      notes: input.notes ?? null,
    })
    const [reply] = await expanded(context.tx, context.organization, [record], input.expand)
    if (reply === undefined) throw new Error('One record makes one reply.')
    return { outcome, reply }
  },
})
