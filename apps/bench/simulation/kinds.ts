/**
 * The model of ten thousand clinics in one table. Every number is our own assumption: no published source that could be
 * cited says how often such businesses are called. With better numbers, change the table and run the bench again.
 */

/** What one business of a kind has, and what happens to it on a working day. */
export type Kind = {
  readonly name: string
  /** Of all businesses; the shares of the table add up to 1. */
  readonly share: number
  readonly professionals: number
  readonly services: number
  /** Booked on a working day by one professional, whatever day the booking is for. */
  readonly bookings: number
  /** Who arrives without a booking and takes a number, on a day. */
  readonly queueEntries: number
  /** Dashboards that are open at the same time in the busiest hour. */
  readonly dashboards: number
  /** Share of the businesses with a program that keeps a copy in sync by polling. */
  readonly integrations: number
  /** Share with a webhook for every event of appointments. */
  readonly webhooks: number
  /** Share of the bookings that need a deposit. */
  readonly deposits: number
}

export const KINDS: readonly Kind[] = [
  {
    name: 'solo',
    share: 0.5,
    professionals: 1,
    services: 4,
    bookings: 7,
    queueEntries: 0,
    dashboards: 0.4,
    integrations: 0.1,
    webhooks: 0.1,
    deposits: 0.1,
  },
  {
    name: 'salon',
    share: 0.25,
    professionals: 4,
    services: 15,
    bookings: 9,
    queueEntries: 6,
    dashboards: 1.2,
    integrations: 0.15,
    webhooks: 0.2,
    deposits: 0.05,
  },
  {
    name: 'clinic',
    share: 0.2,
    professionals: 8,
    services: 12,
    bookings: 12,
    queueEntries: 25,
    dashboards: 3,
    integrations: 0.5,
    webhooks: 0.5,
    deposits: 0.05,
  },
  {
    name: 'studio',
    share: 0.05,
    professionals: 3,
    services: 6,
    bookings: 20,
    queueEntries: 0,
    dashboards: 1,
    integrations: 0.2,
    webhooks: 0.2,
    deposits: 0,
  },
]

/** Who books: shares of all bookings. */
export const CHANNELS = { dashboard: 0.5, publicPages: 0.25, api: 0.15, agents: 0.1 } as const
export type Channel = keyof typeof CHANNELS

/** Looks at free times before one booking. On the phone, the receptionist looks once or twice. */
export const LOOKS: Readonly<Record<Channel, number>> = {
  dashboard: 2,
  publicPages: 5,
  api: 3,
  agents: 6,
}

/** What follows one booking sooner or later, and so comes as often as this share of bookings. */
export const AFTER = { confirm: 0.6, complete: 0.8, cancel: 0.12, reschedule: 0.1 } as const

/** An open dashboard reads its agenda again when an event tells it to, and when someone turns to another day. */
export const AGENDA_READS = { perEvent: 1, turnsAnHour: 20 } as const

/** Seconds between two polls of an integration. Each poll asks the feed, and every tenth one reads a list. */
export const POLL_SECONDS = 60
export const POLLS_PER_LIST = 10

/** How receivers of webhooks answer: shares of the endpoints. */
export const RECEIVERS = [
  { what: 'answer at once', share: 0.85, answers: true, delayMs: 20, failShare: 0 },
  { what: 'take a second', share: 0.1, answers: true, delayMs: 1000, failShare: 0 },
  { what: 'refuse one of ten at first', share: 0.03, answers: true, delayMs: 50, failShare: 0.1 },
  { what: 'never answer', share: 0.02, answers: false, delayMs: 0, failShare: 0 },
] as const

/** Where the businesses are, by the people of Brazil's zones, roughly. */
export const ZONES = [
  { zone: 'America/Sao_Paulo', share: 0.91, hoursBehind: 0 },
  { zone: 'America/Manaus', share: 0.08, hoursBehind: 1 },
  { zone: 'America/Rio_Branco', share: 0.01, hoursBehind: 2 },
] as const

/** Shares of a day's bookings by the local hour; the first row counts from midnight. They add up to 1. */
export const HOURS: readonly number[] = [
  0.002, 0.001, 0.001, 0.001, 0.002, 0.005, 0.018, 0.045, 0.135, 0.11, 0.09, 0.08, 0.045, 0.075,
  0.095, 0.08, 0.065, 0.055, 0.05, 0.04, 0.035, 0.03, 0.025, 0.015,
].map((share, _, all) => share / all.reduce((sum, one) => sum + one, 0))

/** Beside the day of the middle; Sunday first. Mondays bring what the weekend left. */
export const WEEKDAYS: readonly number[] = [0.15, 1.35, 1.05, 1, 1, 1.05, 0.55]

/** The busiest minute of an hour beside its average: doors and lines open at eight, and after lunch. */
export const BURSTS: Readonly<Record<number, number>> = { 8: 3, 13: 2 }

export const CLINICS = 10_000
