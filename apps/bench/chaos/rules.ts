/** The rules of the service, written again for the checker. */
import type { Kind } from './history.ts'

/** The event by which each kind of operation is known. */
export const EVENT_OF: Readonly<Record<Kind, string>> = {
  book: 'appointment.created',
  move: 'appointment.rescheduled',
  cancel: 'appointment.cancelled',
  confirm: 'appointment.confirmed',
  complete: 'appointment.completed',
  no_show: 'appointment.no_show',
  join: 'queue.entry.created',
  call: 'queue.entry.called',
  finish: 'queue.entry.completed',
  skip: 'queue.entry.skipped',
  charge: 'deposit.created',
  pay: 'deposit.paid',
}

/** Those that make something, which carries their tag. */
export const CREATES: ReadonlySet<Kind> = new Set(['book', 'join'])

type Step = { readonly from: readonly string[]; readonly to: readonly string[] }

const OPEN = ['PENDING', 'CONFIRMED']
const LINE = ['WAITING', 'CALLED', 'SKIPPED']

/** From which status to which one each event may lead. `-`: there was nothing. */
export const STEPS: Readonly<Record<string, Step>> = {
  'appointment.created': { from: ['-'], to: OPEN },
  'appointment.confirmed': { from: ['PENDING'], to: ['CONFIRMED'] },
  'appointment.rescheduled': { from: OPEN, to: OPEN },
  'appointment.updated': { from: OPEN, to: OPEN },
  'appointment.completed': { from: ['CONFIRMED'], to: ['COMPLETED'] },
  'appointment.no_show': { from: OPEN, to: ['NO_SHOW'] },
  'appointment.cancelled': { from: OPEN, to: ['CANCELLED_CLIENT', 'CANCELLED_PROFESSIONAL'] },
  'queue.entry.created': { from: ['-'], to: ['WAITING'] },
  'queue.entry.called': { from: LINE, to: ['CALLED'] },
  'queue.entry.in_service': { from: ['CALLED'], to: ['IN_SERVICE'] },
  'queue.entry.completed': { from: ['CALLED', 'IN_SERVICE'], to: ['COMPLETED'] },
  'queue.entry.skipped': { from: ['WAITING', 'CALLED'], to: ['SKIPPED'] },
  'queue.entry.cancelled': { from: LINE, to: ['CANCELLED'] },
  'queue.entry.no_show': { from: ['CALLED'], to: ['NO_SHOW'] },
}

/** Statuses of an appointment that takes time of its professional. */
export const HOLDING: ReadonlySet<string> = new Set(['PENDING', 'CONFIRMED', 'COMPLETED'])
/** Status of one whose time is given back. A no-show keeps or gives back as the clinic has it. */
export const FREED: ReadonlySet<string> = new Set(['CANCELLED_CLIENT', 'CANCELLED_PROFESSIONAL'])

/** How far a clock may be from the machine's: that of a request's own way is in its times. */
export const CLOCK_PLAY_MS = 2500
