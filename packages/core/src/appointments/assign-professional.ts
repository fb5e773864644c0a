import {
  addDays,
  BLOCKING_STATUSES,
  judgeStart,
  localDateOf,
  startOfLocalDay,
  type Demand,
  type Judgement,
} from '@scheduling/availability'
import { column, query, selected, sqlOf, statement } from '@scheduling/database'
import type { Work } from '../change/system-work.ts'
import { hasFeature } from '../contract/features.ts'
import { invalid, Problem } from '../contract/problems.ts'
import { cannotPerform } from '../professionals/named-professional.ts'
import { chooseProfessional, type Candidate } from './choose-professional.ts'
import {
  CALENDARS,
  calendarValues,
  NO_HOURS,
  schedulesOf,
  type ScheduleRequest,
  type Schedules,
} from './load-schedules.ts'
import { deleteExpired } from './hold.ts'
import type { Performer } from './service-selection.ts'
import { instantIn } from '../ground/sql-instant.ts'

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
  /** The appointment already has this start: notice and horizon do not apply, and the start may be in the past. */
  readonly keepsStart?: boolean
  /** The hold of the appointment that is being moved. */
  readonly exceptHoldId?: number | null
}

export type Assignment = { readonly professional: Performer; readonly isOverbook: boolean }

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

/**
 * Assigns a professional to a start, with the function that also lists free slots. Refusals come in the order
 * that the API documents.
 *
 * @param now epoch milliseconds, when the candidates were locked
 * @throws `409 professional_cannot_perform_service`, `409 min_advance_violation`, `403 forbidden_overbook`,
 *   `409 slot_unavailable`; `400 inactive` on `professional_id` and `service_ids`
 */
export async function assignProfessional(
  context: Work,
  request: AssignmentRequest,
  read: Candidates,
  now: number,
): Promise<Assignment> {
  const eligible = eligibleAmong(read.rows, request)
  if (request.keepsStart !== true) requireWithinReach(context, request, now)
  if (read.schedules === null) {
    // It came within reach meanwhile, so the calendars have not been read.
    return assignProfessional(context, request, await readCandidates(context, request, now), now)
  }
  const { schedules } = read
  const assignment = assignAmong(context, request, { eligible, schedules }, now)
  await deleteExpired(context.tx, context.organization.id, schedules.expiredHolds)
  const { id } = assignment.professional
  if (request.choice === 'any' && id !== request.preferred) {
    await noteAssignment(context, [id], now)
  }
  return assignment
}

/**
 * As `assignProfessional`, of what was read, for a start that is within reach. Nothing is written.
 *
 * @throws `403 forbidden_overbook`, `409 slot_unavailable`
 */
export function assignAmong(
  context: Work,
  request: AssignmentRequest,
  read: { readonly eligible: readonly CandidateRow[]; readonly schedules: Schedules },
  now: number,
): Assignment {
  const { eligible, schedules } = read
  const judgements = judge(schedules, request, eligible, now)
  const among = (verdict: Judgement['verdict']) =>
    eligible.filter(({ id }) => judgements.get(id)?.verdict === verdict)
  const assigned = ({ id, name }: CandidateRow, isOverbook: boolean): Assignment => ({
    professional: { id, name },
    isOverbook,
  })

  const free = choose(request, among('free'))
  if (free !== null) return assigned(free, false)
  const busy = among('busy')
  if (!request.allowOverbook || busy.length === 0) throw unavailable(request, judgements)
  if (!hasFeature(context.organization, 'overbooking')) {
    throw new Problem(
      'forbidden_overbook',
      'This time is taken, and the organization does not allow overbooking.',
    )
  }
  const overbooked = choose(request, busy)
  if (overbooked === null) throw unavailable(request, judgements)
  return assigned(overbooked, true)
}

/**
 * Those who are active and perform all of the services.
 *
 * @throws `409 professional_cannot_perform_service`, `400 inactive` on `professional_id` and `service_ids`,
 *   `409 slot_unavailable`
 */
export function eligibleAmong(
  rows: readonly CandidateRow[],
  request: Pick<AssignmentRequest, 'choice' | 'serviceIds' | 'isNew'>,
): readonly CandidateRow[] {
  const performs = (row: CandidateRow) => row.performed === request.serviceIds.length
  if (request.isNew && rows.some((row) => row.offered < request.serviceIds.length)) {
    throw invalid('service_ids', 'inactive', 'One of these services is no longer offered.')
  }
  if (request.choice !== 'any') {
    if (rows.some((row) => !row.isActive)) throw inactive(request)
    if (!rows.some(performs)) throw cannotPerform()
  }
  return rows.filter((row) => row.isActive && performs(row))
}

/** Notice and horizon are the same for all professionals, so no calendar is read to check them. */
function reach(
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
        ? 'This start is in the past.'
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

function scheduleRequest(
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

function judge(
  { calendar, schedules }: Schedules,
  { start, keepsStart, demand }: AssignmentRequest,
  professionals: readonly CandidateRow[],
  now: number,
): Map<number, Judgement> {
  // Without notice, and with a clock that stands at the start, no start is too soon or too far ahead.
  const asked = keepsStart === true ? { ...demand, minAdvanceMinutes: 0 } : demand
  const clock = { ...calendar, now: keepsStart === true ? start : now }
  const judgements = new Map<number, Judgement>()
  for (const { id } of professionals) {
    const schedule = schedules.get(id)
    if (schedule !== undefined) judgements.set(id, judgeStart(clock, asked, schedule, start))
  }
  return judgements
}

/** The one whom the fairness rule chooses, and the only one if the caller named a professional. */
function choose(
  request: AssignmentRequest,
  professionals: readonly CandidateRow[],
): CandidateRow | null {
  const [only] = professionals
  if (only === undefined || request.choice !== 'any') return only ?? null
  return (
    professionals.find(({ id }) => id === request.preferred) ?? chooseProfessional(professionals)
  )
}

const assignmentNoted = statement(
  'assignment noted',
  `UPDATE professional SET last_assigned_at = ${instantIn('$3')}
    WHERE organization_id = $1::int AND id = ANY($2::int[])`,
)

/** The fairness rule has chosen these professionals, so that others come first next time. */
export async function noteAssignment(
  { tx, organization }: Work,
  professionalIds: readonly number[],
  now: number,
): Promise<void> {
  await assignmentNoted(sqlOf(tx), [organization.id, professionalIds, now])
}

function inactive({ choice }: Pick<AssignmentRequest, 'choice'>): Problem {
  if (choice === 'one') {
    return invalid('professional_id', 'inactive', 'This professional no longer takes bookings.')
  }
  return new Problem(
    'slot_unavailable',
    'The professional no longer takes bookings. Choose another professional with `professional_id`.',
  )
}

function unavailable(
  request: AssignmentRequest,
  judgements: ReadonlyMap<number, Judgement>,
): Problem {
  const isBusy = [...judgements.values()].some(({ verdict }) => verdict === 'busy')
  const who = request.choice === 'any' ? 'Every professional' : 'The professional'
  return new Problem(
    'slot_unavailable',
    judgements.size === 0
      ? 'No professional performs all of these services.'
      : isBusy
        ? `${who} is taken at this time.`
        : `${who} is off at this time: the time is outside working hours.`,
  )
}
