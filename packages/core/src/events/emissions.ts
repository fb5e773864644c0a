import type { EventType } from '@scheduling/events'

/** `always`: in every such answer; `maybe`: only when there is something to tell. In feed order. */
export type Emission = { readonly type: EventType; readonly when: 'always' | 'maybe' }

const always = (type: EventType): Emission => ({ type, when: 'always' })
const maybe = (type: EventType): Emission => ({ type, when: 'maybe' })

/**
 * Which call emits what, by route and outcome, in the order of the feed. Messages to clients, timers and
 * payments emit theirs later, in transactions of their own. What is not listed emits nothing.
 */
export const EMISSIONS: Readonly<Record<string, Readonly<Record<string, readonly Emission[]>>>> = {
  'POST /clients': {
    created: [always('client.created')],
    existing: [maybe('client.updated')],
  },
  'PATCH /clients/{client_id}': { ok: [maybe('client.updated')] },
  'POST /appointments': {
    created: [
      maybe('client.created'),
      maybe('client.updated'),
      always('appointment.created'),
      maybe('client.first_appointment'),
    ],
    existing: [],
  },
  'PATCH /appointments/{appointment_id}': { ok: [maybe('appointment.updated')] },
  'POST /appointments/{appointment_id}/reschedule': { ok: [maybe('appointment.rescheduled')] },
  'POST /appointments/{appointment_id}/confirm': { ok: [always('appointment.confirmed')] },
  'POST /appointments/{appointment_id}/complete': { ok: [always('appointment.completed')] },
  'POST /appointments/{appointment_id}/cancel': {
    ok: [always('appointment.cancelled'), maybe('deposit.expired')],
  },
  'POST /appointments/{appointment_id}/no-show': { ok: [always('appointment.no_show')] },
  'POST /queue/entries': {
    created: [maybe('client.created'), maybe('client.updated'), always('queue.entry.created')],
    existing: [],
  },
  'POST /queue/entries/{entry_id}/call': { ok: [always('queue.entry.called')] },
  'POST /queue/entries/{entry_id}/complete': { ok: [always('queue.entry.completed')] },
  'POST /queue/entries/{entry_id}/skip': { ok: [always('queue.entry.skipped')] },
  'POST /queue/entries/{entry_id}/cancel': {
    ok: [always('queue.entry.cancelled'), maybe('deposit.expired')],
  },
}

/**
 * Whether what a call emitted is what the table says of its outcome: every `always`, nothing unlisted,
 * in the listed order. Null when it is, else what is wrong.
 */
export function emissionFault(
  route: string,
  outcome: string,
  emitted: readonly EventType[],
): string | null {
  const listed = EMISSIONS[route]?.[outcome] ?? []
  let at = 0
  for (const type of emitted) {
    const index = listed.findIndex((emission, position) => position >= at && emission.type === type)
    if (index === -1)
      return `${route} (${outcome}) emitted ${type}, which its row of the table does not list there`
    at = index + 1
  }
  const missing = listed.filter(({ type, when }) => when === 'always' && !emitted.includes(type))
  return missing.length === 0
    ? null
    : `${route} (${outcome}) did not emit ${missing.map(({ type }) => type).join(', ')}`
}
