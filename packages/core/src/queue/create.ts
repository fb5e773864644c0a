import { z } from 'zod'
import { bookingClient, CLIENT_CHOICE, namedClient, oneClient } from '../clients/client-choice.ts'
import { maybe } from '../events/emissions.ts'
import { procedure } from '../procedure/define.ts'
import { BESIDE_OTHERS, Id, nullableLines } from '../ground/fields.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalidFields, Problem } from '../contract/problems.ts'
import { cannotPerform } from '../professionals/named-professional.ts'
import { joinQueue } from './join.ts'
import { expandQueueEntries } from './load.ts'
import { QueueEntry, QueueEntryExpand } from './queue-entry.ts'
import { performs, professionalFaults, queueService } from './references.ts'

export const NewQueueEntry = z
  .object({
    service_id: Id.meta({ description: 'The service must be active and offered by the queue.' }),
    professional_id: Id.nullable()
      .optional()
      .meta({ description: 'If null, any professional who serves the queue.' }),
    ...CLIENT_CHOICE,
    notes: nullableLines(LIMITS.notesCharacters).optional(),
  })
  .meta({ id: 'NewQueueEntry' })

/** `POST /v1/queue/entries` */
export const createQueueEntry = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/queue/entries',
    tag: 'Online queue',
    summary: "Add a client to today's queue",
    description:
      'The client joins at the end of the queue. A client who is already in a queue of the organization today is not added again: the existing entry is returned with 200, and nothing changes.',
    idempotent: true,
  },
  scope: 'write',
  access: 'everybody',
  fillsProfessional: true,
  feature: 'online_queue',
  input: NewQueueEntry.extend({ expand: QueueEntryExpand }).superRefine(oneClient, BESIDE_OTHERS),
  output: QueueEntry,
  success: { created: 201, existing: 200 },
  emits: {
    created: [maybe('client.created'), maybe('client.updated'), 'queue.entry.created'],
    existing: [],
  },
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
        'This service requires a deposit. The client must join and pay on the public booking page.',
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
    const reply = await expandQueueEntries.one(context.tx, context, record, input.expand)
    return { outcome, reply }
  },
})
