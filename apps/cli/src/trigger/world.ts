/** A test organization as the causes of events see it: each call that is made leaves a step to show. */
import { randomBytes, randomInt } from 'node:crypto'
import { isSchedulingError, type Scheduling } from '@scheduling/sdk'
import { Failure } from '../failure.ts'
import type { Service } from '../service.ts'

type Result<Method extends (...given: never[]) => PromiseLike<unknown>> = Awaited<
  ReturnType<Method>
>
export type Appointment = Result<Scheduling['appointments']['create']>
export type Client = Result<Scheduling['clients']['create']>
export type QueueEntry = Result<Scheduling['queue']['createEntry']>
type Offered = Result<Scheduling['services']['get']>
type Slot = Result<Scheduling['availability']['slots']>['data'][number]

export type Step = {
  /** Method and path, as the reference has it. */
  readonly call: string
  /** What it was about: a kind of record and its id. */
  readonly record: string
}

export type World = {
  readonly api: Scheduling
  readonly signal: AbortSignal
  /** Notes a call that was made. */
  did(call: string, record: string): void
}

const NAMES = [
  { firstName: 'Maria', lastName: 'Silva' },
  { firstName: 'João', lastName: 'Souza' },
  { firstName: 'Ana', lastName: 'Lima' },
] as const

/** A new client: example.com receives no mail. */
function newClient() {
  const random = randomBytes(6)
  const name = NAMES[(random[0] ?? 0) % NAMES.length] ?? NAMES[0]
  return { ...name, email: `trigger-${random.toString('hex')}@example.com` }
}

export function openWorld(
  { api }: Service,
  signal: AbortSignal,
  tell: (step: Step) => void,
): World {
  return { api, signal, did: (call, record) => tell({ call, record }) }
}

export async function createClient({ api, signal, did }: World): Promise<Client> {
  const client = await api.clients.create(newClient(), { signal })
  did('POST /v1/clients', `client ${client.id}`)
  return client
}

/** So far ahead that the rules of the organization leave it alone. */
export async function book(world: World): Promise<Appointment> {
  const { api, signal, did } = world
  const service = await offered(world, 'SCHEDULED')
  const serviceIds = [service.id]
  const appointment = await atFreeTime(world, serviceIds, ({ start, professionalId }) =>
    api.appointments.create({ serviceIds, professionalId, start, client: newClient() }, { signal }),
  )
  did('POST /v1/appointments', `appointment ${appointment.id}`)
  return appointment
}

const MOST_ATTEMPTS = 5

/** Takes a free time, or another one when it was booked meanwhile. @param not a start that will not do */
export async function atFreeTime<Taken>(
  world: World,
  serviceIds: readonly number[],
  take: (slot: Slot) => PromiseLike<Taken>,
  not?: string,
): Promise<Taken> {
  for (let attempts = 1; ; attempts += 1) {
    const slots = (await freeSlots(world, serviceIds)).filter(({ start }) => start !== not)
    const slot = slots[randomInt(Math.max(slots.length, 1))]
    if (slot === undefined) {
      throw new Failure(
        'There is no free time. Give the professionals of the service working hours in the dashboard.',
      )
    }
    try {
      return await take(slot)
    } catch (error) {
      const isTaken = isSchedulingError(error) && error.code === 'slot_unavailable'
      if (!isTaken || attempts === MOST_ATTEMPTS) throw error
    }
  }
}

/** Of the last of the next days that have any. */
async function freeSlots({ api, signal }: World, serviceIds: readonly number[]): Promise<Slot[]> {
  const asked = { serviceIds: [...serviceIds] }
  const { data: dates } = await api.availability.nextDates({ ...asked, limit: 3 }, { signal })
  const date = dates.at(-1)?.date
  if (date === undefined) return []
  return [...(await api.availability.slots({ ...asked, date }, { signal })).data]
}

/** The first active service that is booked this way and needs no deposit. */
async function offered(
  { api, signal }: World,
  bookingMode: 'SCHEDULED' | 'QUEUE',
): Promise<Offered> {
  for await (const service of api.services.list({ bookingMode }, { signal })) {
    if (service.professionalIds.length > 0 && !service.requiresDeposit) return service
  }
  throw new Failure(
    `The organization has no ${bookingMode === 'QUEUE' ? 'service for the queue' : 'service that is booked'} without a deposit. Make one in the dashboard, with a professional who performs it.`,
  )
}

export async function joinQueue(world: World): Promise<QueueEntry> {
  const { api, signal, did } = world
  const service = await offered(world, 'QUEUE')
  const entry = await api.queue.createEntry(
    { serviceId: service.id, client: newClient() },
    { signal },
  )
  did('POST /v1/queue/entries', `queue entry ${entry.id}`)
  return entry
}

export async function callNext(world: World): Promise<QueueEntry> {
  const { api, signal, did } = world
  const service = await offered(world, 'QUEUE')
  const professionalId = service.professionalIds[0] ?? null
  const { id } = await joinQueue(world)
  const entry = await api.queue.callEntry(id, { professionalId }, { signal })
  did('POST /v1/queue/entries/{entry_id}/call', `queue entry ${id}`)
  return entry
}

/** An appointment that is confirmed, whether the organization confirms by itself or not. */
export async function confirmed(world: World): Promise<Appointment> {
  const appointment = await book(world)
  return appointment.status === 'PENDING' ? confirm(world, appointment) : appointment
}

export async function confirm(
  { api, signal, did }: World,
  { id }: Pick<Appointment, 'id'>,
): Promise<Appointment> {
  const appointment = await api.appointments.confirm(id, {}, { signal })
  did('POST /v1/appointments/{appointment_id}/confirm', `appointment ${id}`)
  return appointment
}
