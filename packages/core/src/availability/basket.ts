import {
  Prisma,
  type AppointmentType,
  type Organization,
  type Queryable,
} from '@scheduling/database'
import type { Demand } from '@scheduling/availability'
import { money } from '../ground/money.ts'
import type { FieldError } from '../contract/problems.ts'

/** A service as a booking sees it. */
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
  /** Own value; null = the organization's. */
  readonly minAdvanceMinutes: number | null
  /** Own value; null = the organization's. */
  readonly maxAdvanceDays: number | null
}

export type Performer = { readonly id: number; readonly name: string }

/** Services that are carried out in a row, in order of execution; never empty. */
export type Basket = {
  readonly services: readonly BookableService[]
  /** Active professionals who perform every service, by id. */
  readonly performers: readonly Performer[]
}

/** "No limit" still ends somewhere, so that every date has a year of four digits. */
const FARTHEST_DAYS = 36_500

/** The longest buffer that the engine takes, more than any horizon; longer ones are cut to it. */
const LONGEST_BUFFER_MINUTES = 366 * 1440

/**
 * Loads the services of one request, and names what is wrong with them: each id that does not exist
 * (`not_found`), is inactive (`inactive`) or is served by the online queue (`booking_mode_mismatch`), and
 * services that cannot be booked together (`type_mismatch`). Callers add faults of their own.
 */
export async function readBasket(
  db: Queryable,
  organization: Pick<Organization, 'id'>,
  serviceIds: readonly number[],
): Promise<{ basket: Basket; faults: FieldError[] }> {
  const rows = await db.service.findMany({
    where: { organizationId: organization.id, id: { in: [...serviceIds] } },
    include: {
      professionals: {
        where: { professional: { isActive: true } },
        select: { professional: { select: { id: true, name: true } } },
      },
    },
  })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const faults: FieldError[] = []
  const found = serviceIds.flatMap((id, index) => {
    const row = byId.get(id)
    const fault = serviceFault(row)
    if (fault !== null) faults.push({ field: `service_ids[${index}]`, ...fault })
    return row ?? []
  })
  const services = found.map((row) => ({
    id: row.id,
    name: row.name,
    type: row.serviceType,
    durationMinutes: row.durationMinutes,
    price: row.price,
    capacity: row.maxCapacity,
    bufferBeforeMinutes: row.bufferBeforeMinutes,
    bufferAfterMinutes: row.bufferAfterMinutes,
    slotIntervalMinutes: row.slotIntervalMinutes,
    minAdvanceMinutes: row.minAdvanceMinutes,
    maxAdvanceDays: row.maxAdvanceDays,
  }))
  faults.push(...mixedTypes(services))
  const perService = found.map((row) => row.professionals.map(({ professional }) => professional))
  return { basket: { services, performers: inEach(perService) }, faults }
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

/** Who stands in every list, by id. */
function inEach(lists: readonly (readonly Performer[])[]): Performer[] {
  const [first = [], ...others] = lists
  const sets = others.map((list) => new Set(list.map((performer) => performer.id)))
  return first
    .filter((performer) => sets.every((set) => set.has(performer.id)))
    .sort((one, other) => one.id - other.id)
}

/** A demand whose horizon always ends. */
export type BookableDemand = Demand & { readonly maxAdvanceDays: number }

/** What the engine has to find room for. A basket has no seats: only a single service has. */
export function demandOf(
  services: readonly BookableService[],
  organization: Pick<Organization, 'minAdvanceMinutes' | 'maxAdvanceDays'>,
): BookableDemand {
  const [first] = services
  const last = services.at(-1)
  if (first === undefined || last === undefined) throw new Error('A basket has a service.')
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

export function durationOf(services: readonly BookableService[]): number {
  return services.reduce((total, service) => total + service.durationMinutes, 0)
}

/** The sum of the prices; null when no service has one. */
export function priceOf(services: readonly BookableService[]): Prisma.Decimal | null {
  return services.reduce<Prisma.Decimal | null>(
    (total, { price }) => (price === null ? total : (total ?? new Prisma.Decimal(0)).add(price)),
    null,
  )
}

/** As the API shows it. */
export function priceText(services: readonly BookableService[]): string | null {
  return money(priceOf(services))
}
