/** What of professionals a booking is judged by, read behind their locks. */
import {
  judgeStart,
  type Demand,
  addDays,
  BLOCKING_STATUSES,
  localDateOf,
  startOfLocalDay,
} from '@scheduling/availability'
import { column, query, selected, sqlOf } from '@scheduling/database'
import type { Work } from '../change/system-work.ts'
import { Problem } from '../contract/problems.ts'
import { instantIn } from '../ground/sql-instant.ts'
import type { Candidate } from './choose-professional.ts'
import {
  NO_HOURS,
  type ScheduleRequest,
  CALENDARS,
  calendarValues,
  schedulesOf,
  type Schedules,
} from './load-schedules.ts'

/** For `IN (…)`. The statuses stand in the text: they are the same in every call. */
export const BLOCKING = BLOCKING_STATUSES.map((status) => `'${status}'`).join(', ')

export type CandidateRow = Candidate & {
  readonly name: string
  readonly isActive: boolean
  /** How many of the services this one performs. */
  readonly performed: number
  /** How many of the services can be booked. */
  readonly offered: number
}

/**
 * The candidates in one row, ordered by id, with the appointments of the day: the fairness rule compares them.
 *
 * @param after how many parameters come before the services and the bounds of the day, which follow one another. Without
 *   bounds no appointment is counted
 */
function candidatesBy(after: number) {
  const at = (place: number) => `$${after + place}`
  return column.by(
    `(SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'isActive', p.is_active,
        'lastAssignedAt', floor(extract(epoch FROM p.last_assigned_at) * 1000),
        'performed', (SELECT count(*) FROM professional_service AS performed
          WHERE performed.professional_id = p.id AND performed.service_id = ANY(${at(1)}::int[])),
        'offered', (SELECT count(*) FROM service AS s
          WHERE s.organization_id = $1::int AND s.id = ANY(${at(1)}::int[]) AND s.is_active AND s.booking_mode = 'SCHEDULED'),
        'load', (SELECT count(*) FROM appointment AS a
          WHERE a.organization_id = $1::int AND a.professional_id = p.id AND a.status IN (${BLOCKING})
            AND a.starts_at >= ${instantIn(at(2))} AND a.starts_at < ${instantIn(at(3))})
      ) ORDER BY p.id), '[]')
      FROM professional AS p WHERE p.organization_id = $1::int AND p.id = ANY($2::int[]))`,
    column.json<CandidateRow[]>(),
  )
}

const CANDIDATES = { candidates: candidatesBy(2) }

const candidatesOf = query({
  name: 'candidates',
  text: `SELECT ${selected(CANDIDATES, '')}`,
  row: CANDIDATES,
})

const WITH_CALENDARS = { ...CALENDARS, candidates: candidatesBy(6) }

const candidatesWithCalendars = query({
  name: 'candidates with calendars',
  text: `SELECT ${selected(WITH_CALENDARS, '')}`,
  row: WITH_CALENDARS,
})

/** What an assignment is judged by, read after the lock. */
export type Candidates = {
  readonly rows: readonly CandidateRow[]
  /** Null: the start was out of reach when they were asked for, and no appointment was counted either. */
  readonly schedules: Schedules | null
}

/**
 * Reads the candidates: one may have been deactivated, or lost a service, in between. It may be sent together with
 * their lock, behind it.
 *
 * @param now epoch milliseconds
 */
export async function readCandidates(
  context: Work,
  request: AssignmentRequest,
  now: number,
): Promise<Candidates> {
  const { organization, tx } = context
  const { candidates, serviceIds } = request
  if (request.keepsStart !== true && reach(context, request, now) !== 'free') {
    const [read] = await candidatesOf(sqlOf(tx), [
      organization.id,
      candidates,
      serviceIds,
      null,
      null,
    ])
    return { rows: read?.candidates ?? [], schedules: null }
  }
  const asked = scheduleRequest(request, now)
  const [read] = await candidatesWithCalendars(sqlOf(tx), [
    ...calendarValues(organization, asked),
    serviceIds,
    ...dayOf(organization, request),
  ])
  if (read === undefined) throw new Error('The query of the candidates returned no row.')
  return { rows: read.candidates, schedules: schedulesOf(organization, asked, read) }
}

/** The bounds of the local day of the start, for the fairness rule alone. Epoch milliseconds. */
function dayOf(
  { timeZone }: Work['organization'],
  { choice, start }: AssignmentRequest,
): readonly [from: number | null, until: number | null] {
  if (choice !== 'any') return [null, null]
  const date = localDateOf(start, timeZone)
  return [startOfLocalDay(date, timeZone), startOfLocalDay(addDays(date, 1), timeZone)]
}

/** A start that needs a professional. The caller has locked all `candidates`. */
export type AssignmentRequest = {
  readonly serviceIds: readonly number[]
  readonly demand: Demand
  /** Epoch milliseconds. */
  readonly start: number
  /** The last of several starts, whose calendars are to be read too. */
  readonly until?: number
  /**
   * `one`: the professional whom the caller names. `same`: the one who has the appointment now. `any`: one of
   * the candidates who is free.
   */
  readonly choice: 'one' | 'same' | 'any'
  /** The services must still be offered. What was booked before can be moved all the same. */
  readonly isNew: boolean
  readonly candidates: readonly number[]
  /** With `any`: this professional is chosen if free. */
  readonly preferred?: number
  readonly allowOverbook: boolean
  /** Where it is closed counts as what is taken. */
  readonly allowClosed?: boolean
  /** The appointment already has this start: notice and horizon do not apply, and the start may be in the past. */
  readonly keepsStart?: boolean
  /** The hold of the appointment that is being moved. */
  readonly exceptHoldId?: number | null
}

/** Notice and horizon are the same for all professionals, so no calendar is read to check them. */
export function reach(
  { organization }: Work,
  { demand, start }: AssignmentRequest,
  now: number,
): 'free' | 'too_soon' | 'too_far' {
  const calendar = { timeZone: organization.timeZone, holidays: new Set<string>(), now }
  const { verdict } = judgeStart(calendar, demand, NO_HOURS, start)
  return verdict === 'too_soon' || verdict === 'too_far' ? verdict : 'free'
}

/** @throws `409 min_advance_violation`, `409 slot_unavailable` */
export function requireWithinReach(context: Work, request: AssignmentRequest, now: number): void {
  const verdict = reach(context, request, now)
  if (verdict === 'too_soon') {
    const minutes = request.demand.minAdvanceMinutes
    throw new Problem(
      'min_advance_violation',
      request.start < now
        ? minutes < 0
          ? `This start is more than ${-minutes / 1440} days ago.`
          : 'This start is in the past.'
        : `This start is too soon: an appointment must be booked at least ${minutes} minutes before it starts.`,
    )
  }
  if (verdict === 'too_far') {
    throw new Problem(
      'slot_unavailable',
      `This start is too far ahead: an appointment can be booked at most ${request.demand.maxAdvanceDays ?? 0} days before it starts.`,
    )
  }
}

export function scheduleRequest(
  { demand, start, until = start, candidates, exceptHoldId }: AssignmentRequest,
  now: number,
): ScheduleRequest {
  return {
    professionalIds: candidates,
    demand,
    from: start,
    until,
    now,
    exceptHoldId: exceptHoldId ?? null,
  }
}
