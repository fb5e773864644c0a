/** What a client does with a link. Each is a mutation, so that the token is in no address of a call. */
import { z } from 'zod'
import type { AppointmentRow } from '../appointments/appointment.ts'
import { closeQuestions } from '../appointments/asked.ts'
import { cancelForClient } from '../appointments/cancel-booked.ts'
import { confirmForClient, requireLinkConfirms } from '../appointments/confirm-booked.ts'
import { lockAppointment } from '../appointments/load.ts'
import { moveAppointment } from '../appointments/move.ts'
import { typedReason } from '../contract/cancelled-unpaid.ts'
import { demandOf, selectServices, withTimeToPay } from '../appointments/service-selection.ts'
import type { Work } from '../change/system-work.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalidFields } from '../contract/problems.ts'
import { hasOpenDeposit } from '../deposits/open.ts'
import { maybe } from '../events/emissions.ts'
import { BESIDE_OTHERS, Id, nullableText } from '../ground/fields.ts'
import { StartInput } from '../ground/time-fields.ts'
import { procedure } from '../procedure/define.ts'
import { noteComing } from '../queue/on-my-way.ts'
import { startService } from '../queue/start-service.ts'
import { stepQueueEntry } from '../queue/step.ts'
import { AppointmentView, appointmentView } from './appointment-view.ts'
import { changeByLink, viewByLink } from './change-by-link.ts'
import { DepositView, toDepositView } from './deposit-view.ts'
import {
  DATES,
  FreeDate,
  freeDates,
  FreeTimes,
  freeTimes,
  refusePublicWindow,
  unknownProfessional,
  WINDOW,
} from './free-times.ts'
import { KINDS, LinkToken, type Opened, readByLink } from './links.ts'
import { toVisitedOrganization, VisitedOrganization } from './offer.ts'
import { QueueView, queueView } from './queue-view.ts'
import { clientActor } from './visit.ts'

const WithToken = z.object({ token: LinkToken })
/** What a deposit is paid for. */
const DepositOf = z.enum(['appointment', 'queue_entry'])

type Client = { readonly client: ClientNames; readonly clientId: number }
type ClientNames = Omit<Parameters<typeof clientActor>[0], 'id'>

const actorOf = ({ client, clientId }: Client) => clientActor({ ...client, id: clientId })
const APPOINTMENT = { ...KINDS.appointment, actorOf, view: appointmentView }
const QUEUE_ENTRY = { ...KINDS.queue_entry, actorOf, view: queueView }

/** Public: the appointment of a link. */
export const getAppointment = procedure({
  caller: 'visitor',
  kind: 'read',
  input: WithToken,
  output: AppointmentView,
  run: (call, { token }) => viewByLink(call, APPOINTMENT, token),
})

const Cancelled = WithToken.extend({ reason: nullableText(LIMITS.reasonCharacters).optional() })

/** Public: cancels the appointment of a link, while the notice for clients allows it. */
export const cancelAppointment = procedure({
  caller: 'visitor',
  kind: 'change',
  input: Cancelled,
  output: AppointmentView,
  emits: { ok: ['appointment.cancelled', maybe('deposit.expired')] },
  run: (call, input) =>
    changeByLink(call, APPOINTMENT, input.token, (work, seen) =>
      cancelForClient(work, seen.id, typedReason(input.reason)),
    ),
})

/**
 * Public: the client of a link will come, as SIM to a message says. It takes a reminder that was sent: a visitor who books has
 * the link at once, and must not confirm what the team wants to confirm. Said again, it changes nothing.
 */
export const confirmAppointment = procedure({
  caller: 'visitor',
  kind: 'change',
  input: WithToken,
  output: AppointmentView,
  emits: { ok: [maybe('appointment.confirmed')] },
  run: (call, input) => changeByLink(call, APPOINTMENT, input.token, sayYes),
})

async function sayYes(work: Work, seen: AppointmentRow): Promise<AppointmentRow> {
  const before = await lockAppointment(work.tx, work.organization.id, seen.id)
  if (before.status !== 'CONFIRMED') await requireLinkConfirms({ ...work, db: work.tx }, before)
  const { row } = await confirmForClient(work, seen.id)
  await closeQuestions(work, row.id, null)
  return row
}

const MoveSlots = WithToken.extend({ professional_id: Id.nullable().optional(), ...WINDOW })
const MoveSlotsAsked = MoveSlots.superRefine(refusePublicWindow, BESIDE_OTHERS)

/** Public: free starts for the appointment of a link, whose own time counts as free. Without a professional: with its own. */
export const listMoveSlots = procedure({
  caller: 'visitor',
  kind: 'read',
  input: MoveSlotsAsked,
  output: FreeTimes,
  async run(call, input) {
    const opened = await readByLink(call, APPOINTMENT, input.token)
    return freeTimes(opened.visited, { ...(await moveOf(opened, input)), dates: input })
  },
})

const MoveDates = WithToken.extend({ professional_id: Id.nullable().optional(), ...DATES })

/** Public: the next days with a free start for the appointment of a link, as `listMoveSlots` lists them. */
export const listMoveDates = procedure({
  caller: 'visitor',
  kind: 'read',
  input: MoveDates,
  output: z.object({
    data: z.array(FreeDate),
    /** Whether another professional could take it too. */
    has_others: z.boolean(),
  }),
  async run(call, input) {
    const opened = await readByLink(call, APPOINTMENT, input.token)
    const { hasOthers, ...move } = await moveOf(opened, input)
    return { data: await freeDates(opened.visited, move, input), has_others: hasOthers }
  },
})

/** The search for a new time: the appointment's own length, with its professional or the requested one. */
async function moveOf(
  { visited: { db, organization }, row }: Opened<'appointment'>,
  { professional_id: asked }: { readonly professional_id?: number | null | undefined },
) {
  const serviceIds = row.services.map((one) => one.service.id)
  const { selection } = await selectServices(db, organization, serviceIds)
  const wanted = asked === undefined ? row.professionalId : asked
  const performers = selection.performers.filter(({ id }) => wanted === null || id === wanted)
  const booked = {
    ...demandOf(selection.services, organization),
    durationMinutes: row.durationMinutes,
  }
  const demand = (await hasOpenDeposit(db, row)) ? withTimeToPay(booked) : booked
  const hasOthers = selection.performers.some(({ id }) => id !== row.professionalId)
  return { demand, performers, exceptHoldId: row.holdId, hasOthers }
}

const Moved = WithToken.extend({
  start: StartInput,
  /** Left out: the same. Null: any professional who is free, preferably the same. */
  professional_id: Id.nullable().optional(),
})

/** Public: moves the appointment of a link, while the notice for clients allows it. */
export const rescheduleAppointment = procedure({
  caller: 'visitor',
  kind: 'change',
  input: Moved,
  output: AppointmentView,
  emits: { ok: [maybe('appointment.rescheduled')] },
  run: (call, input) =>
    changeByLink(call, APPOINTMENT, input.token, async (work, seen) => {
      const actor = actorOf(seen)
      const { professional_id: professionalId, start } = input
      await requireKnown(work, seen, professionalId)
      return moveAppointment({ ...work, actor }, seen.id, {
        start,
        professionalId,
        isByClient: true,
      })
    }),
})

/**
 * A professional who does not exist, has left or does not perform the services gets one answer. Services
 * that were hidden since do not matter: what was booked can be moved all the same.
 */
async function requireKnown(
  { tx, organization }: Work,
  { services }: AppointmentRow,
  professionalId: number | null | undefined,
): Promise<void> {
  if (professionalId == null) return
  const { selection } = await selectServices(
    tx,
    organization,
    services.map(({ service }) => service.id),
  )
  const fault = unknownProfessional(selection, professionalId)
  if (fault !== null) throw invalidFields([fault])
}

/** Public: the place in the queue of a link. */
export const getQueueEntry = procedure({
  caller: 'visitor',
  kind: 'read',
  input: WithToken,
  output: QueueView,
  run: (call, { token }) => viewByLink(call, QUEUE_ENTRY, token),
})

/** Public: leaves the queue. */
export const leaveQueue = procedure({
  caller: 'visitor',
  kind: 'change',
  input: WithToken,
  output: QueueView,
  emits: { ok: ['queue.entry.cancelled', maybe('deposit.expired')] },
  run: (call, input) =>
    changeByLink(call, QUEUE_ENTRY, input.token, (work, seen) =>
      stepQueueEntry(work, seen.id, 'cancel'),
    ),
})

/** Public: a called client says "I am here", and the service begins. */
export const confirmPresence = procedure({
  caller: 'visitor',
  kind: 'change',
  input: WithToken,
  output: QueueView,
  emits: { ok: ['queue.entry.in_service'] },
  run: (call, input) =>
    changeByLink(call, QUEUE_ENTRY, input.token, (work, seen) => startService(work, seen.id)),
})

/** Public: a client who waits or was called says "I am on my way". The desk sees it; a repetition changes nothing. */
export const tellOnMyWay = procedure({
  caller: 'visitor',
  kind: 'change',
  input: WithToken,
  output: QueueView,
  emits: { ok: [] },
  notes: ['queue_entry.on_my_way'],
  run: (call, input) =>
    changeByLink(call, QUEUE_ENTRY, input.token, (work, seen) => noteComing(work, seen.id)),
})

/**
 * Public: the deposit of a link, with its payment code while it can be paid. It has no link back to what it is paid for: a
 * link to pay is handed on to the payer, who must not be able to cancel or move.
 */
export const getDeposit = procedure({
  caller: 'visitor',
  kind: 'read',
  input: WithToken,
  output: DepositView.extend({ of: DepositOf, organization: VisitedOrganization }),
  async run(call, input) {
    const { visited, row } = await readByLink(call, KINDS.deposit, input.token)
    return {
      ...toDepositView(row, visited),
      of: row.appointmentId === null ? ('queue_entry' as const) : ('appointment' as const),
      organization: toVisitedOrganization(visited),
    }
  },
})
