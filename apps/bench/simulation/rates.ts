/** What the table of kinds makes of ten thousand clinics: requests a second at the busiest times. */
import {
  AFTER,
  AGENDA_READS,
  BURSTS,
  CHANNELS,
  HOURS,
  KINDS,
  LOOKS,
  POLL_SECONDS,
  POLLS_PER_LIST,
  WEEKDAYS,
  ZONES,
  type Channel,
  type Kind,
} from './kinds.ts'

/** The kinds of request that are driven. */
export const REQUESTS = [
  'slots',
  'booking page',
  'book',
  'confirm',
  'complete',
  'cancel',
  'reschedule',
  'take a number',
  'agenda',
  'feed',
  'list',
] as const
export type Request = (typeof REQUESTS)[number]

export type Rates = Readonly<Record<Request, number>>

/** Means over the table, of one business. */
function mean(of: (kind: Kind) => number): number {
  return KINDS.reduce((sum, kind) => sum + kind.share * of(kind), 0)
}

/** On an ordinary working day. */
export const BOOKINGS = mean(({ professionals, bookings }) => professionals * bookings)
export const QUEUE_ENTRIES = mean(({ queueEntries }) => queueEntries)
export const DASHBOARDS = mean(({ dashboards }) => dashboards)
export const INTEGRATIONS = mean(({ integrations }) => integrations)
/** What happens at a business with a webhook, or with a dashboard: large ones have more of both. */
const BOOKINGS_TOLD = mean((kind) => kind.webhooks * kind.professionals * kind.bookings)
const BOOKINGS_SEEN = mean((kind) => kind.dashboards * kind.professionals * kind.bookings)

/** Events of appointments for one booking: itself, and what follows. */
export const EVENTS_PER_BOOKING =
  1 + Object.values(AFTER).reduce((sum: number, share) => sum + share, 0)
const EVENTS_PER_ENTRY = 1

/** Of the day's bookings, in the hour at this time of São Paulo: other zones are behind. */
export function shareOfHour(hour: number): number {
  return ZONES.reduce(
    (sum, { share, hoursBehind }) => sum + share * (HOURS[(hour - hoursBehind + 24) % 24] ?? 0),
    0,
  )
}

export type Moment = { readonly weekday: number; readonly hour: number }

/** The moment at which most is booked. */
export const BUSIEST: Moment = WEEKDAYS.flatMap((_, weekday) =>
  HOURS.map((__, hour) => ({ weekday, hour })),
).reduce((most, moment) => (bookingsIn(moment) > bookingsIn(most) ? moment : most))

/** Bookings of one business in this hour. */
export function bookingsIn({ weekday, hour }: Moment): number {
  return BOOKINGS * (WEEKDAYS[weekday] ?? 0) * shareOfHour(hour)
}

/** How much busier the busiest minute is than its hour; polls and streams go on as ever. */
export function burstOf({ hour }: Moment): number {
  return BURSTS[hour] ?? 1
}

function overChannels(of: (channel: Channel) => number): number {
  return (Object.keys(CHANNELS) as Channel[]).reduce(
    (sum, channel) => sum + CHANNELS[channel] * of(channel),
    0,
  )
}

/**
 * Requests a second of one business, on average.
 *
 * @param burst how much busier than the average of its hour
 */
export function ratesAt(moment: Moment, burst = 1): Rates {
  const scale = (burst * bookingsIn(moment)) / BOOKINGS / 3600
  const book = BOOKINGS * scale
  const looks = overChannels((channel) => LOOKS[channel])
  const pages = CHANNELS.publicPages * LOOKS.publicPages
  const polls = INTEGRATIONS / POLL_SECONDS
  return {
    slots: book * (looks - pages),
    'booking page': book * pages,
    book,
    confirm: book * AFTER.confirm,
    complete: book * AFTER.complete,
    cancel: book * AFTER.cancel,
    reschedule: book * AFTER.reschedule,
    'take a number': QUEUE_ENTRIES * scale,
    agenda:
      BOOKINGS_SEEN * scale * EVENTS_PER_BOOKING * AGENDA_READS.perEvent +
      (DASHBOARDS * AGENDA_READS.turnsAnHour) / 3600,
    feed: polls,
    list: polls / POLLS_PER_LIST,
  }
}

/** Events and deliveries of one business, a second. */
export function eventsAt(moment: Moment, burst = 1): { events: number; deliveries: number } {
  const scale = (burst * bookingsIn(moment)) / BOOKINGS / 3600
  return {
    events: scale * (BOOKINGS * EVENTS_PER_BOOKING + QUEUE_ENTRIES * EVENTS_PER_ENTRY),
    deliveries: scale * BOOKINGS_TOLD * EVENTS_PER_BOOKING,
  }
}

export function total(rates: Rates): number {
  return Object.values(rates).reduce((sum, rate) => sum + rate, 0)
}
