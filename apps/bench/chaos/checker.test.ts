/** The checker finds each anomaly in a history that it is put into, and nothing in the true one. */
import { expect, it } from 'vitest'
import { anomaliesOf } from './checker.ts'
import {
  ANOMALIES,
  type Anomaly,
  type AppointmentRow,
  type Event,
  type History,
  type Operation,
  type Shown,
} from './history.ts'

const START = Date.parse('2026-12-01T12:00:00Z')
const HALF_HOUR = 30 * 60_000

const shown = (id: number, status: string, half = id): Shown => ({
  id,
  status,
  start: new Date(START + half * HALF_HOUR).toISOString(),
  professionalId: 1,
})

type Done = Pick<Operation, 'kind' | 'tag'> & Partial<Operation>

function operation({ kind, tag, ...more }: Done): Operation {
  return {
    organization: 1,
    kind,
    tag,
    key: null,
    subject: null,
    api: 'api 1',
    from: START,
    to: START + 50,
    outcome: { kind: 'unknown', why: 'ECONNRESET' },
    ...more,
  }
}

const ok = (requestId: string, answer: Shown, status = 200): Operation['outcome'] => ({
  kind: 'ok',
  status,
  requestId,
  shown: answer,
  text: JSON.stringify(answer),
})

const refused = (requestId: string): Operation['outcome'] => ({
  kind: 'refused',
  status: 409,
  code: 'slot_unavailable',
  requestId,
})

const event = (
  sequence: number,
  type: string,
  requestId: string,
  object: Shown,
  tag: string | null = null,
): Event => ({
  organization: 1,
  sequence,
  id: `evt_${sequence}`,
  type,
  createdAt: START + 10 + sequence,
  requestId,
  actor: 'api_key',
  shown: object,
  tag,
})

function row(object: Shown, tag: string): AppointmentRow {
  return {
    ...object,
    organization: 1,
    serviceId: 1,
    end: new Date(Date.parse(object.start ?? '') + HALF_HOUR).toISOString(),
    tag,
    isHeld: !object.status.startsWith('CANCELLED'),
    times: { book: START + 20 },
  }
}

/** Answered, and no event names the request. */
const moved = (answer: Shown): Operation =>
  operation({ kind: 'move', tag: 'm', subject: answer.id, outcome: ok('req_m', answer) })

const DEPOSIT: Shown = { id: 70, status: 'PENDING', start: null, professionalId: null }
const CHARGED = operation({ kind: 'charge', tag: 'p', subject: 4, outcome: ok('req_p', DEPOSIT) })

const ENTRY: Shown = { id: 7, status: 'WAITING', start: null, professionalId: null }

/** Bookings that were answered, refused, repeated with a key, and cut; a change; an entry of the queue; who followed. */
function trueHistory(): History {
  const events = [
    event(1, 'appointment.created', 'req_1', shown(1, 'PENDING'), 'a'),
    event(2, 'appointment.created', 'req_2', shown(2, 'PENDING'), 'b'),
    event(3, 'appointment.confirmed', 'req_3', shown(1, 'CONFIRMED')),
    event(4, 'appointment.created', 'req_lost', shown(3, 'PENDING'), 'd'),
    event(5, 'appointment.cancelled', 'req_lost too', shown(2, 'CANCELLED_PROFESSIONAL')),
    event(6, 'queue.entry.created', 'req_6', ENTRY, 'g'),
    event(7, 'appointment.created', 'req_7', shown(4, 'PENDING', 1.5), 'h'),
  ]
  const sightings = events.map(({ sequence, id }) => ({ sequence, id }))
  const records = new Map([[1, 'one']])
  return {
    operations: [
      operation({ kind: 'book', tag: 'a', outcome: ok('req_1', shown(1, 'PENDING'), 201) }),
      operation({
        kind: 'book',
        tag: 'b',
        key: 'kb',
        outcome: ok('req_2', shown(2, 'PENDING'), 201),
      }),
      operation({
        kind: 'book',
        tag: 'b',
        key: 'kb',
        outcome: ok('req_2b', shown(2, 'PENDING'), 201),
      }),
      operation({ kind: 'book', tag: 'c', outcome: refused('req_c') }),
      operation({
        kind: 'confirm',
        tag: 'e',
        subject: 1,
        outcome: ok('req_3', shown(1, 'CONFIRMED')),
      }),
      operation({ kind: 'book', tag: 'd', key: 'kd' }),
      operation({
        kind: 'book',
        tag: 'd',
        key: 'kd',
        outcome: ok('req_d', shown(3, 'PENDING'), 201),
      }),
      operation({ kind: 'cancel', tag: 'f', subject: 2 }),
      operation({ kind: 'join', tag: 'g', outcome: ok('req_6', ENTRY, 201) }),
      operation({ kind: 'book', tag: 'h', outcome: ok('req_7', shown(4, 'PENDING', 1.5), 201) }),
      moved(shown(4, 'PENDING', 1.5)),
      CHARGED,
    ],
    events,
    appointments: [
      row(shown(1, 'CONFIRMED', 1), 'a'),
      row(shown(2, 'CANCELLED_PROFESSIONAL'), 'b'),
      row(shown(3, 'PENDING'), 'd'),
      { ...row(shown(4, 'PENDING', 1.5), 'h'), professionalId: 2 },
    ].map((one) => ({
      ...one,
      professionalId: 1,
      end: one.id === 1 ? new Date(START + 1.5 * HALF_HOUR).toISOString() : one.end,
    })),
    queue: [{ ...ENTRY, organization: 1, tag: 'g' }],
    deposits: [{ id: 70, status: 'PAID', hasCode: false }],
    capacities: new Map([[9, 2]]),
    readers: [{ name: 'reader', organization: 1, seen: sightings }],
    copies: [{ name: 'copy', records, truth: new Map(records) }],
    webhooks: new Map([['whk', 1]]),
    arrivals: events.map(({ id }) => ({
      webhook: 'whk',
      eventId: id,
      attemptId: `dlv_${id}`,
      isSigned: true,
      at: START,
    })),
    deliveries: events.map(({ id }) => ({ webhook: 'whk', eventId: id, state: 'succeeded' })),
    attempts: events.map(({ id }) => ({
      id: `dlv_${id}`,
      webhook: 'whk',
      eventId: id,
      number: 1,
      status: 'SUCCEEDED',
      responseStatus: 200,
    })),
    bursts: [{ second: 1, passed: 40, most: 40 }],
  }
}

/** The value at this place, changed. */
const changed = <Value>(values: readonly Value[], place: number, more: Partial<Value>): Value[] =>
  values.map((value, at) => (at === place ? { ...value, ...more } : value))
const without = <Value>(values: readonly Value[], place: number): Value[] =>
  values.filter((_, at) => at !== place)
const swapped = <Value>(values: readonly Value[], place: number): Value[] =>
  [...values].toSpliced(place, 2, ...values.slice(place, place + 2).toReversed())

/** What is corrupted, how, and the anomaly that reports it. */
const SPOILT: readonly (readonly [
  what: string,
  kind: Anomaly['kind'],
  spoil: (h: History) => Partial<History>,
])[] = [
  [
    'two appointments of one professional overlap',
    'booked twice',
    (h) => ({
      appointments: changed(h.appointments, 3, { start: h.appointments[2]?.start ?? null }),
    }),
  ],
  [
    'a class has more seats taken than it has',
    'booked twice',
    (h) => ({
      appointments: [
        ...h.appointments,
        ...[1, 2, 3].map((id) => ({ ...row(shown(90 + id, 'PENDING', 50), 'z'), serviceId: 9 })),
      ],
    }),
  ],
  [
    'an acknowledged booking is missing',
    'answered and missing',
    (h) => ({ events: without(h.events, 6) }),
  ],
  [
    'an acknowledged change is missing',
    'answered and missing',
    (h) => ({ events: without(h.events, 2) }),
  ],
  [
    'an acknowledged move to another time is missing',
    'answered and missing',
    (h) => ({ operations: [...h.operations, { ...moved(shown(4, 'PENDING', 7)), tag: 'n' }] }),
  ],
  [
    'an acknowledged deposit waits without its event',
    'answered and missing',
    () => ({ deposits: [{ id: 70, status: 'PENDING', hasCode: false }] }),
  ],
  [
    'an acknowledged deposit got its code, and no event tells of it',
    'answered and missing',
    () => ({ deposits: [{ id: 70, status: 'PAID', hasCode: true }] }),
  ],
  [
    'an acknowledged booking is different',
    'answered and different',
    (h) => ({ events: changed(h.events, 0, { shown: shown(1, 'PENDING', 9) }) }),
  ],
  [
    'a refused booking is there',
    'refused and done',
    (h) => ({ events: changed(h.events, 6, { tag: 'c' }) }),
  ],
  [
    'a refused request changed something else',
    'refused and done',
    (h) => ({ events: changed(h.events, 4, { requestId: 'req_c' }) }),
  ],
  [
    'an unknown booking has its event and no row',
    'half there',
    (h) => ({ appointments: without(h.appointments, 2) }),
  ],
  [
    'an unknown booking has its row and no event',
    'half there',
    (h) => ({ events: without(h.events, 3) }),
  ],
  [
    'an unknown booking holds no time',
    'half there',
    (h) => ({ appointments: changed(h.appointments, 2, { isHeld: false }) }),
  ],
  [
    'a cancelled appointment keeps its time',
    'half there',
    (h) => ({ appointments: changed(h.appointments, 1, { isHeld: true }) }),
  ],
  [
    'a repeat with a key booked twice',
    'done twice',
    (h) => ({ events: changed(h.events, 6, { tag: 'b' }) }),
  ],
  [
    'a repeat with a key was answered differently',
    'answered differently',
    (h) => ({
      operations: changed(h.operations, 2, { outcome: ok('req_2b', shown(2, 'CONFIRMED'), 201) }),
    }),
  ],
  [
    'something happened that no one asked for',
    'done unasked',
    (h) => ({ operations: without(h.operations, 7) }),
  ],
  [
    'one lost answer cannot stand for two changes',
    'done unasked',
    (h) => ({
      events: [
        ...h.events,
        event(8, 'appointment.cancelled', 'req_8', shown(2, 'CANCELLED_PROFESSIONAL')),
      ],
    }),
  ],
  [
    'a status went a way that there is not',
    'step not allowed',
    (h) => ({ events: changed(h.events, 2, { type: 'appointment.completed' }) }),
  ],
  [
    'the row says other than its last event',
    'half there',
    (h) => ({ appointments: changed(h.appointments, 0, { status: 'COMPLETED' }) }),
  ],
  [
    'an entry of the queue has no event',
    'half there',
    (h) => ({ queue: [...h.queue, { ...ENTRY, id: 8, organization: 1, tag: null }] }),
  ],
  [
    'a position of the feed is missing',
    'event lost',
    (h) => ({
      events: h.events.map((one) =>
        one.sequence > 5 ? { ...one, sequence: one.sequence + 1 } : one,
      ),
    }),
  ],
  [
    'the feed is out of order in time',
    'event out of order',
    (h) => ({ events: changed(h.events, 6, { createdAt: START }) }),
  ],
  [
    'an id stands twice in the feed',
    'event twice',
    (h) => ({ events: changed(h.events, 6, { id: 'evt_1' }) }),
  ],
  [
    'a reader missed an event',
    'event lost',
    (h) => ({ readers: h.readers.map((one) => ({ ...one, seen: without(one.seen, 3) })) }),
  ],
  [
    'a reader missed the last event',
    'event lost',
    (h) => ({ readers: h.readers.map((one) => ({ ...one, seen: one.seen.slice(0, -1) })) }),
  ],
  [
    'a reader saw nothing',
    'event lost',
    (h) => ({ readers: h.readers.map((one) => ({ ...one, seen: [] })) }),
  ],
  [
    'a reader saw an event twice',
    'event twice',
    (h) => ({
      readers: h.readers.map((one) => ({
        ...one,
        seen: one.seen.toSpliced(3, 0, ...one.seen.slice(2, 3)),
      })),
    }),
  ],
  [
    'a reader saw events out of order',
    'event out of order',
    (h) => ({ readers: h.readers.map((one) => ({ ...one, seen: swapped(one.seen, 2) })) }),
  ],
  [
    'a reader saw another event at a position',
    'seen in another order',
    (h) => ({
      readers: h.readers.map((one) => ({ ...one, seen: changed(one.seen, 2, { id: 'evt_4' }) })),
    }),
  ],
  [
    'a copy has an older record',
    'copy differs',
    (h) => ({ copies: h.copies.map((one) => ({ ...one, truth: new Map([[1, 'newer']]) })) }),
  ],
  [
    'a copy lacks a record',
    'copy differs',
    (h) => ({ copies: h.copies.map((one) => ({ ...one, records: new Map() })) }),
  ],
  [
    'a copy has a record that is not there',
    'copy differs',
    (h) => ({ copies: h.copies.map((one) => ({ ...one, truth: new Map() })) }),
  ],
  [
    'a delivery was never written',
    'delivery lost',
    (h) => ({ deliveries: without(h.deliveries, 2) }),
  ],
  [
    'a delivery ended without success',
    'delivery lost',
    (h) => ({ deliveries: changed(h.deliveries, 2, { state: 'discarded' }) }),
  ],
  ['a delivery never arrived', 'delivery lost', (h) => ({ arrivals: without(h.arrivals, 2) })],
  [
    'a delivery was written twice',
    'delivery lost',
    (h) => ({ deliveries: [...h.deliveries, ...h.deliveries.slice(0, 1)] }),
  ],
  [
    'an event was sent again after it had arrived',
    'recorded wrongly',
    (h) => ({
      attempts: [
        ...h.attempts,
        {
          id: 'dlv_new',
          webhook: 'whk',
          eventId: 'evt_1',
          number: 2,
          status: 'SUCCEEDED',
          responseStatus: null,
        },
      ],
    }),
  ],
  [
    'an attempt is recorded twice',
    'recorded wrongly',
    (h) => ({ attempts: [...h.attempts, ...h.attempts.slice(0, 1)] }),
  ],
  [
    'an attempt is recorded that never arrived',
    'recorded wrongly',
    (h) => ({
      attempts: [
        ...h.attempts,
        {
          id: 'dlv_9',
          webhook: 'whk',
          eventId: 'evt_9',
          number: 1,
          status: 'SUCCEEDED',
          responseStatus: 200,
        },
      ],
    }),
  ],
  [
    'an attempt arrived and is not recorded',
    'recorded wrongly',
    (h) => ({ arrivals: changed(h.arrivals, 2, { attemptId: 'dlv_other' }) }),
  ],
  [
    'a signature is wrong',
    'signature wrong',
    (h) => ({ arrivals: changed(h.arrivals, 2, { isSigned: false }) }),
  ],
  [
    'a limit let more through',
    'limit passed',
    () => ({ bursts: [{ second: 1, passed: 41, most: 40 }] }),
  ],
  [
    'an event was written an hour ago',
    'time moved',
    (h) => ({ events: changed(h.events, 0, { createdAt: START - 3_600_000 }) }),
  ],
  [
    'a row was written an hour ahead',
    'time moved',
    (h) => ({ appointments: changed(h.appointments, 0, { times: { book: START + 3_600_000 } }) }),
  ],
  [
    'the service said that it is broken',
    'answered with a fault',
    (h) => ({
      operations: changed(h.operations, 3, {
        outcome: { kind: 'refused', status: 500, code: 'internal_error', requestId: 'req_c' },
      }),
    }),
  ],
]

it('a true history has no anomaly', () => {
  expect(anomaliesOf(trueHistory())).toEqual([])
})

it.each(SPOILT)('%s: %s', (_what, kind, spoil) => {
  const history = trueHistory()
  const kinds = anomaliesOf({ ...history, ...spoil(history) }).map((anomaly) => anomaly.kind)
  expect(kinds).toContain(kind)
})

it('each kind of anomaly that the checker knows is planted once at least', () => {
  expect(new Set(SPOILT.map(([, kind]) => kind))).toEqual(new Set(ANOMALIES))
})
