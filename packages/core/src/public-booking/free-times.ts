/** Free times for strangers. They are costly to find, so strangers take turns. */
import { addDays, formatInstant, type DateWindow } from '@scheduling/availability'
import { z } from 'zod'
import { nextDatesOf, slotsWithin } from '../availability/free-times.ts'
import { daysFrom, refuseWindowOver, requestedWindow, todayOf } from '../availability/window.ts'
import {
  requireTypeOffered,
  selectServices,
  type BookableDemand,
  type ServiceSelection,
} from '../appointments/service-selection.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalid, invalidFields, rateLimited, type FieldError } from '../contract/problems.ts'
import { Id, MiniReference } from '../ground/fields.ts'
import { DateInput, DateOnly, Instant } from '../ground/time-fields.ts'
import { createLine, NoPlaceError } from '../ground/line.ts'
import type { Visited } from './visit.ts'

/** Look-ups of strangers that a process does at the same time: the rest of the database's time is the team's. */
const AT_ONCE = 4
const line = createLine({
  places: AT_ONCE,
  patienceMs: () => LIMITS.publicSlotWaitSeconds * 1000,
  mostWaiting: 200,
})

/** @throws `429 rate_limited` when too many strangers look for free times */
export async function inTurn<Result>(look: () => Promise<Result>): Promise<Result> {
  try {
    return await line.through(look)
  } catch (error) {
    if (!(error instanceof NoPlaceError)) throw error
    throw rateLimited('Too many people look for free times right now.', 1)
  }
}

export const WINDOW = {
  date: DateInput.optional(),
  from: DateInput.optional(),
  to: DateInput.optional(),
}

/** As for the team, in a shorter window. */
export function refusePublicWindow(
  input: Parameters<typeof requestedWindow>[0],
  context: z.RefinementCtx,
): void {
  refuseWindowOver(LIMITS.publicSlotDays, input, context)
}

export const FreeTime = z.object({
  start: Instant,
  /** Without buffers. */
  end: Instant,
  /** Who is free then. */
  professional_ids: z.array(Id),
})

export const FreeTimes = z.object({
  data: z.array(FreeTime),
  /** All professionals in `professional_ids`. */
  professionals: z.array(MiniReference),
})

export type FreeAsked = {
  readonly demand: BookableDemand
  readonly performers: ServiceSelection['performers']
  readonly dates: Parameters<typeof requestedWindow>[0]
  readonly exceptHoldId?: number | null
}

/** @throws `400 validation_error` on `to`, when so many professionals are too many for the range */
function affordableWindow(
  { now, organization }: Visited,
  dates: FreeAsked['dates'],
  professionals: number,
): DateWindow {
  const { from, to } = requestedWindow(dates, todayOf(now(), organization.timeZone))
  const most = Math.max(1, Math.floor(LIMITS.publicSlotProfessionalDays / professionals))
  if (daysFrom(from, to) <= most) return { from, to }
  // A request without an end gets as many days as there can be.
  if (dates.to === undefined) return { from, to: addDays(from, most - 1) }
  throw invalid(
    'to',
    'out_of_range',
    `With ${professionals} professionals the range can have at most ${most} days, including both ends.`,
  )
}

/**
 * One entry per start, in order.
 *
 * @throws `400 validation_error` on `to`
 */
export async function freeTimes(
  visited: Visited,
  { demand, performers, dates, exceptHoldId = null }: FreeAsked,
): Promise<z.input<typeof FreeTimes>> {
  const window = affordableWindow(visited, dates, performers.length)
  const slots = await inTurn(() =>
    slotsWithin(visited, {
      professionalIds: performers.map(({ id }) => id),
      demand,
      window,
      exceptHoldId,
    }),
  )
  const byStart = Map.groupBy(slots, ({ start }) => start)
  const data = [...byStart.values()].flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    const { startText: start, endText: end } = first
    return [{ start, end, professional_ids: same.map(({ professionalId }) => professionalId) }]
  })
  const free = new Set(slots.map(({ professionalId }) => professionalId))
  return { data, professionals: performers.filter(({ id }) => free.has(id)) }
}

export const FreeDate = z
  .object({
    date: DateOnly,
    first_start: Instant,
    slot_count: z.int().min(1),
    /** Who is free on the day, with the first start of each. */
    professionals: z.array(z.object({ id: Id, first_start: Instant })),
  })
  .meta({ id: 'FreeDate' })

/** What is asked of days. */
export const DATES = {
  /** The first day to look at. Left out: today. */
  from: DateInput.optional(),
  limit: z.int().min(1).max(LIMITS.nextDatesMax).default(LIMITS.nextDatesDefault),
}

export async function freeDates(
  visited: Visited,
  { performers, demand, exceptHoldId = null }: Omit<FreeAsked, 'dates'>,
  { from, limit }: { readonly from?: string | undefined; readonly limit: number },
): Promise<z.input<typeof FreeDate>[]> {
  const dates = await inTurn(() =>
    nextDatesOf(visited, {
      professionalIds: performers.map(({ id }) => id),
      demand,
      limit,
      from,
      exceptHoldId,
    }),
  )
  const { timeZone } = visited.organization
  return dates.map(({ date, firstStartText, slotCount, professionalIds, firstStarts }) => ({
    date,
    first_start: firstStartText,
    slot_count: slotCount,
    professionals: professionalIds.map((id) => ({
      id,
      first_start: formatInstant(firstStarts.get(id) ?? 0, timeZone),
    })),
  }))
}

/**
 * The faults of a booking, as a visitor sees them: hidden, inactive and unknown services get one answer, and so
 * do professionals.
 */
export function publicFaults(
  { services, performers }: ServiceSelection,
  faults: readonly FieldError[],
  asked: {
    readonly service_ids: readonly number[]
    readonly professional_id?: number | null | undefined
  },
): FieldError[] {
  const hidden = new Set(services.filter(({ isHidden }) => isHidden).map(({ id }) => id))
  const unknown = new Map<string, FieldError>()
  const cannotBeBooked = (field: string) =>
    unknown.set(field, { field, code: 'not_found', message: 'This service cannot be booked here.' })
  asked.service_ids.forEach((id, index) => {
    if (hidden.has(id)) cannotBeBooked(`service_ids[${index}]`)
  })
  const rest = faults.filter(({ field, code }) => {
    if (field.startsWith('service_ids[') && (code === 'not_found' || code === 'inactive')) {
      cannotBeBooked(field)
      return false
    }
    return field !== 'professional_id' && !unknown.has(field)
  })
  const { professional_id: id } = asked
  const fault = id == null || unknown.size > 0 ? null : unknownProfessional({ performers }, id)
  return [...unknown.values(), ...rest, ...(fault === null ? [] : [fault])]
}

/** One answer for a professional who does not exist, has left or does not perform the services. */
export function unknownProfessional(
  { performers }: Pick<ServiceSelection, 'performers'>,
  id: number,
): FieldError | null {
  if (performers.some((performer) => performer.id === id)) return null
  const message = 'This professional cannot be booked for these services.'
  return { field: 'professional_id', code: 'not_found', message }
}

/**
 * The services that a stranger asks for, and who may perform them.
 *
 * @throws `400`, and `403 feature_not_enabled` for telemedicine
 */
export async function offeredSelection(
  { db, organization }: Pick<Visited, 'db' | 'organization'>,
  asked: Parameters<typeof publicFaults>[2],
): Promise<ServiceSelection> {
  const { selection, faults } = await selectServices(db, organization, asked.service_ids)
  const found = publicFaults(selection, faults, asked)
  if (found.length > 0) throw invalidFields(found)
  requireTypeOffered(organization, selection)
  const { professional_id: id } = asked
  const performers =
    id == null ? selection.performers : selection.performers.filter((one) => one.id === id)
  return { ...selection, performers }
}
