/** Where there is free time, for everybody who looks for it: teams, integrations and visitors. */
import {
  addDays,
  freeSlots,
  nextDates,
  type AvailableDate as DateFound,
  type DateWindow,
  type Demand,
  type Slot as FreeSlot,
} from '@scheduling/availability'
import { loadSchedules } from '../appointments/load-schedules.ts'
import type { BookableDemand } from '../appointments/service-selection.ts'
import type { Context } from '../context.ts'
import { LIMITS } from '../contract/limits.ts'
import { bookablePart, daysFrom, instantsAround, todayOf } from './window.ts'

/** Most calendars have a free start within two weeks. Only the others are read up to the horizon. */
const FIRST_LOOK_DAYS = 14

export type SlotsAsked = {
  readonly professionalIds: readonly number[]
  readonly demand: BookableDemand
  /** What of it cannot be booked is left out. */
  readonly window: DateWindow
  /** The time zone of the offsets; undefined: that of the organization. */
  readonly shownIn?: string | undefined
  /** The hold of an appointment that is to be moved: its time counts as free. */
  readonly exceptHoldId?: number | null
}

/** Free starts by start and professional. */
export async function slotsWithin(
  { db, organization, now }: Pick<Context, 'db' | 'organization' | 'now'>,
  asked: SlotsAsked,
): Promise<FreeSlot[]> {
  const { professionalIds, demand, exceptHoldId = null } = asked
  const instant = now()
  const { timeZone } = organization
  const window = bookablePart(asked.window, todayOf(instant, timeZone), demand)
  if (window === null || professionalIds.length === 0) return []
  const { calendar, schedules } = await loadSchedules(db, organization, {
    professionalIds,
    demand,
    ...instantsAround(window, timeZone),
    now: instant,
    exceptHoldId,
  })
  return freeSlots({ calendar, demand, schedules }, window, asked.shownIn)
}

export type NextDatesAsked = Pick<
  SlotsAsked,
  'professionalIds' | 'demand' | 'shownIn' | 'exceptHoldId'
> & {
  readonly limit: number
  /** `YYYY-MM-DD`: earlier days are left out. */
  readonly from?: string | undefined
}

/** The next dates with a free start. */
export async function nextDatesOf(
  { db, organization, now }: Pick<Context, 'db' | 'organization' | 'now'>,
  { professionalIds, demand, limit, shownIn, from, exceptHoldId = null }: NextDatesAsked,
): Promise<DateFound[]> {
  const instant = now()
  const { timeZone } = organization
  const today = todayOf(instant, timeZone)
  const horizon = Math.min(demand.maxAdvanceDays, LIMITS.nextDatesHorizonDays)
  const first = from === undefined || from < today ? today : from
  const within = async (days: number): Promise<DateFound[]> => {
    const limited: Demand = { ...demand, maxAdvanceDays: days }
    const { calendar, schedules } = await loadSchedules(db, organization, {
      professionalIds,
      demand: limited,
      ...instantsAround({ from: first, to: addDays(today, days) }, timeZone),
      now: instant,
      exceptHoldId,
    })
    return nextDates({ calendar, demand: limited, schedules }, limit, shownIn, first)
  }
  const firstLook = Math.min(daysFrom(today, first) - 1 + FIRST_LOOK_DAYS, horizon)
  if (addDays(today, horizon) < first) return []
  const dates = await within(firstLook)
  return dates.length < limit && horizon > firstLook ? within(horizon) : dates
}
