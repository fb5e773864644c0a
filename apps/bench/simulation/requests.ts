/** What a request of each kind sends, for a business that is chosen as the table of kinds says. */
import { addDays, localDateOf, startOfLocalDay } from '@scheduling/availability'
import type { Arrival } from './arrivals.ts'
import { freeStart } from './calendar.ts'
import type { Business } from './fill.ts'
import { KINDS, type Kind } from './kinds.ts'
import type { Timed } from './open-load.ts'
import type { Request } from './rates.ts'

/** Looks at free times go so many days ahead. */
const LOOK_DAYS = 14
/** Free starts are booked in the order of their places, and no longer ahead than clients may book. */
const BOOKED_DAYS = 80

export const isFollowed = (kind: number, place: number): boolean =>
  hasShare(place, KINDS[kind]?.integrations ?? 0)
export const hasWebhook = (kind: number, place: number): boolean =>
  hasShare(place + 50, KINDS[kind]?.webhooks ?? 0)

/** Spreads a share evenly over the businesses. */
function hasShare(place: number, share: number): boolean {
  return ((place * 37) % 101) / 101 < share
}

/** How often a business of a kind makes this request, beside others. */
const WEIGHTS: Readonly<Record<Request, (kind: Kind) => number>> = {
  slots: booked,
  'booking page': booked,
  book: booked,
  confirm: booked,
  complete: booked,
  cancel: booked,
  reschedule: booked,
  'take a number': ({ queueEntries }) => queueEntries,
  agenda: ({ dashboards, ...kind }) => dashboards * booked(kind),
  feed: () => 1,
  list: () => 1,
}

function booked({ professionals, bookings }: Pick<Kind, 'professionals' | 'bookings'>): number {
  return professionals * bookings
}

export type Maker = {
  /** Null: the business has nothing left that such a request could change. */
  shot(arrival: Arrival): Timed | null
}

/** @param random 0 ≤ n < 1 */
export function requestMaker(businesses: readonly Business[], random: () => number): Maker {
  const followed = businesses.filter(({ kind }, place) => isFollowed(kind, place))
  const choices = new Map<Request, () => Business | undefined>()
  const choose = (request: Request): Business | undefined => {
    let choice = choices.get(request)
    if (choice === undefined) {
      const among = request === 'feed' || request === 'list' ? followed : businesses
      choice = chooser(among, WEIGHTS[request], random)
      choices.set(request, choice)
    }
    return choice()
  }
  const taken = new Map<number, number>()
  let visitors = 0
  const any = <Value>(values: readonly Value[]): Value | undefined =>
    values[Math.floor(random() * values.length)]
  const MAKERS: Readonly<Record<Request, (business: Business) => Made | null>> = {
    slots: (business) => ({
      method: 'GET',
      path: `/v1/availability/slots?service_ids=${business.serviceIds[0]}&date=${dayAhead(business)}`,
    }),
    'booking page': (business) => {
      const asked = {
        slug: business.slug,
        service_ids: [business.serviceIds[0]],
        date: dayAhead(business),
      }
      visitors += 1
      return {
        method: 'GET',
        path: `/trpc/publicBooking.slots?input=${encodeURIComponent(JSON.stringify(asked))}`,
        credential: `X-Forwarded-For: ${addressOf(visitors)}`,
      }
    },
    book: (business) => {
      const start = nextStart(business)
      if (start === null) return null
      const needsDeposit = random() < (KINDS[business.kind]?.deposits ?? 0)
      const body = {
        service_ids: [business.serviceIds[needsDeposit ? 1 : 0]],
        ...start,
        client_id: business.firstClientId + Math.floor(random() * 20),
      }
      return { method: 'POST', path: '/v1/appointments', body }
    },
    confirm: ({ pendingIds }) => change(pendingIds.shift(), 'confirm'),
    complete: ({ confirmedIds }) => change(confirmedIds.shift(), 'complete'),
    cancel: ({ pendingIds }) => change(pendingIds.shift(), 'cancel'),
    reschedule: (business) => {
      const start = nextStart(business)
      return start === null ? null : change(business.confirmedIds.shift(), 'reschedule', start)
    },
    'take a number': (business) => {
      if (business.queueServiceId === null) return null
      visitors += 1
      const client = { first_name: 'Maria', phone: `(11) 9${70_000_000 + visitors}` }
      const body = { service_id: business.queueServiceId, client }
      return { method: 'POST', path: '/v1/queue/entries', body }
    },
    agenda: (business) => {
      const from = todayOf(business)
      const input = encodeURIComponent(JSON.stringify({ from, to: from }))
      const credential = cookieOf(business)
      return { method: 'GET', path: `/trpc/appointments.agenda?input=${input}`, credential }
    },
    feed: ({ slug }) => ({ method: 'GET', path: '/v1/events?limit=100&', follows: slug }),
    list: () => {
      const since = encodeURIComponent(new Date(Date.now() - 600_000).toISOString())
      return { method: 'GET', path: `/v1/appointments?limit=100&updated_since=${since}` }
    },
  }
  function dayAhead(business: Business): string {
    return addDays(todayOf(business), 1 + Math.floor(random() * LOOK_DAYS))
  }
  /** A start that no one else takes. */
  function nextStart(business: Business): { start: string; professional_id: number } | null {
    const professional = any(business.professionalIds)
    if (professional === undefined) return null
    const place = taken.get(professional) ?? 0
    taken.set(professional, place + 1)
    const start = freeStart(startOfLocalDay(todayOf(business), business.timeZone), place)
    if (start > Date.now() + BOOKED_DAYS * 86_400_000) return null
    return { start: new Date(start).toISOString(), professional_id: professional }
  }
  return {
    shot({ at, request }) {
      const business = choose(request)
      const made = business === undefined ? null : MAKERS[request](business)
      if (business === undefined || made === null) return null
      return { credential: `Authorization: Bearer ${business.key}`, ...made, at, kind: request }
    },
  }
}

type Made = Pick<Timed, 'method' | 'path' | 'body' | 'follows'> & Partial<Pick<Timed, 'credential'>>

function change(id: number | undefined, action: string, body: object = {}): Made | null {
  return id === undefined
    ? null
    : { method: 'POST', path: `/v1/appointments/${id}/${action}`, body }
}

export function cookieOf({ session }: Business): string {
  return `Cookie: scheduling_session=${session}`
}

function todayOf({ timeZone }: Business): string {
  return localDateOf(Date.now(), timeZone)
}

/** Each visitor has an address: requests are counted by it. */
function addressOf(visitor: number): string {
  return `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`
}

function chooser(
  businesses: readonly Business[],
  weightOf: (kind: Kind) => number,
  random: () => number,
): () => Business | undefined {
  let sum = 0
  const until = businesses.map(({ kind }) => {
    const known = KINDS[kind]
    return (sum += known === undefined ? 0 : weightOf(known))
  })
  return () => {
    const place = random() * sum
    // The first one whose end lies behind the place.
    let [low, high] = [0, until.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((until[middle] ?? 0) > place) high = middle
      else low = middle + 1
    }
    return businesses[low]
  }
}
