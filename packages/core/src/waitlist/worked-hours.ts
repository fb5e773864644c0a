/** Whether a wish can ever be served. */
import { addDays, candidateStarts } from '@scheduling/availability'
import { instantsAround } from '../availability/window.ts'
import { loadSchedules } from '../appointments/load-schedules.ts'
import { demandOf, type ServiceSelection } from '../appointments/service-selection.ts'
import type { Work } from '../change/system-work.ts'
import { isWantedAt, type WishInput } from './wish.ts'

const WEEK_DAYS = 7

type Wanted = WishInput & { readonly professional_id?: number | null | undefined }

/** Whether a professional who performs the services works then, free or not, by the hours of today. */
export async function isWorked(
  { tx, organization, now }: Pick<Work, 'tx' | 'organization' | 'now'>,
  { services, performers }: ServiceSelection,
  wanted: Wanted,
): Promise<boolean> {
  const { timeZone } = organization
  const { professional_id: only = null, from_date: from, to_date: to } = wanted
  const demand = demandOf(services, organization)
  const { calendar, schedules } = await loadSchedules(tx, organization, {
    professionalIds: performers.map(({ id }) => id).filter((id) => only === null || only === id),
    demand,
    ...instantsAround({ from, to }, timeZone),
    now: now(),
  })
  for (let first = from; first <= to; first = addDays(first, WEEK_DAYS)) {
    const week = addDays(first, WEEK_DAYS - 1)
    const window = { from: first, to: week < to ? week : to }
    for (const schedule of schedules.values()) {
      const starts = candidateStarts(calendar, demand, schedule, window)
      if (starts.some((start) => isWantedAt(wanted, start, timeZone))) return true
    }
  }
  return false
}
