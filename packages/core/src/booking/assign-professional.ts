import {
  addDays,
  BLOCKING_STATUSES,
  judgeStart,
  localDateOf,
  startOfLocalDay,
  type Demand,
  type Judgement,
} from '@scheduling/availability'
import type { WriteContext } from '../change/write-context.ts'
import { hasFeature } from '../contract/features.ts'
import { invalid, Problem } from '../contract/problems.ts'
import { cannotPerform } from '../professionals/named-professional.ts'
import { chooseProfessional } from './choose-professional.ts'
import { loadSchedules, NO_HOURS } from './load-schedules.ts'
import type { Performer } from './service-selection.ts'

/** A start that needs a professional. The caller has locked all `candidates`. */
export type AssignmentRequest = {
  readonly serviceIds: readonly number[]
  readonly demand: Demand
  /** Epoch milliseconds. */
  readonly start: number
  readonly now: number
  /**
   * `one`: the professional whom the caller names. `same`: the one who has the appointment now. `any`: one of
   * the candidates who is free.
   */
  readonly choice: 'one' | 'same' | 'any'
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

/** A candidate who is active and performs all of the services. */
type EligibleProfessional = Performer & {
  /** Epoch milliseconds; null: never. */
  readonly lastAssignedAt: number | null
}

/**
 * Assigns a professional to a start, with the function that also lists free slots. Refusals come in the order
 * that the API documents.
 *
 * @throws `409 professional_cannot_perform_service`, `409 min_advance_violation`, `403 forbidden_overbook`,
 *   `409 slot_unavailable`; `400 inactive` on `professional_id`
 */
export async function assignProfessional(
  context: WriteContext,
  request: AssignmentRequest,
): Promise<Assignment> {
  const eligible = await eligibleProfessionals(context, request)
  if (request.keepsStart !== true) requireWithinReach(context, request)
  const judgements = await judge(context, request, eligible)
  const among = (verdict: Judgement['verdict']) =>
    eligible.filter(({ id }) => judgements.get(id)?.verdict === verdict)

  const free = await choose(context, request, among('free'))
  if (free !== null) return { professional: free, isOverbook: false }
  const busy = among('busy')
  if (!request.allowOverbook || busy.length === 0) throw unavailable(request, judgements)
  if (!hasFeature(context.organization, 'overbooking')) {
    throw new Problem(
      'forbidden_overbook',
      'This time is taken, and the organization does not allow overbooking.',
    )
  }
  const overbooked = await choose(context, request, busy)
  if (overbooked === null) throw unavailable(request, judgements)
  return { professional: overbooked, isOverbook: true }
}

/** Reads the candidates after they were locked: one may have been deactivated, or lost a service, in between. */
async function eligibleProfessionals(
  { tx, organization }: WriteContext,
  request: AssignmentRequest,
): Promise<EligibleProfessional[]> {
  const rows = await tx.professional.findMany({
    where: { organizationId: organization.id, id: { in: [...request.candidates] } },
    select: {
      id: true,
      name: true,
      isActive: true,
      lastAssignedAt: true,
      services: {
        where: { serviceId: { in: [...request.serviceIds] } },
        select: { serviceId: true },
      },
    },
    orderBy: { id: 'asc' },
  })
  const performs = (row: (typeof rows)[number]) => row.services.length === request.serviceIds.length
  if (request.choice !== 'any') {
    if (rows.some((row) => !row.isActive)) throw inactive(request)
    if (!rows.some(performs)) throw cannotPerform()
  }
  return rows
    .filter((row) => row.isActive && performs(row))
    .map(({ id, name, lastAssignedAt }) => ({
      id,
      name,
      lastAssignedAt: lastAssignedAt?.getTime() ?? null,
    }))
}

/** Notice and horizon are the same for all professionals, so no calendar is read to check them. */
function requireWithinReach({ organization }: WriteContext, request: AssignmentRequest): void {
  const calendar = {
    timeZone: organization.timeZone,
    holidays: new Set<string>(),
    now: request.now,
  }
  const { verdict } = judgeStart(calendar, request.demand, NO_HOURS, request.start)
  if (verdict === 'too_soon') {
    const minutes = request.demand.minAdvanceMinutes
    throw new Problem(
      'min_advance_violation',
      request.start < request.now
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

async function judge(
  { tx, organization }: WriteContext,
  request: AssignmentRequest,
  professionals: readonly EligibleProfessional[],
): Promise<Map<number, Judgement>> {
  const { start } = request
  // Without notice, and with a clock that stands at the start, no start is too soon or too far ahead.
  const demand =
    request.keepsStart === true ? { ...request.demand, minAdvanceMinutes: 0 } : request.demand
  const { calendar, schedules } = await loadSchedules(tx, organization, {
    professionalIds: professionals.map(({ id }) => id),
    demand,
    from: start,
    until: start,
    now: request.keepsStart === true ? start : request.now,
    exceptHoldId: request.exceptHoldId ?? null,
  })
  return new Map(
    [...schedules].map(([id, schedule]) => [id, judgeStart(calendar, demand, schedule, start)]),
  )
}

/** The one whom the fairness rule chooses, and the only one if the caller named a professional. */
async function choose(
  { tx, organization }: WriteContext,
  request: AssignmentRequest,
  professionals: readonly EligibleProfessional[],
): Promise<Performer | null> {
  const [only] = professionals
  if (only === undefined || request.choice !== 'any') return only ?? null
  const kept = professionals.find(({ id }) => id === request.preferred)
  if (kept !== undefined) return kept
  const date = localDateOf(request.start, organization.timeZone)
  const loads = await tx.appointment.groupBy({
    by: ['professionalId'],
    where: {
      organizationId: organization.id,
      professionalId: { in: professionals.map(({ id }) => id) },
      status: { in: [...BLOCKING_STATUSES] },
      startsAt: {
        gte: new Date(startOfLocalDay(date, organization.timeZone)),
        lt: new Date(startOfLocalDay(addDays(date, 1), organization.timeZone)),
      },
    },
    _count: true,
  })
  const loadOf = new Map(loads.map((row) => [row.professionalId, row._count]))
  const chosen = chooseProfessional(
    professionals.map((one) => ({ ...one, load: loadOf.get(one.id) ?? 0 })),
  )
  if (chosen !== null) {
    await tx.professional.update({
      where: { organizationId_id: { organizationId: organization.id, id: chosen.id } },
      data: { lastAssignedAt: new Date(request.now) },
    })
  }
  return chosen
}

function inactive({ choice }: AssignmentRequest): Problem {
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
