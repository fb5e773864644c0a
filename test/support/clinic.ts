/**
 * Rows of a clinic, written past the API: what a test stands on. Every factory takes the values that the
 * test is about and fills in the rest.
 */
import { newColumns, NewClient, type NewClientInput } from '@scheduling/core'
import {
  AppointmentStatus,
  type Appointment,
  type BlockedTime,
  type CalendarHold,
  type Client,
  type PrismaClient,
  type DateOverride,
  type Deposit,
  type Organization,
  type Prisma,
  type Professional,
  type QueueDesk,
  type QueueEntry,
  type Service,
  type Specialty,
} from '@scheduling/database'

type Owner = Pick<Organization, 'id'>

const MINUTE_MS = 60_000

/** An active collaborator. */
export async function createProfessional(
  db: PrismaClient,
  organization: Owner,
  values: Partial<Prisma.ProfessionalUncheckedCreateInput> = {},
): Promise<Professional> {
  return db.professional.create({
    data: { organizationId: organization.id, name: 'Beatriz Ramos', ...values },
  })
}

export async function createSpecialty(
  db: PrismaClient,
  organization: Owner,
  name = 'Fisioterapia',
): Promise<Specialty> {
  return db.specialty.create({ data: { organizationId: organization.id, name } })
}

/** Active, `SCHEDULED`, 30 minutes, 150.00, a start each 15 minutes, individual. */
export async function createService(
  db: PrismaClient,
  organization: Owner,
  values: Partial<Prisma.ServiceUncheckedCreateInput> & {
    performedBy?: readonly Pick<Professional, 'id'>[]
  } = {},
): Promise<Service> {
  const { performedBy = [], ...columns } = values
  const service = await db.service.create({
    data: {
      organizationId: organization.id,
      name: 'Consulta',
      durationMinutes: 30,
      price: '150.00',
      ...columns,
    },
  })
  for (const professional of performedBy) await performs(db, organization, professional, service)
  return service
}

export async function performs(
  db: PrismaClient,
  organization: Owner,
  professional: Pick<Professional, 'id'>,
  ...services: readonly Pick<Service, 'id'>[]
): Promise<void> {
  await db.professionalService.createMany({
    data: services.map((service) => ({
      organizationId: organization.id,
      professionalId: professional.id,
      serviceId: service.id,
    })),
  })
}

export const WORKDAYS = [1, 2, 3, 4, 5] as const
export const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6] as const

/** Wall clock, such as `['09:00', '18:00']`; by default Monday to Friday, 09:00–12:00 and 13:00–18:00. */
export async function workingHours(
  db: PrismaClient,
  organization: Owner,
  professional: Pick<Professional, 'id'>,
  hours: {
    weekdays?: readonly number[]
    intervals?: readonly (readonly [opens: string, closes: string])[]
  } = {},
): Promise<void> {
  const {
    weekdays = WORKDAYS,
    intervals = [
      ['09:00', '12:00'],
      ['13:00', '18:00'],
    ],
  } = hours
  await db.workingHours.createMany({
    data: weekdays.flatMap((weekday) =>
      intervals.map(([opens, closes]) => ({
        organizationId: organization.id,
        professionalId: professional.id,
        weekday,
        opensMinute: minuteOf(opens),
        closesMinute: minuteOf(closes),
      })),
    ),
  })
}

/** The hours of one date; no intervals: closed. */
export async function dateOverride(
  db: PrismaClient,
  organization: Owner,
  professional: Pick<Professional, 'id'>,
  date: string,
  intervals: readonly (readonly [opens: string, closes: string])[] = [],
): Promise<DateOverride> {
  return db.dateOverride.create({
    data: {
      organizationId: organization.id,
      professionalId: professional.id,
      date: dayOf(date),
      opensMinutes: intervals.map(([opens]) => minuteOf(opens)),
      closesMinutes: intervals.map(([, closes]) => minuteOf(closes)),
    },
  })
}

export async function holiday(db: PrismaClient, organization: Owner, date: string): Promise<void> {
  await db.holiday.create({
    data: { organizationId: organization.id, date: dayOf(date), name: 'Feriado' },
  })
}

/** @param professional null: everybody */
export async function blockedTime(
  db: PrismaClient,
  organization: Owner,
  professional: Pick<Professional, 'id'> | null,
  from: string,
  to: string,
): Promise<BlockedTime> {
  return db.blockedTime.create({
    data: {
      organizationId: organization.id,
      professionalId: professional?.id ?? null,
      startsAt: new Date(from),
      endsAt: new Date(to),
    },
  })
}

/** A client as the API would store it: phone, e-mail and CPF are normalized, search text and phone key derived. */
export async function createClientRow(
  db: PrismaClient,
  organization: Owner,
  values: Partial<NewClientInput> = {},
): Promise<Client> {
  const input = NewClient.parse({ first_name: 'Ana', last_name: 'Souza', ...values })
  return db.client.create({ data: { organizationId: organization.id, ...newColumns(input, '') } })
}

type AppointmentParts = {
  professional: Pick<Professional, 'id'>
  client: Pick<Client, 'id'>
  /** In order of execution; end, price and the hold follow from them. */
  services: readonly Service[]
  /** ISO 8601 with offset. */
  start: string
  /** A session whose seat it takes, in place of a hold of its own. */
  hold?: Pick<CalendarHold, 'id'>
} & Partial<Prisma.AppointmentUncheckedCreateInput>

const BLOCKING: ReadonlySet<string> = new Set(['PENDING', 'CONFIRMED', 'COMPLETED'])

/** An appointment, `CONFIRMED` unless said otherwise, with the time it occupies while its status blocks. */
export async function createAppointmentRow(
  db: PrismaClient,
  organization: Owner,
  parts: AppointmentParts,
): Promise<Appointment> {
  const { professional, client, services, start, hold, ...columns } = parts
  const status = columns.status ?? AppointmentStatus.CONFIRMED
  const durationMinutes = services.reduce((sum, service) => sum + service.durationMinutes, 0)
  const startsAt = new Date(start)
  const endsAt = new Date(startsAt.getTime() + durationMinutes * MINUTE_MS)
  const prices = services.flatMap((service) => (service.price === null ? [] : [service.price]))
  const [firstPrice, ...otherPrices] = prices
  let holdId: number | null = null
  if (hold !== undefined) {
    await db.calendarHold.update({ where: { id: hold.id }, data: { taken: { increment: 1 } } })
    holdId = hold.id
  } else if (BLOCKING.has(status)) {
    const isOverbook = columns.isOverbook ?? false
    const made = await createHold(db, organization, {
      professional,
      services,
      startsAt,
      isOverbook,
    })
    holdId = made.id
  }
  return db.appointment.create({
    data: {
      organizationId: organization.id,
      professionalId: professional.id,
      clientId: client.id,
      holdId,
      type: services[0]?.serviceType ?? 'IN_PERSON',
      startsAt,
      endsAt,
      durationMinutes,
      price:
        firstPrice === undefined
          ? null
          : otherPrices.reduce((sum, price) => sum.add(price), firstPrice),
      source: 'api',
      icalUid: `${crypto.randomUUID()}@scheduling.test`,
      ...columns,
      status,
      services: {
        create: services.map((service, position) => ({
          position,
          service: {
            connect: { organizationId_id: { organizationId: organization.id, id: service.id } },
          },
        })),
      },
    },
  })
}

/** Occupied time with the services' buffers; one service keeps its seats open to others. */
async function createHold(
  db: PrismaClient,
  organization: Owner,
  parts: {
    professional: Pick<Professional, 'id'>
    services: readonly Service[]
    startsAt: Date
    isOverbook: boolean
  },
): Promise<CalendarHold> {
  const { professional, services, startsAt, isOverbook } = parts
  const [first] = services
  const last = services.at(-1)
  if (first === undefined || last === undefined) throw new Error('An appointment needs a service.')
  const minutes = services.reduce((sum, service) => sum + service.durationMinutes, 0)
  const shared = services.length === 1 ? first : null
  const start = startsAt.getTime()
  return db.calendarHold.create({
    data: {
      organizationId: organization.id,
      professionalId: professional.id,
      serviceId: shared?.id ?? null,
      startsAt,
      busyFrom: new Date(start - first.bufferBeforeMinutes * MINUTE_MS),
      busyTo: new Date(start + (minutes + last.bufferAfterMinutes) * MINUTE_MS),
      capacity: shared?.maxCapacity ?? 1,
      isOverbook,
    },
  })
}

/** An open queue without limit or hours. */
export async function queueDesk(
  db: PrismaClient,
  organization: Owner,
  professional: Pick<Professional, 'id'>,
  values: Partial<Prisma.QueueDeskUncheckedCreateInput> = {},
): Promise<QueueDesk> {
  return db.queueDesk.create({
    data: {
      organizationId: organization.id,
      professionalId: professional.id,
      isOpen: true,
      ...values,
    },
  })
}

/** `WAITING`, for any professional. */
export async function createQueueEntryRow(
  db: PrismaClient,
  organization: Owner,
  parts: {
    client: Pick<Client, 'id'>
    service: Pick<Service, 'id'>
    professional?: Pick<Professional, 'id'>
    /** Local day of arrival. */
    date: string
    /** ISO 8601 with offset. */
    arrivedAt: string
  } & Omit<Partial<Prisma.QueueEntryUncheckedCreateInput>, 'date' | 'arrivedAt'>,
): Promise<QueueEntry> {
  const { client, service, professional, date, arrivedAt, ...columns } = parts
  return db.queueEntry.create({
    data: {
      organizationId: organization.id,
      clientId: client.id,
      serviceId: service.id,
      professionalId: professional?.id ?? null,
      date: dayOf(date),
      arrivedAt: new Date(arrivedAt),
      source: 'api',
      ...columns,
    },
  })
}

/** `PENDING`, 50.00, for an appointment or a queue entry. */
export async function createDepositRow(
  db: PrismaClient,
  organization: Owner,
  parts: {
    appointment?: Pick<Appointment, 'id' | 'clientId'>
    queueEntry?: Pick<QueueEntry, 'id' | 'clientId'>
    /** ISO 8601 with offset. */
    expiresAt: string
  } & Omit<Partial<Prisma.DepositUncheckedCreateInput>, 'expiresAt'>,
): Promise<Deposit> {
  const { appointment, queueEntry, expiresAt, ...columns } = parts
  const owner = appointment ?? queueEntry
  if (owner === undefined) throw new Error('A deposit needs an appointment or a queue entry.')
  return db.deposit.create({
    data: {
      organizationId: organization.id,
      clientId: owner.clientId,
      appointmentId: appointment?.id ?? null,
      queueEntryId: queueEntry?.id ?? null,
      amount: '50.00',
      expiresAt: new Date(expiresAt),
      ...columns,
    },
  })
}

/** Every event of the organization's feed, in order, as receivers see it. */
export async function eventsOf(db: PrismaClient, organization: Owner) {
  const rows = await db.event.findMany({
    where: { organizationId: organization.id },
    orderBy: { sequence: 'asc' },
  })
  return rows.map(({ id, type, sequence, payload, context }) => ({
    id,
    type,
    sequence: Number(sequence),
    payload: payload as unknown as EventPayload,
    context: context as unknown as EventContext,
  }))
}

export type EventPayload = {
  object: Record<string, unknown>
  changes: Record<string, { from: unknown; to: unknown }> | null
  batch_id: string | null
}
export type EventContext = {
  actor: { type: string; id: string | null; name: string | null }
  source: string
  request_id: string
}

/** `YYYY-MM-DD` as a date column holds it. */
function dayOf(date: string): Date {
  return new Date(`${date}T00:00:00Z`)
}

function minuteOf(clock: string): number {
  const [hour = '', minute = ''] = clock.split(':')
  return Number(hour) * 60 + Number(minute)
}

/** Time that a key holds, and has not booked. */
export async function createHoldRow(
  db: PrismaClient,
  organization: Organization,
  parts: {
    readonly professional: Professional
    readonly services: readonly Service[]
    readonly start: string
    readonly expiresAt: string
  },
) {
  const { professional, services } = parts
  const minutes = services.reduce((sum, service) => sum + service.durationMinutes, 0)
  const startsAt = new Date(parts.start)
  const endsAt = new Date(startsAt.getTime() + minutes * 60_000)
  const expiresAt = new Date(parts.expiresAt)
  const owned = { organizationId: organization.id, professionalId: professional.id, startsAt }
  const hold = await db.timeHold.create({
    data: {
      ...owned,
      endsAt,
      expiresAt,
      serviceIds: services.map(({ id }) => id),
      callerId: 'key_01',
      callerName: 'Site',
      createdAt: new Date(expiresAt.getTime() - 300_000),
    },
  })
  await db.calendarHold.create({
    data: {
      ...owned,
      busyFrom: startsAt,
      busyTo: endsAt,
      heldUntil: expiresAt,
      timeHoldId: hold.id,
    },
  })
  return hold
}

/** Who waits for any time of a date. */
export async function createWishRow(
  db: PrismaClient,
  organization: Owner,
  parts: { readonly client: Client; readonly service: Service; readonly date: string },
) {
  const day = dayOf(parts.date)
  const wish = await db.waitlistWish.create({
    data: {
      organizationId: organization.id,
      clientId: parts.client.id,
      source: 'dashboard',
      language: 'pt',
      fromDate: day,
      toDate: day,
      weekdays: [day.getUTCDay()],
      fromMinute: 0,
      toMinute: 1440,
      waitsSince: new Date(day.getTime() - 3 * 86_400_000),
    },
  })
  const { id: wishId, organizationId } = wish
  await db.waitlistWishService.create({
    data: { organizationId, wishId, position: 0, serviceId: parts.service.id },
  })
  return wish
}
