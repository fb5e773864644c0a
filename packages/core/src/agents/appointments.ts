import type { Context } from '../context.ts'
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { Id } from '../ground/fields.ts'
import { DateInput } from '../ground/time-fields.ts'
import { AgentAppointment, agentAppointment, namedAppointment } from './appointment-seen.ts'
import { todayAt } from './choose.ts'
import { tool, type ToolCall } from './tool.ts'
import { instantAt, TimeInput } from './when.ts'

const One = z.object({ appointment: AgentAppointment })
const reason = z.string().max(LIMITS.reasonCharacters).optional()
const notes = z.string().max(LIMITS.notesCharacters).optional()

export const findAppointments = tool({
  name: 'find_appointments',
  title: 'Find appointments',
  description:
    "A client's appointments, from today on unless `from` is earlier. Says the ids that other tools take.",
  uses: ['appointments.list'],
  input: z.object({
    client_id: Id,
    from: DateInput.optional(),
    to: DateInput.optional(),
    include_cancelled: z.boolean().default(false),
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
    'Books what the person chose: `service_ids` and `start`, or a `hold_id`. Take ids and starts from `find_clients`, `get_clinic` and `find_free_times`.',
  uses: ['appointments.create'],
  input: z.object({
    client_id: Id,
    hold_id: Id.optional(),
    service_ids: z.array(Id).min(1).max(LIMITS.servicesPerAppointment).optional(),
    start: TimeInput.optional(),
    professional_id: Id.optional().meta({ description: 'Left out: any who is free.' }),
    notes: notes.meta({ description: 'What the team should know.' }),
  }),
  output: One,
  async run({ context, use }, { start, ...input }) {
    const record = await use('appointments.create', { ...input, ...startAt(context, start) })
    const appointment = agentAppointment(context, record)
    return { text: `Booked: ${namedAppointment(appointment)}.`, result: { appointment } }
  },
})

function startAt(context: Context, start: string | undefined): { start?: string } {
  return start === undefined ? {} : { start: instantAt(context, 'start', start) }
}

export const moveAppointment = tool({
  name: 'move_appointment',
  title: 'Move an appointment',
  description: 'Moves an appointment to another start, another professional, or both.',
  uses: ['appointments.reschedule'],
  input: z.object({
    appointment_id: Id,
    start: TimeInput.optional(),
    professional_id: Id.optional(),
    reason,
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
  input: z.object({ appointment_id: Id }),
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
  description:
    'Cancels an appointment for good, once a person has confirmed it. To change the time, use `move_appointment`.',
  uses: ['appointments.get', 'appointments.cancel'],
  input: z.object({
    appointment_id: Id,
    reason,
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
  description: 'Records that the client did not come, once a person has confirmed it.',
  uses: ['appointments.get', 'appointments.noShow'],
  input: z.object({ appointment_id: Id }),
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

export const dayAgenda = tool({
  name: 'day_agenda',
  title: 'The agenda of a day',
  description: 'The appointments of one day, cancelled ones left out, for all or one professional.',
  uses: ['appointments.list'],
  input: z.object({
    date: DateInput.optional().meta({ description: 'Default: today.' }),
    professional_id: Id.optional(),
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
