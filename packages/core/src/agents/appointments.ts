import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { DateInput } from '../ground/time-fields.ts'
import { AgentAppointment, agentAppointment, namedAppointment } from './appointment-seen.ts'
import { todayAt } from './choose.ts'
import {
  AnyProfessionalId,
  AppointmentId,
  ClientId,
  HoldId,
  ProfessionalId,
  Reason,
  ServiceIds,
} from './inputs.ts'
import type { AgentContext } from './reader.ts'
import { tool, type ToolCall } from './tool.ts'
import { instantAt, TimeInput } from './when.ts'

const One = z.object({ appointment: AgentAppointment })
const Notes = z.string().max(LIMITS.notesCharacters)

export const findAppointments = tool({
  name: 'find_appointments',
  title: 'Find appointments',
  description: "A client's appointments, with the ids that other tools take.",
  uses: ['appointments.list'],
  input: z.object({
    client_id: ClientId,
    from: DateInput.optional().meta({ description: 'The first day. Default: today.' }),
    to: DateInput.optional().meta({ description: 'The last day.' }),
    include_cancelled: z.boolean().default(false).meta({ description: 'Cancelled ones too.' }),
  }),
  output: z.object({ appointments: z.array(AgentAppointment), more: z.boolean() }),
  async run({ context, use }, { client_id, from, to, include_cancelled }) {
    const { data, has_more } = await use('appointments.list', {
      client_id,
      from: from ?? todayAt(context),
      ...(to === undefined ? {} : { to }),
      ...(include_cancelled ? {} : { status: ['PENDING', 'CONFIRMED', 'COMPLETED', 'NO_SHOW'] }),
      limit: LIMITS.toolRecords,
    })
    const appointments = data.map((one) => agentAppointment(context, one))
    const lines = appointments.map((one) => `${one.status}: ${namedAppointment(one)}`)
    if (lines.length === 0) lines.push('There are none.')
    if (has_more) lines.push('There are more. Ask for later dates with `from`.')
    return { text: lines.join('\n'), result: { appointments, more: has_more } }
  },
})

export const bookAppointment = tool({
  name: 'book_appointment',
  title: 'Book an appointment',
  description:
    'Books what the person chose: `service_ids` and a `start` of `find_free_times`, or a `hold_id`.',
  uses: ['appointments.create'],
  input: z.object({
    client_id: ClientId,
    hold_id: HoldId.optional(),
    service_ids: ServiceIds.optional(),
    start: TimeInput.optional(),
    professional_id: AnyProfessionalId,
    notes: Notes.optional().meta({ description: 'What the team should know.' }),
  }),
  output: One,
  async run({ context, use }, { start, ...input }) {
    const record = await use('appointments.create', { ...input, ...startAt(context, start) })
    const appointment = agentAppointment(context, record)
    return { text: `Booked: ${namedAppointment(appointment)}.`, result: { appointment } }
  },
})

function startAt(context: AgentContext, start: string | undefined): { start?: string } {
  return start === undefined ? {} : { start: instantAt(context, 'start', start) }
}

export const moveAppointment = tool({
  name: 'move_appointment',
  title: 'Move an appointment',
  description: 'Moves an appointment to another start, another professional, or both.',
  uses: ['appointments.reschedule'],
  input: z.object({
    appointment_id: AppointmentId,
    start: TimeInput.optional(),
    professional_id: ProfessionalId.optional(),
    reason: Reason,
  }),
  output: One,
  async run({ context, use }, { start, ...input }) {
    const record = await use('appointments.reschedule', {
      ...input,
      ...startAt(context, start),
    })
    const appointment = agentAppointment(context, record)
    return { text: `It stands at: ${namedAppointment(appointment)}.`, result: { appointment } }
  },
})

export const confirmAppointment = tool({
  name: 'confirm_appointment',
  title: 'Confirm an appointment',
  description: 'Records that the client said they will come.',
  uses: ['appointments.confirm'],
  input: z.object({ appointment_id: AppointmentId }),
  output: One,
  async run({ context, use }, input) {
    const appointment = agentAppointment(context, await use('appointments.confirm', input))
    return { text: `Confirmed: ${namedAppointment(appointment)}.`, result: { appointment } }
  },
})

const FINAL = 'This cannot be undone.'

async function sentenceOf(
  { context, use }: ToolCall<'appointments.get'>,
  id: number,
  what: string,
): Promise<string> {
  const appointment = agentAppointment(
    context,
    await use('appointments.get', { appointment_id: id }),
  )
  return `${what} ${namedAppointment(appointment)}. ${FINAL}`
}

export const cancelAppointment = tool({
  name: 'cancel_appointment',
  title: 'Cancel an appointment',
  description: 'Cancels an appointment for good. To change the time, use `move_appointment`.',
  uses: ['appointments.get', 'appointments.cancel'],
  input: z.object({
    appointment_id: AppointmentId,
    reason: Reason,
    cancelled_by: z.enum(['professional', 'client']).default('professional').meta({
      description: '`client` if the client asked for it.',
    }),
  }),
  output: One,
  confirms: (call, { appointment_id: id }) => sentenceOf(call, id, 'This will cancel'),
  async run({ context, use }, input) {
    const appointment = agentAppointment(context, await use('appointments.cancel', input))
    return { text: `Cancelled: ${namedAppointment(appointment)}.`, result: { appointment } }
  },
})

export const markNoShow = tool({
  name: 'mark_no_show',
  title: 'Record that a client did not come',
  description: 'Records for good that the client did not come.',
  uses: ['appointments.get', 'appointments.noShow'],
  input: z.object({ appointment_id: AppointmentId }),
  output: One,
  confirms: (call, { appointment_id: id }) =>
    sentenceOf(call, id, 'This will record that the client did not come to'),
  async run({ context, use }, input) {
    const appointment = agentAppointment(context, await use('appointments.noShow', input))
    return {
      text: `Recorded as no-show: ${namedAppointment(appointment)}.`,
      result: { appointment },
    }
  },
})

export const completeAppointment = tool({
  name: 'complete_appointment',
  title: 'Complete a visit',
  description: 'Records for good that the visit took place. It must be confirmed before.',
  uses: ['appointments.get', 'appointments.complete'],
  input: z.object({ appointment_id: AppointmentId }),
  output: One,
  confirms: (call, { appointment_id: id }) => sentenceOf(call, id, 'This will complete'),
  async run({ context, use }, input) {
    const appointment = agentAppointment(context, await use('appointments.complete', input))
    return { text: `Completed: ${namedAppointment(appointment)}.`, result: { appointment } }
  },
})

export const editNotes = tool({
  name: 'edit_notes',
  title: "Write an appointment's notes",
  description:
    'Writes the notes of an appointment. Notes that are there are replaced, and never shown.',
  uses: ['appointments.get', 'appointments.update'],
  input: z.object({
    appointment_id: AppointmentId,
    notes: Notes.meta({ description: 'All of them. Empty: none.' }),
  }),
  output: One,
  async confirms(call, { appointment_id: id, notes }) {
    const before = (await call.use('appointments.get', { appointment_id: id })).notes
    if (before === null || before === notes) return null
    return sentenceOf(call, id, 'This will replace the notes of')
  },
  async run({ context, use }, input) {
    const appointment = agentAppointment(context, await use('appointments.update', input))
    return {
      text: `Written: the notes of ${namedAppointment(appointment)}.`,
      result: { appointment },
    }
  },
})

export const dayAgenda = tool({
  name: 'day_agenda',
  title: 'The agenda of a day',
  description: 'The appointments of one day, cancelled ones left out, for all or one professional.',
  uses: ['appointments.list'],
  input: z.object({
    date: DateInput.optional().meta({ description: 'Default: today.' }),
    professional_id: ProfessionalId.optional(),
  }),
  output: z.object({
    date: z.string(),
    appointments: z.array(AgentAppointment),
    more: z.boolean(),
  }),
  async run({ context, use }, { date = todayAt(context), professional_id }) {
    const { data, has_more } = await use('appointments.list', {
      from: date,
      to: date,
      ...(professional_id === undefined ? {} : { professional_id }),
      status: ['PENDING', 'CONFIRMED', 'COMPLETED', 'NO_SHOW'],
      limit: LIMITS.toolDayAppointments,
    })
    const appointments = data.map((one) => agentAppointment(context, one))
    const lines = appointments.map((one) => `${one.status}: ${namedAppointment(one)}`)
    if (lines.length === 0) lines.push(`No appointments on ${date}.`)
    if (has_more) lines.push('There are more. Ask for one professional.')
    return { text: lines.join('\n'), result: { date, appointments, more: has_more } }
  },
})
