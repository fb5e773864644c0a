/** Offers a start to who waits for it, and holds it. */
import { formatInstant } from '@scheduling/availability'
import { findRow, insertRow, tables } from '@scheduling/database'
import { assignProfessional } from '../appointments/assign-professional.ts'
import { readCandidates } from '../appointments/read-candidates.ts'
import { keepTime } from '../appointments/hold.ts'
import { requestedProfessionalFault } from '../appointments/service-selection.ts'
import { lockProfessionals } from '../change/locks.ts'
import type { Work } from '../change/system-work.ts'
import { writeMessages } from '../change/write-messages.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalidFields, Problem } from '../contract/problems.ts'
import { cannotPerform } from '../professionals/named-professional.ts'
import type { Source } from '../context.ts'
import { changeWishRow, findWish, lockWish } from './load.ts'
import { offerable, requireWaiting } from './offerable.ts'
import type { WishRow } from './rows.ts'

export type Offered = {
  readonly wishId: number
  /** Epoch milliseconds. */
  readonly start: number
  /** Null: any free professional that the wish allows. */
  readonly professionalId: number | null
  /** `system`: the service offers it by itself. */
  readonly source: Source
}

/**
 * Holds a start for a wish that waits, and tells its client, in one transaction: there is no hold without a message.
 *
 * @throws `400 validation_error` on `professional_id`; `404 not_found`; `409 action_not_allowed` when the wish does not wait, or its services cannot be booked;
 *   `409 professional_cannot_perform_service`, `409 min_advance_violation`, `409 slot_unavailable`;
 *   `422 client_identifier_required` when the service offers it by itself, and cannot tell the client
 */
export async function offerTime(
  work: Work,
  { wishId, start, professionalId, source }: Offered,
): Promise<WishRow> {
  const { tx, organization } = work
  const seen = await findWish(tx, organization.id, wishId)
  const selection = await offerable(tx, organization, seen)
  if (professionalId !== null) {
    const fault = await requestedProfessionalFault(tx, organization, selection, professionalId)
    if (fault !== null) throw invalidFields([fault])
  }
  const candidates = selection.performers
    .map(({ id }) => id)
    .filter((id) => professionalId === null || id === professionalId)
  if (candidates.length === 0) throw cannotPerform()
  await lockProfessionals(tx, candidates)
  const wish = await lockWish(tx, organization.id, wishId)
  requireWaiting(wish)
  const now = work.now()
  const heldUntil = now + LIMITS.offerMinutes * 60_000
  const { demand } = selection
  const request = {
    serviceIds: selection.services.map(({ id }) => id),
    demand,
    start,
    choice: candidates.length === 1 ? 'one' : 'any',
    candidates,
    isNew: true,
    allowOverbook: false,
  } as const
  const read = await readCandidates(work, request, now)
  const { professional } = await assignProfessional(work, request, read, now)
  const { id: offerId } = await insertRow(tx, tables.waitlistOffer, {
    organizationId: organization.id,
    wishId,
    professionalId: professional.id,
    startsAt: new Date(start),
    heldUntil: new Date(heldUntil),
    source,
  })
  await keepTime(tx, {
    ...demand,
    organizationId: organization.id,
    professionalId: professional.id,
    start,
    heldFor: { offerId },
    heldUntil,
  })
  await changeWishRow(tx, wish, { status: 'OFFERED' })
  work.note({
    action: 'waitlist_wish.offered',
    id: wishId,
    changes: { start: { from: null, to: formatInstant(start, organization.timeZone) } },
  })
  await writeMessages(tx, organization.id, [
    {
      id: work.newId('msg'),
      purpose: 'offer',
      record: 'waitlist_offer',
      record_id: offerId,
      client_id: wish.clientId,
      cause: `offer ${offerId}`,
      about: { start: formatInstant(start, organization.timeZone) },
    },
  ])
  if (source === 'system' && !(await isTold(work, offerId))) throw cannotBeTold()
  return findWish(tx, organization.id, wishId)
}

/** Whether a message was written: the client has an e-mail, or agreed to WhatsApp where the organization has it. */
async function isTold({ tx, organization }: Work, offerId: number): Promise<boolean> {
  const message = await findRow(tx, tables.message, {
    organizationId: organization.id,
    record: 'waitlist_offer',
    recordId: offerId,
  })
  return message !== null
}

/** Time held for a client who cannot be notified is lost. The team can call, and offer it by hand. */
function cannotBeTold(): Problem {
  const message = 'There is no way to send this client a message.'
  return new Problem('client_identifier_required', message)
}
