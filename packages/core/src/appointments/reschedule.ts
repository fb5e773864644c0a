import { z } from 'zod'
import { professionalFault } from '../availability/asked.ts'
import { demandOf, readBasket } from '../availability/basket.ts'
import type { WriteContext } from '../context.ts'
import { mutation } from '../endpoint.ts'
import { Id, nullableText, StartInput } from '../fields.ts'
import { LIMITS } from '../limits.ts'
import { lockProfessionals } from '../locks.ts'
import { invalidFields } from '../problems.ts'
import { requireAction } from './actions.ts'
import {
  Appointment,
  AppointmentExpand,
  toAppointment,
  type AppointmentRow,
} from './appointment.ts'
import { appointmentEvent } from './events.ts'
import { findRoom, type Room } from './find-room.ts'
import { releaseTime, takeTime } from './hold.ts'
import { appointmentReply, findAppointment, lockAppointment } from './load.ts'

export const Reschedule = z
  .object({
    start: StartInput.optional().meta({ description: 'Left out: the start stays.' }),
    professional_id: Id.nullable().optional().meta({
      description:
        'Left out: the professional stays. null: any who is free, the present one if possible.',
    }),
    reason: nullableText(LIMITS.reasonCharacters).optional().meta({
      description: 'Kept in the history only.',
    }),
    notify_client: z.boolean().default(true).meta({
      description: 'Whether the client gets a message about it.',
    }),
  })
  .meta({ id: 'Reschedule' })

/** `POST /v1/appointments/{appointment_id}/reschedule` */
export const rescheduleAppointment = mutation({
  method: 'POST',
  path: '/appointments/{appointment_id}/reschedule',
  tag: 'Appointments',
  summary: 'Reschedule an appointment',
  description:
    'Moves it to another start, another professional, or both. Id, status, price, services and duration stay, and its own time does not stand in its way. The same start and professional change nothing.',
  scope: 'write',
  idempotent: true,
  input: Reschedule.extend({ appointment_id: Id, expand: AppointmentExpand }).refine(
    (input) => input.start !== undefined || input.professional_id !== undefined,
    {
      path: ['start'],
      params: { code: 'required' },
      message: 'Send `start`, `professional_id` or both.',
    },
  ),
  output: Appointment,
  success: { ok: 200 },
  problems: [
    'not_found',
    'appointment_not_editable',
    'professional_cannot_perform_service',
    'min_advance_violation',
    'slot_unavailable',
  ],
  async run(context, input) {
    const { tx, organization } = context
    const row = await move(context, input.appointment_id, {
      start: input.start,
      professionalId: input.professional_id,
    })
    return { outcome: 'ok', reply: await appointmentReply(tx, organization, row, input.expand) }
  },
})

type Target = {
  /** Epoch milliseconds; undefined: it stays. */
  readonly start: number | undefined
  /** Undefined: stays; null: any. */
  readonly professionalId: number | null | undefined
}

async function move(context: WriteContext, id: number, target: Target): Promise<AppointmentRow> {
  const { tx, organization } = context
  // Read first, since professionals are locked before the appointment; decided on what is read after.
  const seen = await findAppointment(tx, organization.id, id)
  const { basket } = await readBasket(
    tx,
    organization,
    seen.services.map(({ service }) => service.id),
  )
  if (target.professionalId != null) {
    const fault = await professionalFault(tx, organization, basket, target.professionalId)
    if (fault !== null) throw invalidFields([fault])
  }
  const asked =
    target.professionalId === null
      ? basket.performers.map((performer) => performer.id)
      : [target.professionalId ?? seen.professionalId]
  await lockProfessionals(tx, [seen.professionalId, ...asked])
  const before = await lockAppointment(tx, organization.id, id)
  // Somebody moved it meanwhile. Out of order this lock can deadlock, and the whole is then repeated.
  if (before.professionalId !== seen.professionalId) {
    await lockProfessionals(tx, [before.professionalId])
  }
  const now = context.now()
  requireAction('reschedule', before, organization, now)
  const start = target.start ?? before.startsAt.getTime()
  if (
    start === before.startsAt.getTime() &&
    (target.professionalId ?? before.professionalId) === before.professionalId &&
    target.professionalId !== null
  ) {
    return before
  }
  const demand = {
    ...demandOf(basket.services, organization),
    durationMinutes: before.durationMinutes,
  }
  const room = await findRoom(context, {
    serviceIds: basket.services.map((service) => service.id),
    demand,
    start,
    now,
    choice:
      target.professionalId === undefined ? 'same' : target.professionalId === null ? 'any' : 'one',
    candidates: target.professionalId === undefined ? [before.professionalId] : asked,
    preferred: before.professionalId,
    allowOverbook: false,
    exceptHoldId: before.holdId,
  })
  if (room.professional.id === before.professionalId && start === before.startsAt.getTime()) {
    return before
  }
  return moveTo(context, before, { room, start, demand })
}

async function moveTo(
  { tx, organization, emit }: WriteContext,
  before: AppointmentRow,
  to: { room: Room; start: number; demand: ReturnType<typeof demandOf> },
): Promise<AppointmentRow> {
  const where = { organizationId_id: { organizationId: organization.id, id: before.id } }
  const { professional } = to.room
  // The old time first: the new one may overlap it.
  if (before.holdId !== null) {
    await tx.appointment.update({ where, data: { holdId: null }, select: { id: true } })
    await releaseTime(tx, before.holdId)
  }
  const holdId = await takeTime(tx, {
    ...to.demand,
    organizationId: organization.id,
    professionalId: professional.id,
    start: to.start,
    isOverbook: false,
  })
  const changed = await tx.appointment.update({
    where,
    data: {
      holdId,
      professionalId: professional.id,
      startsAt: new Date(to.start),
      endsAt: new Date(to.start + before.durationMinutes * 60_000),
      rescheduleCount: { increment: 1 },
    },
  })
  const after: AppointmentRow = { ...before, ...changed, professional }
  emit(
    appointmentEvent(
      'appointment.rescheduled',
      toAppointment(after, organization.timeZone),
      toAppointment(before, organization.timeZone),
    ),
  )
  return after
}
