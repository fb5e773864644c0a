/** Puts a wish on the waitlist, for visitors and for the team. */
import { addDays } from '@scheduling/availability'
import { selectServices } from '../appointments/service-selection.ts'
import { depositOf, requireTypeOffered } from '../appointments/service-selection.ts'
import type { Source } from '../context.ts'
import type { Work } from '../change/system-work.ts'
import { todayOf } from '../availability/window.ts'
import type { BookingClient } from '../clients/client-choice.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalid, invalidFields, type Problem } from '../contract/problems.ts'
import { requireFeature } from '../procedure/rights.ts'
import { publicFaults } from '../public-booking/free-times.ts'
import { requireRoom } from './few-wishes.ts'
import { findWish, insertWish } from './load.ts'
import type { WishRow } from './rows.ts'
import type { WishInput } from './wish.ts'
import { isWorked } from './worked-hours.ts'

export type Wanted = WishInput & {
  readonly service_ids: readonly number[]
  readonly professional_id?: number | null | undefined
  readonly language: 'pt' | 'en'
  readonly source: Source
  /** It is asked for once nothing else is wrong, since finding it takes locks. */
  readonly client: () => Promise<BookingClient>
}

/**
 * What can't be booked on the public page can't be waited for: a client who is offered it books it there.
 *
 * A stranger's wish is served once it is confirmed.
 *
 * @throws `400 validation_error`; `403 feature_not_enabled`; `409 action_not_allowed`
 */
export async function addWish(work: Work, wanted: Wanted): Promise<WishRow> {
  const { tx, organization, now, emit, note } = work
  const { service_ids: serviceIds } = wanted
  const { selection, faults } = await selectServices(tx, organization, serviceIds)
  const found = publicFaults(selection, faults, wanted)
  if (found.length > 0) throw invalidFields(found)
  requireTypeOffered(organization, selection)
  if (depositOf(selection.services) !== null) requireFeature(work, 'deposits')
  const today = todayOf(now(), organization.timeZone)
  if (wanted.to_date < today) throw invalid('to_date', 'out_of_range', 'This day is over.')
  if (wanted.to_date > addDays(today, LIMITS.wishHorizonDays)) {
    const message = `\`to_date\` can be at most ${LIMITS.wishHorizonDays} days from today.`
    throw invalid('to_date', 'out_of_range', message)
  }
  const isByStranger = wanted.source === 'public_booking'
  if (isByStranger && !(await isWorked(work, selection, wanted))) throw noneWorks()
  await requireRoom(work)
  const client = await (await wanted.client()).apply()
  if (client.event !== null) emit(client.event)
  const id = await insertWish(tx, {
    organizationId: organization.id,
    clientId: client.client.id,
    professionalId: wanted.professional_id ?? null,
    source: wanted.source,
    language: wanted.language,
    fromDate: wanted.from_date,
    toDate: wanted.to_date,
    weekdays: [...new Set(wanted.weekdays)].toSorted((one, other) => one - other),
    fromMinute: wanted.from_minute,
    toMinute: wanted.to_minute,
    waitsSince: new Date(now()),
    serviceIds,
    status: isByStranger ? 'UNCONFIRMED' : 'WAITING',
  })
  note({ action: 'waitlist_wish.added', id, changes: null })
  return findWish(tx, organization.id, id)
}

function noneWorks(): Problem {
  const message = 'No professional who performs the services works at these hours on these days.'
  return invalid('from_minute', 'out_of_range', message)
}
