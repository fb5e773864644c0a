import { judgeStart, type Judgement } from '@scheduling/availability'
import { sqlOf, statement } from '@scheduling/database'
import type { Work } from '../change/system-work.ts'
import { hasFeature } from '../contract/features.ts'
import { invalid, Problem } from '../contract/problems.ts'
import { cannotPerform } from '../professionals/named-professional.ts'
import { chooseProfessional } from './choose-professional.ts'
import type { Schedules } from './load-schedules.ts'
import { deleteExpired } from './hold.ts'
import type { Performer } from './service-selection.ts'
import { instantIn } from '../ground/sql-instant.ts'
import { type CandidateRow, type Candidates, readCandidates } from './read-candidates.ts'
import { type AssignmentRequest, requireWithinReach } from './read-candidates.ts'

export type Assignment = { readonly professional: Performer; readonly isOverbook: boolean }

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
  const taken = among('busy')
  const busy = taken.length > 0 || request.allowClosed !== true ? taken : among('outside_hours')
  if (!request.allowOverbook || busy.length === 0) throw unavailable(request, judgements)
  if (!hasFeature(context.organization, 'overbooking')) {
    throw new Problem(
      'forbidden_overbook',
      'This time is taken or closed, and the organization does not allow overbooking.',
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
