import { z } from 'zod'
import { invalid } from '../contract/problems.ts'
import { maybe } from '../events/emissions.ts'
import { Id, MeetingUrl } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { requireAction } from './actions.ts'
import { Appointment, AppointmentExpand } from './appointment.ts'
import { appointmentReply, lockAppointment } from './load.ts'
import { writeUpdate } from './write-update.ts'

const MeetingUrlChange = z.object({ meeting_url: MeetingUrl }).meta({ id: 'MeetingUrlChange' })

/** `POST /v1/appointments/{appointment_id}/meeting-url` */
export const setMeetingUrl = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/appointments/{appointment_id}/meeting-url',
    tag: 'Appointments',
    summary: 'Set the online room',
    description:
      'Sets `meeting_url` of a telemedicine appointment, or clears it. The client sees it once the appointment is confirmed, and is told when it changes after that. From then on it stays as it is, also when another professional takes the appointment over.',
    idempotent: true,
  },
  scope: 'write',
  access: 'everybody',
  input: MeetingUrlChange.extend({ appointment_id: Id, expand: AppointmentExpand }),
  output: Appointment,
  success: { ok: 200 },
  emits: { ok: [maybe('appointment.updated')] },
  problems: ['not_found', 'appointment_not_editable'],
  async run(context, { appointment_id: id, meeting_url: meetingUrl, expand }) {
    const { tx, organization } = context
    const before = await lockAppointment(tx, organization.id, id)
    requireAction('set_meeting_url', before, organization, context.now())
    if (before.type !== 'TELEMEDICINE') {
      const message = 'Only a telemedicine appointment has an online room.'
      throw invalid('meeting_url', 'type_mismatch', message)
    }
    const row = await writeUpdate(context, before, { meetingUrl, meetingUrlByHand: true })
    return { outcome: 'ok', reply: await appointmentReply(tx, context, row, expand) }
  },
})
