/**
 * What clients did and saw, and what is there at the end. The checker reads nothing else, so a history can be made by
 * hand, spoilt, and kept.
 */

/** What a caller can intend. Each has its event in `rules.ts`. */
export type Kind =
  | 'book'
  | 'move'
  | 'cancel'
  | 'confirm'
  | 'complete'
  | 'no_show'
  | 'join'
  | 'call'
  | 'finish'
  | 'skip'
  | 'charge'
  | 'pay'

/** The parts of an answer and of an event's object that are compared, and the whole of it as text. */
export type Shown = {
  readonly id: number
  readonly status: string
  /** Null for what has none. */
  readonly start: string | null
  readonly professionalId: number | null
}

export type Outcome =
  /** `status` 200 for a creation: what was there already was answered. */
  | {
      readonly kind: 'ok'
      readonly status: number
      readonly requestId: string
      readonly shown: Shown
      readonly text: string
    }
  /** The service said that it changed nothing. */
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly code: string
      readonly requestId: string
    }
  /** No one said what became of it. */
  | { readonly kind: 'unknown'; readonly why: string }

export type Operation = {
  readonly organization: number
  readonly kind: Kind
  /** Of the intention: repeats with the same key have the same. What it creates carries it. */
  readonly tag: string
  /** `Idempotency-Key`. Null: none. */
  readonly key: string | null
  /** What it acts on; null for what creates. */
  readonly subject: number | null
  /** Which process was asked. */
  readonly api: string
  /** Milliseconds since 1970, by the machine's clock. */
  readonly from: number
  readonly to: number
  readonly outcome: Outcome
}

export type Event = {
  readonly organization: number
  readonly sequence: number
  readonly id: string
  readonly type: string
  readonly createdAt: number
  readonly requestId: string
  /** Who caused it: `api_key`, `user`, `system`… */
  readonly actor: string
  readonly shown: Shown
  /** Of what a caller created; null for anything else. */
  readonly tag: string | null
}

/** An appointment as its row says. */
export type AppointmentRow = Shown & {
  readonly organization: number
  readonly serviceId: number
  readonly end: string
  readonly tag: string | null
  /** Whether it has its time in the calendar, and that time is its own. */
  readonly isHeld: boolean
  /** When it was made, confirmed, completed, cancelled: milliseconds since 1970, by kind of operation. */
  readonly times: Readonly<Partial<Record<Kind, number>>>
}

export type QueueRow = Shown & { readonly organization: number; readonly tag: string | null }

/** Of its payment code only whether it ever came. */
export type DepositRow = { readonly id: number; readonly status: string; readonly hasCode: boolean }

export type Sighting = { readonly sequence: number; readonly id: string }

/** Someone who follows the events of an organization, in the order in which they came. */
export type Reader = {
  readonly name: string
  readonly organization: number
  readonly seen: readonly Sighting[]
}

/** A copy that someone keeps by `updated_since`, and the list itself at the end: records by id, as text. */
export type Copy = {
  readonly name: string
  readonly records: ReadonlyMap<number, string>
  readonly truth: ReadonlyMap<number, string>
}

export type Arrival = {
  readonly webhook: string
  readonly eventId: string
  readonly attemptId: string
  readonly isSigned: boolean
  readonly at: number
}

export type Delivery = {
  readonly webhook: string
  readonly eventId: string
  readonly state: string
}

export type Attempt = {
  readonly id: string
  readonly webhook: string
  readonly eventId: string
  readonly number: number
  readonly status: string
  readonly responseStatus: number | null
}

/** Requests of one key that were let through within one second, while the counters were there. */
export type Burst = { readonly second: number; readonly passed: number; readonly most: number }

export type History = {
  readonly operations: readonly Operation[]
  readonly events: readonly Event[]
  readonly appointments: readonly AppointmentRow[]
  readonly queue: readonly QueueRow[]
  readonly deposits: readonly DepositRow[]
  /** How many clients one start of a service takes, by the service's id. */
  readonly capacities: ReadonlyMap<number, number>
  readonly readers: readonly Reader[]
  readonly copies: readonly Copy[]
  /** Every webhook, with the organization whose events it gets. */
  readonly webhooks: ReadonlyMap<string, number>
  readonly arrivals: readonly Arrival[]
  readonly deliveries: readonly Delivery[]
  readonly attempts: readonly Attempt[]
  readonly bursts: readonly Burst[]
}

/** What must never happen. */
export const ANOMALIES = [
  'booked twice',
  'answered and missing',
  'answered and different',
  'answered differently',
  'answered with a fault',
  'refused and done',
  'half there',
  'done twice',
  'done unasked',
  'step not allowed',
  'event lost',
  'event twice',
  'event out of order',
  'seen in another order',
  'copy differs',
  'delivery lost',
  'recorded wrongly',
  'signature wrong',
  'limit passed',
  'time moved',
] as const

export type Anomaly = {
  /** `process`: one ended by itself, or did what it must not under a fault. */
  readonly kind: (typeof ANOMALIES)[number] | 'process'
  readonly what: string
  /** When it happened, where that can be told: milliseconds since 1970. */
  readonly at: number | null
}

export type Check = (history: History) => Anomaly[]
