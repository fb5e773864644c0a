/** How long professionals work, as their hours stand now. */
import { addDays, openMinutes, startOfLocalDay, type DateWindow } from '@scheduling/availability'
import { query, selected, sqlOf } from '@scheduling/database'
import { CALENDARS, schedulesOf } from '../appointments/load-schedules.ts'
import type { Context } from '../context.ts'

const { holds: _holds, ...HOURS } = CALENDARS

const hoursOf = query({
  name: 'hours of an overview',
  text: `SELECT ${selected(HOURS, '')}`,
  row: HOURS,
})

/**
 * The hours of the days, less blocked times, holidays, and times of calendars elsewhere.
 *
 * @returns minutes by professional, for each of the windows
 */
export async function readOpenMinutes(
  { db, organization, now }: Pick<Context, 'db' | 'organization' | 'now'>,
  professionalIds: readonly number[],
  windows: readonly DateWindow[],
): Promise<ReadonlyMap<number, number>[]> {
  const { id, timeZone } = organization
  const [first = ''] = windows.map(({ from }) => from).toSorted()
  // The hours of the last date can go on into the next, which can cut them short.
  const last = addDays(
    windows
      .map(({ to }) => to)
      .toSorted()
      .at(-1) ?? first,
    2,
  )
  const span = [first, last].map((date) => startOfLocalDay(date, timeZone))
  const [read] = await hoursOf(sqlOf(db), [id, professionalIds, first, last, ...span])
  if (read === undefined) throw new Error('The query of the hours returned no row.')
  const request = { professionalIds, now: now() }
  const { calendar, schedules } = schedulesOf(organization, request, { ...read, holds: [] })
  return windows.map(
    (window) =>
      new Map(
        [...schedules].map(([professionalId, schedule]) => [
          professionalId,
          openMinutes(schedule, calendar, window),
        ]),
      ),
  )
}
