import { addDays, localDateOf, startOfLocalDay } from '@scheduling/availability'
import { column, query, sqlOf } from '@scheduling/database'
import type { WriteContext } from '../change/write-context.ts'
import { Problem } from '../contract/problems.ts'
import { instantsIn } from '../ground/sql-instant.ts'
import {
  assignAmong,
  eligibleAmong,
  noteAssignment,
  type Assignment,
} from './assign-professional.ts'
import { requireWithinReach, type AssignmentRequest } from './read-candidates.ts'
import { BLOCKING, readCandidates } from './read-candidates.ts'
import { deleteExpired } from './hold.ts'
import type { Schedules } from './load-schedules.ts'

/** Several starts that need a professional each. The caller has locked all `candidates`. */
export type SeriesRequest = Pick<
  AssignmentRequest,
  'serviceIds' | 'demand' | 'choice' | 'isNew' | 'candidates' | 'allowOverbook' | 'allowClosed'
>

/** What a start comes to. */
export type Assigned = { readonly start: number } & (
  | { readonly assignment: Assignment }
  | { readonly refusal: Problem }
)

/**
 * Assigns a professional to each start, by the rules of a single booking: a start that is assigned takes its time
 * from those after it. With `any`, the fairness rule chooses for the first start that fits, and the others stay with
 * that professional where possible. It takes a few statements, however many starts there are.
 *
 * @param starts epoch milliseconds, in order, and not empty
 * @param now epoch milliseconds, when the candidates were locked
 * @throws `409 professional_cannot_perform_service`; `400 inactive` on `professional_id`
 */
export async function assignEach(
  context: WriteContext,
  request: SeriesRequest,
  starts: readonly number[],
  now: number,
): Promise<Assigned[]> {
  const [first] = starts
  const last = starts.at(-1)
  if (first === undefined || last === undefined) throw new Error('A series has a start.')
  const [{ rows, schedules: calendars }, loads] = await Promise.all([
    // Whether a start is within reach is asked of each, so that the calendars are read in any case.
    readCandidates(context, { ...request, start: first, until: last, keepsStart: true }, now),
    request.choice === 'any' ? loadsOf(context, request.candidates, starts) : NO_LOADS,
  ])
  if (calendars === null) throw new Error('The calendars of a series were not read.')
  const eligible = eligibleAmong(rows, request)
  const { schedules, take } = withRoomFor(calendars, request)
  const chosen: number[] = []
  const assigned = starts.map((start): Assigned => {
    const [preferred] = chosen
    const asked = { ...request, start, ...(preferred === undefined ? {} : { preferred }) }
    try {
      requireWithinReach(context, asked, now)
      const date = localDateOf(start, context.organization.timeZone)
      const loaded = eligible.map((row) => ({ ...row, load: loads.get(`${row.id} ${date}`) ?? 0 }))
      const assignment = assignAmong(context, asked, { eligible: loaded, schedules }, now)
      const { id } = assignment.professional
      take(id, start)
      if (!chosen.includes(id)) chosen.push(id)
      return { start, assignment }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return { start, refusal: error }
    }
  })
  await deleteExpired(context.tx, context.organization.id, calendars.expiredHolds)
  if (request.choice === 'any' && chosen.length > 0) await noteAssignment(context, chosen, now)
  return assigned
}

/** Calendars in which starts can be taken before anything is written. */
function withRoomFor({ calendar, schedules, expiredHolds }: Schedules, { demand }: SeriesRequest) {
  const open = new Map(
    [...schedules].map(([id, schedule]) => [id, { ...schedule, busy: [...schedule.busy] }]),
  )
  return {
    schedules: { calendar, schedules: open, expiredHolds },
    take(professionalId: number, start: number): void {
      open.get(professionalId)?.busy.push({
        kind: 'appointment',
        id: 0,
        serviceId: demand.serviceId,
        start,
        end: start + demand.durationMinutes * 60_000,
        bufferBeforeMinutes: demand.bufferBeforeMinutes,
        bufferAfterMinutes: demand.bufferAfterMinutes,
      })
    },
  }
}

const loadsByDay = query({
  name: 'loads by day',
  text: `
    SELECT a.professional_id AS "professionalId", day.place::int AS place, count(*)::int AS load
    FROM unnest(${instantsIn('$3')}, ${instantsIn('$4')}) WITH ORDINALITY AS day (begins, ends, place)
    JOIN appointment AS a ON a.organization_id = $1::int AND a.professional_id = ANY($2::int[])
      AND a.status IN (${BLOCKING}) AND a.starts_at >= day.begins AND a.starts_at < day.ends
    GROUP BY a.professional_id, day.place`,
  row: { professionalId: column.int, place: column.int, load: column.int },
})

const NO_LOADS: ReadonlyMap<string, number> = new Map()

/** Appointments of each candidate on the date of each start, by `<professional> <date>`. */
async function loadsOf(
  { tx, organization }: WriteContext,
  candidates: readonly number[],
  starts: readonly number[],
): Promise<ReadonlyMap<string, number>> {
  const { id, timeZone } = organization
  const dates = [...new Set(starts.map((start) => localDateOf(start, timeZone)))]
  const begins = (date: string) => startOfLocalDay(date, timeZone)
  const rows = await loadsByDay(sqlOf(tx), [
    id,
    candidates,
    dates.map(begins),
    dates.map((date) => begins(addDays(date, 1))),
  ])
  return new Map(
    rows.map(({ professionalId, place, load }) => [
      `${professionalId} ${dates[place - 1] ?? ''}`,
      load,
    ]),
  )
}
