import { z } from 'zod'
import { maybe } from '../events/emissions.ts'
import { procedure } from '../procedure/define.ts'
import { Id, nullableLines } from '../ground/fields.ts'
import { MetadataInput } from '../ground/map-fields.ts'
import { LIMITS } from '../contract/limits.ts'
import { isSameMetadata, mergedMetadata, metadataOf } from '../ground/metadata.ts'
import { requireAction } from './actions.ts'
import { Appointment, AppointmentExpand, type AppointmentRow } from './appointment.ts'
import { appointmentEvent } from './events.ts'
import { appointmentReply, lockAppointment } from './load.ts'
import { changeAppointmentRow } from './rows.ts'

/**
 * A field of the record that only actions can change. It is refused, because ignoring it would look like
 * success.
 */
const readOnly = z
  .unknown()
  .optional()
  .refine((value) => value === undefined, {
    params: { code: 'read_only' },
    message: 'This field can be changed only by actions, such as reschedule and cancel.',
  })
  .meta({ readOnly: true, description: 'Refused: this field can be changed only by actions.' })

export const AppointmentChanges = z
  .object({
    notes: nullableLines(LIMITS.notesCharacters).optional(),
    metadata: MetadataInput.optional(),
    start: readOnly,
    end: readOnly,
    status: readOnly,
    professional_id: readOnly,
    service_ids: readOnly,
    client_id: readOnly,
    price: readOnly,
    type: readOnly,
  })
  .meta({ id: 'AppointmentChanges' })

/** `PATCH /v1/appointments/{appointment_id}` */
export const updateAppointment = procedure({
  kind: 'change',
  rest: {
    method: 'PATCH',
    path: '/appointments/{appointment_id}',
    tag: 'Appointments',
    summary: "Change an appointment's notes or metadata",
    description:
      'A field that you leave out stays the same, and null clears a field. Metadata is merged key by key and can be changed in every status. Date, professional and status can be changed only by actions.',
  },
  scope: 'write',
  access: 'everybody',
  input: AppointmentChanges.extend({ appointment_id: Id, expand: AppointmentExpand }),
  output: Appointment,
  success: { ok: 200 },
  emits: { ok: [maybe('appointment.updated')] },
  problems: ['not_found', 'appointment_not_editable'],
  async run(context, input) {
    const { tx, organization } = context
    const before = await lockAppointment(tx, organization.id, input.appointment_id)
    for (const [action, value] of [
      ['edit_notes', input.notes],
      ['edit_metadata', input.metadata],
    ] as const) {
      if (value !== undefined) requireAction(action, before, organization, context.now())
    }
    const notes = input.notes === undefined ? before.notes : input.notes
    const oldMetadata = metadataOf(before.metadata)
    const metadata = mergedMetadata(oldMetadata, input.metadata, 'metadata')
    let after: AppointmentRow = before
    if (notes !== before.notes || !isSameMetadata(oldMetadata, metadata)) {
      const changed = await changeAppointmentRow(tx, before, { notes, metadata })
      after = { ...before, ...changed }
      context.emit(
        appointmentEvent('appointment.updated', { before, after }, organization.timeZone),
      )
    }
    return { outcome: 'ok', reply: await appointmentReply(tx, context, after, input.expand) }
  },
})
