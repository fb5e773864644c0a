import { SUBMISSION } from './submission-fields.ts'
import type { AppointmentRow } from '../appointments/appointment.ts'
import { writeMessages } from '../change/write-messages.ts'
import { linkMessage } from '../events/client-messages.ts'
import { z } from 'zod'
import { bookAppointment } from '../appointments/book.ts'
import { findAppointment } from '../appointments/load.ts'
import { requestedServices } from '../appointments/requested.ts'
import { depositOf, ServiceIds } from '../appointments/service-selection.ts'
import type { AskedBy } from '../change/system-work.ts'
import { visitingClient } from '../clients/match-visitor.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalidFields } from '../contract/problems.ts'
import type { Actor } from '../context.ts'
import { maybe } from '../events/emissions.ts'
import { Id, nullableLines } from '../ground/fields.ts'
import { StartInput } from '../ground/time-fields.ts'
import { procedure } from '../procedure/define.ts'
import { requireFeature } from '../procedure/rights.ts'
import { AppointmentView, appointmentView } from './appointment-view.ts'
import { askDeposit } from './ask-deposit.ts'
import { noteConsent } from './channels.ts'
import { requireFewOpen } from './contact.ts'
import { publicFaults } from './free-times.ts'
import { ownLink } from './links.ts'
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
  service_ids: ServiceIds,
  start: StartInput,
  /** Null: any professional who is free. */
  professional_id: Id.nullable().optional(),
  notes: nullableLines(LIMITS.notesCharacters).optional(),
})

/**
 * Public: books an appointment, by the rules of every channel. `repeated`: the same was booked a moment ago, and the
 * link to it goes to the contact that the client has; the answer shows nothing of it.
 */
export const book = procedure({
  caller: 'visitor',
  kind: 'change',
  visits: true,
  input: Asked,
  output: z.object({
    outcome: z.enum(['created', 'repeated']),
    /** The client's link. Null: it goes to the client's contact alone. */
    url: z.string().nullable(),
    appointment: AppointmentView.nullable(),
  }),
  emits: {
    created: [
      maybe('client.created'),
      'appointment.created',
      maybe('client.first_appointment'),
      maybe('appointment.updated'),
    ],
    repeated: [],
    replayed: [],
  },
  later: ['deposit.created'],
  notes: ['appointment.link_asked'],
  async run(call, input) {
    const visited = await visitedToBook(call, input)
    const submission = submissionOf(visited, 'book', input)
    const { made, row: written } = await submit(visited, call, submission, (work, askedBy) =>
      bookFor(work, input, { keyHash: submission.idHash, askedBy }),
    )
    const { appointmentId: id, linkVersion } = made
    if (id === null) return { outcome: 'repeated' as const, url: null, appointment: null }
    const { db, organization } = visited
    const row = written ?? (await findAppointment(db, organization.id, id))
    const url = ownLink(visited, 'appointment', row, linkVersion)
    const appointment = url === null ? null : await appointmentView(visited, row)
    return { outcome: 'created' as const, url, appointment }
  },
})

async function bookFor(
  work: VisitorWork,
  input: z.output<typeof Asked>,
  asked: { readonly keyHash: Uint8Array; readonly askedBy: (actor: Actor) => AskedBy },
): Promise<Submitted<AppointmentRow>> {
  const { selection, type, faults } = await requestedServices(work, input)
  const found = publicFaults(selection, faults, input)
  if (found.length > 0 || type === null) throw invalidFields(found)
  const amount = depositOf(selection.services)
  if (amount !== null) requireFeature(work, 'deposits')
  const client = await visitingClient(work, input.client, (existing) =>
    requireFewOpen(work, input.client, existing),
  )
  const { outcome, row } = await bookAppointment(work, {
    selection,
    type,
    start: input.start,
    professionalId: input.professional_id ?? null,
    client,
    notes: input.notes ?? null,
    language: input.language,
    metadata: {},
    allowOverbook: false,
    keyHash: asked.keyHash,
    awaitsDeposit: amount !== null,
  })
  const { id: appointmentId, linkVersion } = row
  const actor = clientActor({ ...row.client, id: row.clientId })
  if (outcome === 'existing') {
    work.note({ action: 'appointment.link_asked', id: appointmentId, changes: null })
    const message = linkMessage('appointment', row, work, work)
    await writeMessages(work.tx, work.organization.id, [message])
    return { outcome: 'repeated', made: NOTHING_MADE, actor, depositId: null, row: null }
  }
  await noteConsent(work, 'appointment', appointmentId, input)
  const depositId = await askDeposit(work, { appointmentId }, amount, asked.askedBy(actor))
  return { outcome, made: { ...NOTHING_MADE, appointmentId, linkVersion }, actor, depositId, row }
}
