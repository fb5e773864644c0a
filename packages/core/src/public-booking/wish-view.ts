/** A wish, as its client sees it. */
import { Problem } from '../contract/problems.ts'
import { addDays, formatInstant, startOfLocalDay } from '@scheduling/availability'
import { z } from 'zod'
import { findAppointment } from '../appointments/load.ts'
import { demandOf, depositOf, selectServices } from '../appointments/service-selection.ts'
import { priceText } from '../appointments/service-selection.ts'
import { Currency, Money } from '../ground/fields.ts'
import { DateOnly, Instant } from '../ground/time-fields.ts'
import { money } from '../ground/money.ts'
import { isLinkOf } from '../links/record-link.ts'
import { type LinkKind, LinkToken } from './links.ts'
import { ownLink } from './links.ts'
import { depositMethod } from '../payments/payee.ts'
import { DepositMethod, toVisitedOrganization, VisitedOrganization } from './offer.ts'
import type { Visited } from './visit.ts'
import { findWish } from '../waitlist/load.ts'
import { WishStatus, type WishRow } from '../waitlist/rows.ts'
import { isEnded, openOffer } from '../waitlist/wish.ts'

export const WISH_LINK: LinkKind<WishRow> = {
  record: 'waitlist_wish',
  byMessage: 'waitlist_confirmation',
  find: findWish,
  endOf: ({ endedAt, toDate }, timeZone) =>
    +(endedAt ?? startOfLocalDay(addDays(toDate, 1), timeZone)),
}

export const WishView = z.object({
  /** `OFFERED` while the offer can be taken. */
  status: WishStatus,
  services: z.array(z.string()),
  /** Null: any professional. */
  professional: z.string().nullable(),
  from_date: DateOnly,
  to_date: DateOnly,
  weekdays: z.array(z.int().min(0).max(6)),
  from_minute: z.int().min(0),
  to_minute: z.int().max(1440),
  offer: z
    .object({
      start: Instant,
      end: Instant,
      duration_minutes: z.int().min(1),
      professional: z.string(),
      held_until: Instant,
      price: Money.nullable(),
      currency: Currency,
      /** Null: no deposit is asked for. */
      deposit_amount: Money.nullable(),
      deposit_method: DepositMethod,
    })
    .nullable(),
  /** The link of what was booked by it. Null: nothing was, or that link works no more. */
  appointment_url: z.string().nullable(),
  /** By this link, which came in a message. */
  can_confirm: z.boolean(),
  can_leave: z.boolean(),
  organization: VisitedOrganization,
})

/** @param token of the link by which it is seen; null: none, it was just left */
export async function wishView(
  visited: Visited,
  row: WishRow,
  token: string | null,
): Promise<z.input<typeof WishView>> {
  const offer = await offerView(visited, row)
  // The timer may not have come yet: what can no longer be taken is not shown as an offer.
  const status = row.status === 'OFFERED' && offer === null ? 'WAITING' : row.status
  return {
    status,
    services: row.services.map(({ name }) => name),
    professional: row.professionalName,
    from_date: row.fromDate,
    to_date: row.toDate,
    weekdays: row.weekdays,
    from_minute: row.fromMinute,
    to_minute: row.toMinute,
    offer,
    appointment_url: await appointmentUrl(visited, row),
    can_confirm:
      row.status === 'UNCONFIRMED' &&
      token !== null &&
      isLinkOf(visited, 'waitlist_confirmation', row, token),
    can_leave: !isEnded(row),
    organization: toVisitedOrganization(visited),
  }
}

async function offerView(visited: Visited, row: WishRow) {
  const { db, organization, now } = visited
  const offer = openOffer(row, now())
  if (offer === null) return null
  const serviceIds = row.services.map(({ id }) => id)
  const { selection } = await selectServices(db, organization, serviceIds)
  const { services } = selection
  if (services.length === 0) return null
  const { durationMinutes } = demandOf(services, organization)
  const deposit = depositOf(services)
  const at = (instant: number) => formatInstant(instant, organization.timeZone)
  return {
    start: at(offer.startsAt),
    end: at(offer.startsAt + durationMinutes * 60_000),
    duration_minutes: durationMinutes,
    professional: offer.professionalName,
    held_until: at(offer.heldUntil),
    price: priceText(services),
    currency: 'BRL' as const,
    deposit_amount: money(deposit),
    deposit_method: deposit === null ? ('PIX' as const) : await depositMethod(db, visited),
  }
}

async function appointmentUrl(visited: Visited, row: WishRow): Promise<string | null> {
  if (row.appointmentId === null) return null
  const appointment = await findAppointment(visited.db, visited.organization.id, row.appointmentId)
  return ownLink(visited, 'appointment', appointment, row.appointmentLinkVersion)
}

export const WithToken = z.object({ token: LinkToken })

export function offerOver(): Problem {
  return new Problem('action_not_allowed', 'Nothing is offered now, or the offer is over.')
}
