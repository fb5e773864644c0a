/** Wishes as they are stored. */
import { column, narrowed, tables } from '@scheduling/database'
import { z } from 'zod'
import { recordsOf, type RowIn } from '../lists/records.ts'

/** `UNCONFIRMED`: a stranger left it, and is offered nothing yet. `OFFERED`: time is held for it. The last three are ends. */
export const WISH_STATUSES = [
  'UNCONFIRMED',
  'WAITING',
  'OFFERED',
  'BOOKED',
  'EXPIRED',
  'REMOVED',
] as const
export const WishStatus = z.enum(WISH_STATUSES)
export type WishStatus = z.output<typeof WishStatus>

/** Those that have not ended. */
export const OPEN_STATUSES = [
  'UNCONFIRMED',
  'WAITING',
  'OFFERED',
] as const satisfies readonly WishStatus[]
/** Those that are on the waitlist. */
export const LISTED_STATUSES = ['WAITING', 'OFFERED'] as const satisfies readonly WishStatus[]

const among = (statuses: readonly WishStatus[]) =>
  `w.status IN (${statuses.map((status) => `'${status}'`).join(', ')})`
/** Of a wish `w`, in SQL. */
export const IS_OPEN = among(OPEN_STATUSES)
export const IS_LISTED = among(LISTED_STATUSES)

/** `OPEN`: its time is held. `WITHDRAWN`: it could not be booked any more, or the client was not told, or the wish has ended. */
export const OFFER_OUTCOMES = ['OPEN', 'BOOKED', 'DECLINED', 'LAPSED', 'WITHDRAWN'] as const
export type OfferOutcome = (typeof OFFER_OUTCOMES)[number]

export const WISH = narrowed(tables.waitlistWish, {
  status: column.oneOf<WishStatus>('text'),
  fromDate: column.date,
  toDate: column.date,
})

/** Instants are epoch milliseconds. */
type LatestOffer = {
  readonly id: number
  readonly professionalId: number
  readonly professionalName: string
  readonly startsAt: number
  readonly heldUntil: number
  readonly outcome: OfferOutcome
}

const LATEST_OFFER = `(SELECT json_build_object('id', o.id, 'professionalId', o.professional_id, 'professionalName', op.name,
    'startsAt', (extract(epoch FROM o.starts_at) * 1000)::float8, 'heldUntil', (extract(epoch FROM o.held_until) * 1000)::float8,
    'outcome', o.outcome)
  FROM waitlist_offer o JOIN professional op ON op.id = o.professional_id WHERE o.wish_id = w.id ORDER BY o.id DESC LIMIT 1)`

const SERVICES = `(SELECT json_agg(json_build_object('id', s.id, 'name', s.name) ORDER BY ws.position)
  FROM waitlist_wish_service ws JOIN service s ON s.id = ws.service_id WHERE ws.wish_id = w.id)`

export const WISHES = recordsOf({
  table: tables.waitlistWish,
  alias: 'w',
  row: {
    ...WISH.columns,
    professionalName: column.by('p.name', column.nullable(column.text)),
    firstName: column.by('c.first_name', column.text),
    lastName: column.by('c.last_name', column.nullable(column.text)),
    services: column.by(SERVICES, column.json<{ id: number; name: string }[]>()),
    offer: column.by(LATEST_OFFER, column.nullable(column.json<LatestOffer>())),
  },
  joins: `LEFT JOIN professional p ON p.id = w.professional_id JOIN client c ON c.id = w.client_id`,
})

export type WishRow = RowIn<typeof WISHES>
export type OfferRow = NonNullable<WishRow['offer']>
