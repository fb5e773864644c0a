/** Takes time out of the calendar for a caller that has not booked it yet. */
import { formatInstant } from '@scheduling/availability'
import { assignProfessional } from '../appointments/assign-professional.ts'
import { keepTime } from '../appointments/hold.ts'
import { readCandidates } from '../appointments/read-candidates.ts'
import { requestedServices } from '../appointments/requested.ts'
import {
  demandOf,
  durationOf,
  priceOf,
  requireTypeOffered,
} from '../appointments/service-selection.ts'
import { lockOrganization, lockProfessionals } from '../change/locks.ts'
import type { WriteContext } from '../change/write-context.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalidFields, Problem } from '../contract/problems.ts'
import { releaseHold } from './end-hold.ts'
import { countHolds, findHold, insertHold, lockHold, type HoldCount, type HoldRow } from './rows.ts'

export type HoldRequest = {
  readonly serviceIds: readonly number[]
  /** Epoch milliseconds. */
  readonly start: number
  /** Null: any professional. */
  readonly professionalId: number | null
  readonly minutes: number
  /** The visitor at the caller; null: the caller does not say. */
  readonly holder: string | null
}

/**
 * Holds a start, judged by the function that books. What the same visitor held before is released in the same transaction:
 * one visitor keeps one time.
 *
 * @throws `400 validation_error`; `409 action_not_allowed` beyond the limits of the visitor, the caller or the organization;
 *   the refusals of a booking
 */
export async function holdTime(context: WriteContext, asked: HoldRequest): Promise<HoldRow> {
  const { tx, organization, actor, note } = context
  const { start, professionalId, holder } = asked
  const { selection, faults } = await requestedServices(context, {
    service_ids: [...asked.serviceIds],
    professional_id: professionalId,
  })
  if (faults.length > 0) throw invalidFields(faults)
  requireTypeOffered(organization, selection)
  const caller = { callerId: actor.id ?? actor.type, callerName: actor.name ?? actor.type }
  const by = { organizationId: organization.id, callerId: caller.callerId, holder }
  const [, count] = await Promise.all([
    lockOrganization(tx, organization.id),
    countHolds(tx, { ...by, now: context.now() }),
  ])
  requireFew(context, count)
  const candidates =
    professionalId === null ? selection.performers.map(({ id }) => id) : [professionalId]
  const { earlier } = count
  const demand = demandOf(selection.services, organization)
  const request = {
    serviceIds: asked.serviceIds,
    demand,
    start,
    choice: professionalId === null ? 'any' : 'one',
    candidates,
    isNew: true,
    allowOverbook: false,
  } as const
  const seen = context.now()
  const [, read] = await Promise.all([
    lockProfessionals(tx, [...candidates, ...(earlier === null ? [] : [earlier.professionalId])]),
    earlier === null ? readCandidates(context, request, seen) : null,
  ])
  if (earlier !== null) await releaseHold(context, await lockHold(tx, organization.id, earlier.id))
  const now = context.now()
  const { professional } = await assignProfessional(
    context,
    request,
    read ?? (await readCandidates(context, request, now)),
    now,
  )
  const expiresAt = now + asked.minutes * 60_000
  const id = await insertHold(tx, {
    organizationId: organization.id,
    professionalId: professional.id,
    serviceIds: [...asked.serviceIds],
    startsAt: new Date(start),
    endsAt: new Date(start + durationOf(selection.services) * 60_000),
    price: priceOf(selection.services),
    expiresAt: new Date(expiresAt),
    createdAt: new Date(now),
    holder,
    ...caller,
  })
  const [, row] = await Promise.all([
    keepTime(tx, {
      ...demand,
      organizationId: organization.id,
      professionalId: professional.id,
      start,
      heldFor: { timeHoldId: id },
      heldUntil: expiresAt,
    }),
    findHold(tx, organization.id, id),
  ])
  note({
    action: 'hold.created',
    id,
    changes: { start: { from: null, to: formatInstant(start, organization.timeZone) } },
  })
  return row
}

/** What a visitor holds already is released for the new hold, so it does not count. */
function requireFew({ holdLimits }: WriteContext, count: HoldCount): void {
  const replaced = count.earlier === null ? 0 : 1
  const { holdsPerHolderPerHour } = LIMITS
  if (count.ofHolder >= holdsPerHolderPerHour) {
    throw new Problem(
      'action_not_allowed',
      `A \`holder\` can have ${holdsPerHolderPerHour} holds in one hour. Book what is held, or try again later.`,
    )
  }
  const { perKey, perOrganization } = holdLimits
  if (count.ofCaller - replaced >= perKey) {
    throw new Problem(
      'action_not_allowed',
      `This key holds ${count.ofCaller} times, and can hold ${perKey} at once. Release or book one first.`,
    )
  }
  if (count.inOrganization - replaced >= perOrganization) {
    throw new Problem(
      'action_not_allowed',
      `The organization has ${count.inOrganization} holds, and can have ${perOrganization} at once. Release or book one first.`,
    )
  }
}
