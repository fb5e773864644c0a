/** The services of one booking. */
import {
  column,
  Prisma,
  query,
  selected,
  sqlOf,
  type AppointmentType,
  type BookingMode,
  type Organization,
  type Queryable,
} from '@scheduling/database'
import type { Demand } from '@scheduling/availability'
import type { Context } from '../context.ts'
import { LIMITS } from '../contract/limits.ts'
import type { FieldError } from '../contract/problems.ts'
import { distinctIds } from '../ground/fields.ts'
import { money } from '../ground/money.ts'
import { requireFeature } from '../procedure/rights.ts'
import { professionalFault } from '../professionals/named-professional.ts'
import { PERFORMERS } from '../professionals/service-base.ts'

/** `service_ids` of a booking, and of the routes that list where it can be made. */
export const ServiceIds = distinctIds(LIMITS.servicesPerAppointment).meta({
  description:
    'The services, performed one after the other in this order. They must be active, have the booking mode `SCHEDULED`, and all have the same type.',
})

/** A service with what a booking needs of it. */
export type BookableService = {
  readonly id: number
  readonly name: string
  readonly type: AppointmentType
  readonly durationMinutes: number
  readonly price: Prisma.Decimal | null
  readonly capacity: number
  readonly bufferBeforeMinutes: number
  readonly bufferAfterMinutes: number
  readonly slotIntervalMinutes: number
  /** Null: the value of the organization applies. */
  readonly minAdvanceMinutes: number | null
  /** Null: the value of the organization applies. */
  readonly maxAdvanceDays: number | null
  /** Clients do not find it on the public page. */
  readonly isHidden: boolean
  /** What is asked for on the public page; null: nothing. */
  readonly deposit: Prisma.Decimal | null
}

export type Performer = { readonly id: number; readonly name: string }

export type ServiceSelection = {
  /** In the order in which they are performed. Not empty unless there are faults. */
  readonly services: readonly BookableService[]
  /** The active professionals who perform all of the services, ordered by id. */
  readonly performers: readonly Performer[]
}

/** The booking horizon where none is set. It is finite, so that the year of every date has four digits. */
const FARTHEST_DAYS = 36_500

/** The longest buffer that the engine accepts. It exceeds every horizon; longer buffers are cut to it. */
const LONGEST_BUFFER_MINUTES = 366 * 1440

const SERVICE = {
  id: column.int,
  name: column.text,
  type: column.by('s.service_type', column.oneOf<AppointmentType>('appointment_type')),
  bookingMode: column.oneOf<BookingMode>('booking_mode'),
  isActive: column.bool,
  durationMinutes: column.int,
  price: column.nullable(column.decimal),
  capacity: column.by('s.max_capacity', column.int),
  bufferBeforeMinutes: column.int,
  bufferAfterMinutes: column.int,
  slotIntervalMinutes: column.int,
  minAdvanceMinutes: column.nullable(column.int),
  maxAdvanceDays: column.nullable(column.int),
  isHidden: column.by('s.hidden_from_public_booking', column.bool),
  deposit: column.by(
    'CASE WHEN s.requires_deposit THEN s.deposit_amount END',
    column.nullable(column.decimal),
  ),
  performers: PERFORMERS,
}

const servicesToBook = query({
  name: 'services to book',
  text: `SELECT ${selected(SERVICE, 's')} FROM service AS s
    WHERE s.organization_id = $1::int AND s.id = ANY($2::int[])`,
  row: SERVICE,
})

/**
 * Reads the services of one request and reports what is wrong with them: each id that does not exist
 * (`not_found`), is inactive (`inactive`) or is offered by the online queue only (`booking_mode_mismatch`), and
 * services that cannot be booked together (`type_mismatch`). Callers may add faults to the list.
 */
export async function selectServices(
  db: Queryable,
  organization: Pick<Organization, 'id'>,
  serviceIds: readonly number[],
): Promise<{ selection: ServiceSelection; faults: FieldError[] }> {
  const rows = await servicesToBook(sqlOf(db), [organization.id, serviceIds])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const faults: FieldError[] = []
  const found = serviceIds.flatMap((id, index) => {
    const row = byId.get(id)
    const fault = serviceFault(row)
    if (fault !== null) faults.push({ field: `service_ids[${index}]`, ...fault })
    return row ?? []
  })
  const services = found.map(
    ({ performers: _performers, bookingMode: _mode, isActive: _isActive, ...service }) => service,
  )
  faults.push(...mixedTypes(services))
  return { selection: { services, performers: inEach(found.map((row) => row.performers)) }, faults }
}

function serviceFault(
  row: { readonly isActive: boolean; readonly bookingMode: string } | undefined,
): Omit<FieldError, 'field'> | null {
  if (row === undefined) {
    return { code: 'not_found', message: 'No service of this organization has this id.' }
  }
  if (!row.isActive) return { code: 'inactive', message: 'This service is no longer offered.' }
  if (row.bookingMode === 'SCHEDULED') return null
  return {
    code: 'booking_mode_mismatch',
    message: 'This service is offered by the online queue only and cannot be booked.',
  }
}

function mixedTypes([first, ...others]: readonly BookableService[]): FieldError[] {
  if (others.every((service) => service.type === first?.type)) return []
  return [
    {
      field: 'service_ids',
      code: 'type_mismatch',
      message: 'In-person services and telemedicine services cannot be booked together.',
    },
  ]
}

/** Those who are in every list, in the order of the first. */
function inEach(lists: readonly (readonly Performer[])[]): Performer[] {
  const [first = [], ...others] = lists
  const sets = others.map((list) => new Set(list.map((performer) => performer.id)))
  return first.filter((performer) => sets.every((set) => set.has(performer.id)))
}

/** What is wrong with the professional whom a booking of these services names; null if nothing is. */
export async function requestedProfessionalFault(
  db: Queryable,
  organization: Pick<Organization, 'id'>,
  { performers }: ServiceSelection,
  id: number,
): Promise<FieldError | null> {
  // A performer is known to exist and to be active.
  if (performers.some((performer) => performer.id === id)) return null
  return professionalFault(db, organization, id)
}

/** @throws `403 feature_not_enabled` for telemedicine, if the organization does not offer it */
export function requireTypeOffered(
  organization: Organization,
  { services }: Pick<ServiceSelection, 'services'>,
): void {
  if (services.some(({ type }) => type === 'TELEMEDICINE')) {
    requireFeature({ organization }, 'telemedicine')
  }
}

/** A demand with a horizon. */
export type BookableDemand = Demand & { readonly maxAdvanceDays: number }

/** What the engine has to find time for. Only a single service has seats; several together have none. */
export function demandOf(
  services: readonly BookableService[],
  organization: Pick<Organization, 'minAdvanceMinutes' | 'maxAdvanceDays'>,
): BookableDemand {
  const [first] = services
  const last = services.at(-1)
  if (first === undefined || last === undefined) throw new Error('A booking has a service.')
  const single = services.length === 1
  return {
    durationMinutes: durationOf(services),
    bufferBeforeMinutes: Math.min(first.bufferBeforeMinutes, LONGEST_BUFFER_MINUTES),
    bufferAfterMinutes: Math.min(last.bufferAfterMinutes, LONGEST_BUFFER_MINUTES),
    slotIntervalMinutes: Math.max(...services.map((service) => service.slotIntervalMinutes)),
    minAdvanceMinutes: Math.max(
      ...services.map((service) => service.minAdvanceMinutes ?? organization.minAdvanceMinutes),
    ),
    maxAdvanceDays: Math.min(
      ...services.map(
        (service) => service.maxAdvanceDays ?? organization.maxAdvanceDays ?? FARTHEST_DAYS,
      ),
      FARTHEST_DAYS,
    ),
    capacity: single ? first.capacity : 1,
    serviceId: single ? first.id : null,
    excludeAppointmentId: null,
  }
}

/** Members of the team book so far ahead, and write down what took place so long ago. */
const TEAM_DAYS_AHEAD = 730
const TEAM_DAYS_BACK = 366

/**
 * As `demandOf`, of a caller. Notice and horizon, and that a start is to come, bind keys, agents and visitors: a member of
 * the team has the person on the telephone, or at the desk.
 */
export function demandFor(
  isByTeam: boolean,
  ...booked: Parameters<typeof demandOf>
): BookableDemand {
  const demand = demandOf(...booked)
  if (!isByTeam) return demand
  return { ...demand, minAdvanceMinutes: -TEAM_DAYS_BACK * 1440, maxAdvanceDays: TEAM_DAYS_AHEAD }
}

export function isOfTeam({ caller }: Pick<Context, 'caller'>): boolean {
  return caller.kind === 'user'
}

/** As `demandOf`, where the deposit that is asked for can still be paid before the start. */
export function demandPaidBefore(...booked: Parameters<typeof demandOf>): BookableDemand {
  const demand = demandOf(...booked)
  return depositOf(booked[0]) === null ? demand : withTimeToPay(demand)
}

/** With the notice that a deposit needs. */
export function withTimeToPay<Of extends Demand>(demand: Of): Of {
  const needed = LIMITS.depositBeforeStartMinutes + LIMITS.depositLeastMinutes
  return { ...demand, minAdvanceMinutes: Math.max(demand.minAdvanceMinutes, needed) }
}

/**
 * What a series has to find time for. The horizon is a rule for bookings of one appointment; a series that the team
 * makes runs past it, and needs no notice.
 */
export function demandOfSeries(...booked: Parameters<typeof demandOf>): BookableDemand {
  return { ...demandOf(...booked), minAdvanceMinutes: 0, maxAdvanceDays: FARTHEST_DAYS }
}

export function durationOf(services: readonly BookableService[]): number {
  return services.reduce((total, service) => total + service.durationMinutes, 0)
}

/** The sum of the prices; null when no service has one. */
export function priceOf(services: readonly BookableService[]): Prisma.Decimal | null {
  return sumOf(services.map(({ price }) => price))
}

/** The sum of the deposits that the public page asks for; null when it asks for none. */
export function depositOf(services: readonly BookableService[]): Prisma.Decimal | null {
  return sumOf(services.map(({ deposit }) => deposit))
}

function sumOf(amounts: readonly (Prisma.Decimal | null)[]): Prisma.Decimal | null {
  return amounts.reduce<Prisma.Decimal | null>(
    (total, amount) => (amount === null ? total : (total ?? new Prisma.Decimal(0)).add(amount)),
    null,
  )
}

/** As `priceOf`, in the form of the API. */
export function priceText(services: readonly BookableService[]): string | null {
  return money(priceOf(services))
}
