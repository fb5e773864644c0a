import { sqlOf } from '@scheduling/database'
import { z } from 'zod'
import { assignProfessional, eligibleAmong } from './assign-professional.ts'
import { readCandidates } from './read-candidates.ts'
import { findHold, isWithin, type HoldRequest } from './hold.ts'
import {
  demandOf,
  durationOf,
  priceOf,
  requireTypeOffered,
  selectServices,
  ServiceIds,
  type BookableService,
  type ServiceSelection,
} from './service-selection.ts'
import type { WriteContext } from '../change/write-context.ts'
import { invalidFields } from '../contract/problems.ts'
import { maybe } from '../events/emissions.ts'
import { Id, MoneyInput } from '../ground/fields.ts'
import { amountOf } from '../ground/money.ts'
import { requireAccess } from '../procedure/accesses.ts'
import { procedure } from '../procedure/define.ts'
import { requireAction } from './actions.ts'
import { Appointment, AppointmentExpand, type AppointmentRow } from './appointment.ts'
import { exchangeTime } from './exchange-time.ts'
import { appointmentReply, findAppointment } from './load.ts'
import { lockWithProfessionals } from './lock-with-professionals.ts'
import { roomAfter } from './meeting-url.ts'
import { replaceServices } from './rows.ts'
import { writeUpdate } from './write-update.ts'

const MINUTE_MS = 60_000

/**
 * Gives an appointment other services, from the same start on: type, duration, end and price follow from the services
 * as they are now. Deposits stay as they are.
 */
export const changeServices = procedure({
  kind: 'change',
  scope: 'write',
  access: 'everybody',
  input: z.object({
    appointment_id: Id,
    service_ids: ServiceIds,
    price: MoneyInput.nullable().optional().meta({
      description:
        'If you leave it out, the sum of the prices of the services. If null, the appointment has no price.',
    }),
    expand: AppointmentExpand,
  }),
  output: Appointment,
  emits: { ok: [maybe('appointment.updated')] },
  problems: [
    'not_found',
    'appointment_not_editable',
    'professional_cannot_perform_service',
    'slot_unavailable',
    'forbidden_scope',
  ],
  async run(context, input) {
    if (input.price !== undefined) requireAccess(context, 'managers')
    const row = await giveServices(context, input.appointment_id, {
      serviceIds: input.service_ids,
      price: input.price,
    })
    return appointmentReply(context.tx, context, row, input.expand)
  },
})

type Wanted = {
  /** In the order in which they are performed. */
  readonly serviceIds: readonly number[]
  /** Undefined: the sum of the prices of the services. */
  readonly price: string | null | undefined
}

async function giveServices(
  context: WriteContext,
  id: number,
  wanted: Wanted,
): Promise<AppointmentRow> {
  const { tx, organization } = context
  const { before, selection } = await lockWithServices(context, id, wanted.serviceIds)
  requireAction('change_services', before, organization, context.now())
  const { services } = selection
  const [service] = services
  if (service === undefined) throw new Error('An appointment has a service.')
  if (service.type !== before.type) requireTypeOffered(organization, selection)
  const durationMinutes = durationOf(services)
  const ofBooking = { type: service.type, professionalId: before.professionalId }
  const isSame = services.map((one) => one.id).join() === serviceIdsOf(before).join()
  // With the same services and length, it keeps its time as it was booked, with the buffers of then.
  const time =
    isSame && durationMinutes === before.durationMinutes
      ? null
      : await timeFor(context, before, services)
  if (!isSame) await replaceServices(sqlOf(tx), before, wanted.serviceIds)
  return writeUpdate(context, before, {
    ...(time === null ? {} : { holdId: await exchangeTime(tx, before, time) }),
    ...(isSame ? {} : await roomAfter(sqlOf(tx), before, { ...wanted, ...ofBooking })),
    type: service.type,
    durationMinutes,
    endsAt: new Date(before.startsAt.getTime() + durationMinutes * MINUTE_MS),
    price: wanted.price === undefined ? priceOf(services) : amountOf(wanted.price),
    services: services.map((one) => ({ service: { id: one.id, name: one.name } })),
  })
}

/**
 * The appointment, locked with its professional, and the services that it is to have. One that it already has may be
 * one that is no longer offered.
 *
 * @throws `404 not_found`; `400 validation_error` on `service_ids`
 */
async function lockWithServices(
  context: WriteContext,
  id: number,
  serviceIds: readonly number[],
): Promise<{ before: AppointmentRow; selection: ServiceSelection }> {
  const { tx, organization } = context
  const seen = await findAppointment(tx, organization.id, id)
  const [before, { selection, faults }] = await Promise.all([
    lockWithProfessionals(context, seen),
    selectServices(tx, organization, serviceIds),
  ])
  const had = new Set(serviceIdsOf(before).map((one) => `service_ids[${serviceIds.indexOf(one)}]`))
  const newFaults = faults.filter(({ field }) => !had.has(field))
  if (newFaults.length > 0) throw invalidFields(newFaults)
  return { before, selection }
}

/**
 * The time that the services take from the start on. What lies in the time that the appointment has alone is taken as
 * it is: hours may have changed since, and it may have been overbooked. More time must be free. Neither notice nor
 * horizon apply, since the start stays.
 *
 * @throws `409 professional_cannot_perform_service`, `409 slot_unavailable`
 */
async function timeFor(
  context: WriteContext,
  before: AppointmentRow,
  services: readonly BookableService[],
): Promise<HoldRequest> {
  const { tx, organization } = context
  const now = context.now()
  const start = before.startsAt.getTime()
  const demand = demandOf(services, organization)
  const request = {
    serviceIds: services.map(({ id }) => id),
    demand,
    start,
    choice: 'same',
    // What is no longer offered was refused behind the lock, unless the appointment had it.
    isNew: false,
    candidates: [before.professionalId],
    allowOverbook: false,
    keepsStart: true,
    exceptHoldId: before.holdId,
  } as const
  const [held, read] = await Promise.all([
    before.holdId === null ? null : findHold(tx, organization.id, before.holdId),
    readCandidates(context, request, now),
  ])
  const wanted = {
    ...demand,
    organizationId: organization.id,
    professionalId: before.professionalId,
    start,
    isOverbook: false,
  }
  if (held === null || held.taken > 1 || !isWithin(wanted, held)) {
    await assignProfessional(context, request, read, now)
    return wanted
  }
  eligibleAmong(read.rows, request)
  return { ...wanted, isOverbook: held.isOverbook }
}

function serviceIdsOf({ services }: AppointmentRow): number[] {
  return services.map(({ service }) => service.id)
}
