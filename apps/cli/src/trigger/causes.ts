/** Every event type, and what causes it over REST. What nothing there causes is sent as a sample. */
import { Failure } from '../failure.ts'
import {
  atFreeTime,
  book,
  callNext,
  confirm,
  confirmed,
  createClient,
  joinQueue,
  type World,
} from './world.ts'

export type Cause =
  | { readonly by: 'calls'; run(world: World): Promise<unknown> }
  | {
      readonly by: 'sample'
      /** Who causes it, and where, for people. */
      readonly why: string
    }

const calls = (run: (world: World) => Promise<unknown>): Cause => ({ by: 'calls', run })
const sample = (why: string): Cause => ({ by: 'sample', why })

const DASHBOARD = 'the team causes it in the dashboard'
const CLIENT_PAGE = 'the client causes it on the public page'
const TIME =
  'it happens by itself when its time has come: the owner moves the clock in the dashboard'
const MESSAGING = 'messages to and from clients cause it'

export const CAUSES = {
  'appointment.created': calls(book),
  'appointment.updated': calls(async (world) => {
    const { id } = await book(world)
    const { api, signal, did } = world
    await api.appointments.update(
      id,
      { notes: 'Prefers the room on the ground floor.' },
      { signal },
    )
    did('PATCH /v1/appointments/{appointment_id}', `appointment ${id}`)
  }),
  'appointment.rescheduled': calls(async (world) => {
    const { id, serviceIds, start } = await book(world)
    const { api, signal, did } = world
    const move = ({ start: to, professionalId }: { start: string; professionalId: number }) =>
      api.appointments.reschedule(id, { start: to, professionalId }, { signal })
    await atFreeTime(world, serviceIds, move, start)
    did('POST /v1/appointments/{appointment_id}/reschedule', `appointment ${id}`)
  }),
  'appointment.confirmed': calls(async (world) => {
    const appointment = await book(world)
    if (appointment.status === 'PENDING') return confirm(world, appointment)
    throw new Failure(
      `This organization confirms appointments by itself when they are booked (appointment ${appointment.id} is), and tells no event then. Add --sample.`,
    )
  }),
  'appointment.cancelled': calls(async (world) => {
    const { id } = await book(world)
    const { api, signal, did } = world
    await api.appointments.cancel(id, {}, { signal })
    did('POST /v1/appointments/{appointment_id}/cancel', `appointment ${id}`)
  }),
  'appointment.completed': calls(async (world) => {
    const { id } = await confirmed(world)
    const { api, signal, did } = world
    await api.appointments.complete(id, {}, { signal })
    did('POST /v1/appointments/{appointment_id}/complete', `appointment ${id}`)
  }),
  'appointment.no_show': calls(async (world) => {
    const { id } = await book(world)
    const { api, signal, did } = world
    await api.appointments.noShow(id, {}, { signal })
    did('POST /v1/appointments/{appointment_id}/no-show', `appointment ${id}`)
  }),
  'appointment.deleted': sample(DASHBOARD),
  'appointment.reminder_sent': sample(TIME),
  'client.created': calls(createClient),
  'client.updated': calls(async (world) => {
    const { id } = await createClient(world)
    const { api, signal, did } = world
    await api.clients.update(id, { metadata: { triggered: 'yes' } }, { signal })
    did('PATCH /v1/clients/{client_id}', `client ${id}`)
  }),
  'client.first_appointment': calls(book),
  'client.merged': sample(DASHBOARD),
  'queue.entry.created': calls(joinQueue),
  'queue.entry.updated': sample(DASHBOARD),
  'queue.entry.called': calls(callNext),
  'queue.entry.in_service': sample(DASHBOARD),
  'queue.entry.completed': calls(async (world) => {
    const { id } = await callNext(world)
    const { api, signal, did } = world
    await api.queue.completeEntry(id, {}, { signal })
    did('POST /v1/queue/entries/{entry_id}/complete', `queue entry ${id}`)
  }),
  'queue.entry.skipped': calls(async (world) => {
    const { id } = await joinQueue(world)
    const { api, signal, did } = world
    await api.queue.skipEntry(id, {}, { signal })
    did('POST /v1/queue/entries/{entry_id}/skip', `queue entry ${id}`)
  }),
  'queue.entry.no_show': sample(TIME),
  'queue.entry.cancelled': calls(async (world) => {
    const { id } = await joinQueue(world)
    const { api, signal, did } = world
    await api.queue.cancelEntry(id, {}, { signal })
    did('POST /v1/queue/entries/{entry_id}/cancel', `queue entry ${id}`)
  }),
  'deposit.created': sample(CLIENT_PAGE),
  'deposit.paid': sample(CLIENT_PAGE),
  'deposit.expired': calls(async (world) => {
    const { api, signal, did } = world
    const { id, appointmentId } = await openDeposit(world)
    await api.appointments.cancel(appointmentId, {}, { signal })
    did(
      'POST /v1/appointments/{appointment_id}/cancel',
      `appointment ${appointmentId}, with its deposit ${id}`,
    )
  }),
  'deposit.refunded': sample(DASHBOARD),
  'service.created': sample(DASHBOARD),
  'service.updated': sample(DASHBOARD),
  'service.deactivated': sample(DASHBOARD),
  'professional.created': sample(DASHBOARD),
  'professional.updated': sample(DASHBOARD),
  'professional.deactivated': sample(DASHBOARD),
  'blocked_time.created': sample(DASHBOARD),
  'blocked_time.deleted': sample(DASHBOARD),
  'messaging.message.received': sample(MESSAGING),
  'messaging.message.sent': sample(MESSAGING),
  'messaging.message.failed': sample(MESSAGING),
  'messaging.connection.updated': sample(DASHBOARD),
  'webhook.failing': sample('it takes an hour of failures'),
  'webhook.disabled': sample('an endpoint that is gone or fails causes it'),
  ping: sample('only the test of a webhook sends it'),
} as const satisfies Readonly<Record<string, Cause>>

/** A deposit that is still to be paid: no call makes one, but a cancellation ends it. */
async function openDeposit({ api, signal }: World): Promise<{ id: number; appointmentId: number }> {
  for await (const { id, status, appointmentId } of api.deposits.list({}, { signal })) {
    if (status === 'PENDING' && appointmentId !== null) return { id, appointmentId }
  }
  throw new Failure(
    'No deposit of an appointment is open, and no call makes one: book a service with a deposit on the public page first. Or add --sample.',
  )
}

export type TriggeredType = keyof typeof CAUSES

/** Safe: the table is a literal, so it has the keys of its type and no others. */
export const EVENT_TYPES = Object.keys(CAUSES) as TriggeredType[]
