import type { EventType } from '@scheduling/events'
import type { Source } from '../context.ts'
import type { NoteAction } from './notes.ts'

/**
 * An event that an outcome always has, or, with `maybe`, only when there is something to tell. With `several`, any
 * number of events of these types, in any order: what one act does to many records.
 */
export type Emission =
  | EventType
  | { readonly maybe: EventType }
  | { readonly several: readonly EventType[] }

/** The events of each outcome, in the order of the feed. An outcome that is not named has none. */
export type Emits = Readonly<Record<string, readonly Emission[]>>

export const maybe = (type: EventType): Emission => ({ maybe: type })

export const several = (...types: readonly EventType[]): Emission => ({ several: types })

export function typesOf(emission: Emission): readonly EventType[] {
  if (typeof emission === 'string') return [emission]
  return 'maybe' in emission ? [emission.maybe] : emission.several
}

type SystemWork = {
  /** What it is, as the docs name the cause. */
  readonly is: string
  /** The `source` of its events; the actor is the system. */
  readonly source: Extract<Source, 'system' | 'payment' | 'messaging'>
  readonly emits: readonly Emission[]
  readonly notes?: readonly NoteAction[]
}

/** The changes that no call asks for, and their events. What calls emit, their declarations say. */
export const SYSTEM_WORK = {
  requestDeposit: {
    is: 'a deposit is asked for',
    source: 'system',
    emits: [maybe('appointment.updated'), maybe('queue.entry.updated')],
  },
  issueCharge: {
    is: 'the code of a deposit comes after the request for it',
    source: 'payment',
    emits: [maybe('deposit.created')],
    notes: ['deposit.charge_refused'],
  },
  recordPayment: {
    is: 'a payment arrives',
    source: 'payment',
    emits: [maybe('deposit.paid'), maybe('appointment.confirmed')],
    notes: ['deposit.payment_returned'],
  },
  refundDeposit: {
    is: 'a refund is settled after the request for it',
    source: 'payment',
    emits: [maybe('deposit.refunded')],
    notes: ['deposit.refund_rejected'],
  },
  expireDeposit: {
    is: 'a deposit is not paid in time',
    source: 'system',
    emits: [
      maybe('deposit.expired'),
      maybe('appointment.cancelled'),
      maybe('queue.entry.cancelled'),
    ],
  },
  endQueueEntry: {
    is: 'a call of the queue is not answered, or the day of the queue ends',
    source: 'system',
    emits: [maybe('queue.entry.no_show'), maybe('queue.entry.cancelled'), maybe('deposit.expired')],
  },
  recordSending: {
    is: 'a message to a client is sent, or fails',
    source: 'messaging',
    emits: [
      maybe('messaging.message.sent'),
      maybe('messaging.message.failed'),
      maybe('appointment.reminder_sent'),
    ],
  },
  receiveMessages: {
    is: 'a client writes',
    source: 'messaging',
    emits: [several('messaging.message.received')],
    notes: ['message.received'],
  },
  offerTime: {
    is: 'time is offered to who waits for it',
    source: 'system',
    emits: [],
    notes: ['waitlist_wish.offered'],
  },
  endOffer: {
    is: 'an offer of time is not answered, or the last day of a wish is over',
    source: 'system',
    emits: [],
    notes: ['waitlist_wish.lapsed', 'waitlist_wish.withdrawn', 'waitlist_wish.expired'],
  },
  expireHolds: {
    is: 'a hold is not booked in time',
    source: 'system',
    emits: [],
    notes: ['hold.expired'],
  },
  emitWebhookStatus: {
    is: 'a webhook has failed for an hour, or was switched off automatically',
    source: 'system',
    emits: [maybe('webhook.failing'), maybe('webhook.disabled')],
  },
  answerClient: {
    is: 'a client answers a message',
    source: 'messaging',
    emits: [
      maybe('appointment.confirmed'),
      maybe('appointment.cancelled'),
      maybe('deposit.expired'),
    ],
  },
} as const satisfies Record<string, SystemWork>

export type SystemWorkName = keyof typeof SYSTEM_WORK

/** What was done, the events that it declares, and the notes that it may write. */
export type Declared = {
  readonly name: string
  readonly emits: readonly Emission[]
  readonly notes: readonly NoteAction[]
}

/** One outcome of a call. */
export function outcomeOf(
  call: { readonly name: string; readonly emits: Emits; readonly notes?: readonly NoteAction[] },
  outcome: string,
): Declared {
  const { name, emits, notes = [] } = call
  return { name: `${name} (${outcome})`, emits: emits[outcome] ?? [], notes }
}

/** Whether every note is one that is declared. Null when it is, else what is wrong. */
export function noteFault({ name, notes }: Declared, noted: readonly NoteAction[]): string | null {
  const undeclared = noted.filter((action) => !notes.includes(action))
  return undeclared.length === 0
    ? null
    : `${name} noted ${undeclared.join(', ')}, which it does not declare`
}

/**
 * Whether the events are the declared ones: every event that always comes, none that is not named, in the
 * declared order. Null when they are, else what is wrong.
 */
export function emissionFault(
  { name, emits }: Pick<Declared, 'name' | 'emits'>,
  emitted: readonly EventType[],
): string | null {
  let at = 0
  for (const type of emitted) {
    const index = emits.findIndex(
      (emission, position) => position >= at && typesOf(emission).includes(type),
    )
    const emission = emits[index]
    if (emission === undefined) return `${name} emitted ${type}, which it does not declare there`
    at = isSeveral(emission) ? index : index + 1
  }
  const missing = emits.filter(
    (emission) => typeof emission === 'string' && !emitted.includes(emission),
  )
  return missing.length === 0 ? null : `${name} did not emit ${missing.join(', ')}`
}

function isSeveral(emission: Emission): boolean {
  return typeof emission === 'object' && 'several' in emission
}
