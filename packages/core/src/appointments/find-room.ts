import {
  addDays,
  BLOCKING_STATUSES,
  judgeStart,
  localDateOf,
  startOfLocalDay,
  type Demand,
  type Judgement,
} from '@scheduling/availability'
import { cannotPerform } from '../availability/asked.ts'
import type { Performer } from '../availability/basket.ts'
import { loadSchedules, NO_HOURS } from '../availability/load-schedules.ts'
import type { WriteContext } from '../context.ts'
import { hasFeature } from '../contract/features.ts'
import { invalid, Problem } from '../contract/problems.ts'
import { chooseProfessional } from './choose-professional.ts'

/** A start for which somebody is sought. The caller holds the locks of all `candidates`. */
export type RoomRequest = {
  readonly serviceIds: readonly number[]
  readonly demand: Demand
  /** Epoch milliseconds. */
  readonly start: number
  readonly now: number
  /** `one`: whom the caller names. `same`: who has the appointment now. `any`: whoever of them is free. */
  readonly choice: 'one' | 'same' | 'any'
  readonly candidates: readonly number[]
  /** With `any`: keeps the appointment when free. */
  readonly preferred?: number
  readonly allowOverbook: boolean
  /** The appointment has this start already: notice and horizon were kept, and it may have passed. */
  readonly keepsStart?: boolean
  /** The hold of the appointment that is being moved. */
  readonly exceptHoldId?: number | null
}

export type Room = { readonly professional: Performer; readonly isOverbook: boolean }

type Contender = Performer & { readonly lastAssignedAt: number | null }

/**
 * Decides who takes a start, by the very function that lists free slots. Refusals come in the order that
 * the API promises: `professional_cannot_perform_service`, `min_advance_violation`, `forbidden_overbook`,
 * `slot_unavailable`.
 */
export async function findRoom(context: WriteContext, request: RoomRequest): Promise<Room> {
  const contenders = await contendersOf(context, request)
  if (request.keepsStart !== true) requireWithinReach(context, request)
  const verdicts = await judge(context, request, contenders)
  const among = (verdict: Judgement['verdict']) =>
    contenders.filter(({ id }) => verdicts.get(id)?.verdict === verdict)

  const free = await choose(context, request, among('free'))
  if (free !== null) return { professional: free, isOverbook: false }
  const working = among('busy')
  if (!request.allowOverbook || working.length === 0) throw unavailable(request, verdicts)
  if (!hasFeature(context.organization, 'overbooking')) {
    throw new Problem(
      'forbidden_overbook',
      'This time is taken, and the organization does not allow overbooking.',
    )
  }
  const overbooked = await choose(context, request, working)
  if (overbooked === null) throw unavailable(request, verdicts)
  return { professional: overbooked, isOverbook: true }
}

/** Read after the locks: whoever was deactivated or lost a service meanwhile is no candidate any more. */
async function contendersOf(
  { tx, organization }: WriteContext,
  request: RoomRequest,
): Promise<Contender[]> {
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

/** Notice and horizon are the same for everybody, and nothing needs to be read to judge them. */
function requireWithinReach({ organization }: WriteContext, request: RoomRequest): void {
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
  request: RoomRequest,
  contenders: readonly Contender[],
): Promise<Map<number, Judgement>> {
  const { start } = request
  // Asked at the very instant of the start, and without notice, nothing is too soon or too far.
  const demand =
    request.keepsStart === true ? { ...request.demand, minAdvanceMinutes: 0 } : request.demand
  const { calendar, schedules } = await loadSchedules(tx, organization, {
    professionalIds: contenders.map(({ id }) => id),
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

/** Whom the fairness rule picks; asked for by name, nobody needs to be weighed. */
async function choose(
  { tx, organization }: WriteContext,
  request: RoomRequest,
  contenders: readonly Contender[],
): Promise<Performer | null> {
  const [only] = contenders
  if (only === undefined || request.choice !== 'any') return only ?? null
  const kept = contenders.find(({ id }) => id === request.preferred)
  if (kept !== undefined) return kept
  const date = localDateOf(request.start, organization.timeZone)
  const loads = await tx.appointment.groupBy({
    by: ['professionalId'],
    where: {
      organizationId: organization.id,
      professionalId: { in: contenders.map(({ id }) => id) },
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
    contenders.map((contender) => ({ ...contender, load: loadOf.get(contender.id) ?? 0 })),
  )
  if (chosen !== null) {
    await tx.professional.update({
      where: { organizationId_id: { organizationId: organization.id, id: chosen.id } },
      data: { lastAssignedAt: new Date(request.now) },
    })
  }
  return chosen
}

function inactive({ choice }: RoomRequest): Problem {
  if (choice === 'one') {
    return invalid('professional_id', 'inactive', 'This professional no longer takes bookings.')
  }
  return new Problem(
    'slot_unavailable',
    'The professional no longer takes bookings. Choose another professional with `professional_id`.',
  )
}

function unavailable(request: RoomRequest, verdicts: ReadonlyMap<number, Judgement>): Problem {
  const isBusy = [...verdicts.values()].some(({ verdict }) => verdict === 'busy')
  const who = request.choice === 'any' ? 'Every professional' : 'The professional'
  return new Problem(
    'slot_unavailable',
    verdicts.size === 0
      ? 'No professional performs all of these services.'
      : isBusy
        ? `${who} is taken at this time.`
        : `${who} is off at this time: the time is outside working hours.`,
  )
}
