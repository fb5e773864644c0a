import { SUBMISSION } from './submission-fields.ts'
import type { QueueEntryRow } from '../queue/queue-entry.ts'
import { writeMessages } from '../change/write-messages.ts'
import { linkMessage } from '../events/client-messages.ts'
import { z } from 'zod'
import type { BookingWork } from '../appointments/book.ts'
import type { AskedBy } from '../change/system-work.ts'
import { visitingClient } from '../clients/match-visitor.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalidFields } from '../contract/problems.ts'
import type { Actor } from '../context.ts'
import { maybe } from '../events/emissions.ts'
import { Id, nullableLines } from '../ground/fields.ts'
import { requireFeature } from '../procedure/rights.ts'
import { procedure } from '../procedure/define.ts'
import { cannotPerform } from '../professionals/named-professional.ts'
import { joinQueue } from '../queue/join.ts'
import { findQueueEntry } from '../queue/load.ts'
import { performs, professionalFaults, queueService } from '../queue/references.ts'
import { askDeposit } from './ask-deposit.ts'
import { noteConsent } from './channels.ts'
import { requireFewOpen } from './contact.ts'
import { ownLink } from './links.ts'
import { QueueView, queueView } from './queue-view.ts'
import {
  NOTHING_MADE,
  submit,
  submissionOf,
  type Submitted,
  type VisitorWork,
} from './submission.ts'
import { clientActor, visitedToBook } from './visit.ts'

const Asked = z.object({
  ...SUBMISSION,
  service_id: Id,
  /** Null: any professional who serves. */
  professional_id: Id.nullable().optional(),
  notes: nullableLines(LIMITS.notesCharacters).optional(),
})

/**
 * Public: joins today's queue, by the rules of every channel. `repeated`: the client waits already, and the link goes to
 * the contact that the client has; the answer shows nothing of it.
 */
export const join = procedure({
  caller: 'visitor',
  kind: 'change',
  visits: true,
  input: Asked,
  output: z.object({
    outcome: z.enum(['created', 'repeated']),
    /** The client's link. Null: it goes to the client's contact alone. */
    url: z.string().nullable(),
    queue_entry: QueueView.nullable(),
  }),
  emits: {
    created: [maybe('client.created'), 'queue.entry.created'],
    repeated: [],
    replayed: [],
  },
  later: ['deposit.created'],
  notes: ['queue_entry.link_asked'],
  async run(call, input) {
    const visited = await visitedToBook(call, input)
    requireFeature(visited, 'online_queue')
    const submission = submissionOf(visited, 'join', input)
    const { made, row: written } = await submit(visited, call, submission, (work, askedBy) =>
      joinFor(work, input, askedBy),
    )
    const { queueEntryId: id, linkVersion } = made
    if (id === null) return { outcome: 'repeated' as const, url: null, queue_entry: null }
    const { db, organization } = visited
    const row = written ?? (await findQueueEntry(db, organization.id, id))
    const url = ownLink(visited, 'queue_entry', row, linkVersion)
    const view = url === null ? null : await queueView(visited, row)
    return { outcome: 'created' as const, url, queue_entry: view }
  },
})

async function joinFor(
  work: VisitorWork,
  input: z.output<typeof Asked>,
  askedBy: (actor: Actor) => AskedBy,
): Promise<Submitted<QueueEntryRow>> {
  const professionalId = input.professional_id ?? null
  const service = await queueService(work, input.service_id, [])
  if (service === null || service.hiddenFromPublicBooking) {
    const message = 'This service cannot be queued for here.'
    throw invalidFields([{ field: 'service_id', code: 'not_found', message }])
  }
  const amount = service.requiresDeposit ? service.depositAmount : null
  if (amount !== null) requireFeature(work, 'deposits')
  if (professionalId !== null && !(await serves(work, professionalId, service.id))) {
    throw cannotPerform()
  }
  const client = await visitingClient(work, input.client, (existing) =>
    requireFewOpen(work, input.client, existing),
  )
  const notes = input.notes ?? null
  let depositId: number | null = null
  const { outcome, record } = await joinQueue(work, {
    service,
    professionalId,
    client,
    notes,
    language: input.language,
    async andWrite(made) {
      await noteConsent(work, 'queue_entry', made.id, input)
      const asker = askedBy(clientActor({ ...made.client, id: made.clientId }))
      depositId = await askDeposit(work, { queueEntryId: made.id }, amount, asker, true)
    },
  })
  const row = await findQueueEntry(work.tx, work.organization.id, record.id)
  const { id: queueEntryId, linkVersion } = row
  const actor = clientActor({ ...row.client, id: row.clientId })
  if (outcome === 'existing') {
    work.note({ action: 'queue_entry.link_asked', id: queueEntryId, changes: null })
    const message = linkMessage('queue_entry', row, work, work)
    await writeMessages(work.tx, work.organization.id, [message])
    return { outcome: 'repeated', made: NOTHING_MADE, actor, depositId: null, row: null }
  }
  // What asks for a deposit has the link of the place too.
  if (depositId === null) {
    const message = linkMessage('queue_entry', row, work, work)
    await writeMessages(work.tx, work.organization.id, [{ ...message, purpose: 'joined' }])
  }
  return { outcome, made: { ...NOTHING_MADE, queueEntryId, linkVersion }, actor, depositId, row }
}

/** To a stranger, a client who has left looks like one who was never there. */
async function serves(
  work: BookingWork,
  professionalId: number,
  serviceId: number,
): Promise<boolean> {
  const faults = await professionalFaults(work, professionalId)
  return faults.length === 0 && performs(work, professionalId, serviceId)
}
