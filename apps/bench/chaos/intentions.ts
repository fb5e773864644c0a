/** What callers want, each with how often, and the request that asks for it. */
import type { Kind } from './history.ts'
import type { Request } from './asking.ts'
import type { Clinic } from './world.ts'

export type Records = {
  /** Ids by what they are, as callers have seen them. Statuses may have changed since. */
  readonly appointments: number[]
  readonly entries: number[]
  readonly deposits: number[]
}

export type Chance = {
  /** 0 ≤ n < 1. */
  readonly next: () => number
  /** One of them; undefined of none. */
  of<Value>(values: readonly Value[]): Value | undefined
}

export type Intention = {
  readonly kind: Kind
  readonly subject: number | null
  readonly request: Request
}

type Choice = {
  readonly kind: Kind
  /** How often, beside the others. */
  readonly weight: number
  /** Null: there is nothing to do it to. */
  make(clinic: Clinic, records: Records, chance: Chance, tag: string): Intention | null
}

const DAY_MS = 86_400_000
const DAYS = 60

/** Half of the starts of one day are asked for by many, so that they meet. */
function startFor(chance: Chance): string {
  const day = chance.next() < 0.2 ? 2 : 2 + Math.floor(chance.next() * DAYS)
  const date = new Date(Date.now() + day * DAY_MS).toISOString().slice(0, 10)
  const halves = Math.floor(chance.next() * 48)
  const hour = String(Math.floor(halves / 2)).padStart(2, '0')
  return `${date}T${hour}:${halves % 2 === 0 ? '00' : '30'}:00-03:00`
}

function clientFor(clinic: Clinic, chance: Chance, tag: string): object {
  return chance.next() < 0.3
    ? { client: { first_name: `C${tag}`, email: `${tag}@example.com` } }
    : { client_id: chance.of(clinic.clients) }
}

const book =
  (service: 'service' | 'classService'): Choice['make'] =>
  (clinic, _records, chance, tag) => ({
    kind: 'book',
    subject: null,
    request: {
      method: 'POST',
      path: '/v1/appointments',
      key: clinic.key,
      body: {
        service_ids: [clinic[service]],
        professional_id: chance.of(clinic.professionals),
        start: startFor(chance),
        metadata: { tag },
        ...clientFor(clinic, chance, tag),
      },
    },
  })

/** An action on an appointment or entry, with the key of the clinic. */
function act(
  kind: Kind,
  records: 'appointments' | 'entries',
  action: string,
  bodyOf: (clinic: Clinic, chance: Chance) => object | undefined = () => undefined,
): Choice['make'] {
  const path = records === 'appointments' ? '/v1/appointments' : '/v1/queue/entries'
  return (clinic, known, chance) => {
    const subject = chance.of(known[records])
    if (subject === undefined) return null
    const body = bodyOf(clinic, chance)
    const request: Request = {
      method: 'POST',
      path: `${path}/${subject}/${action}`,
      key: clinic.key,
      ...(body === undefined ? {} : { body }),
    }
    return { kind, subject, request }
  }
}

/** What the dashboard alone can do, by the session of the owner. */
function inDashboard(
  kind: Kind,
  records: 'appointments' | 'deposits',
  procedure: string,
  bodyOf: (subject: number) => object,
): Choice['make'] {
  return (clinic, known, chance) => {
    const subject = chance.of(known[records])
    if (subject === undefined) return null
    const request: Request = {
      method: 'POST',
      path: `/trpc/${procedure}`,
      cookie: clinic.cookie,
      body: bodyOf(subject),
    }
    return { kind, subject, request }
  }
}

export const CHOICES: readonly Choice[] = [
  { kind: 'book', weight: 26, make: book('service') },
  { kind: 'book', weight: 8, make: book('classService') },
  {
    kind: 'move',
    weight: 10,
    make: act('move', 'appointments', 'reschedule', (_clinic, chance) => ({
      start: startFor(chance),
    })),
  },
  { kind: 'cancel', weight: 12, make: act('cancel', 'appointments', 'cancel', () => ({})) },
  { kind: 'confirm', weight: 8, make: act('confirm', 'appointments', 'confirm') },
  { kind: 'complete', weight: 5, make: act('complete', 'appointments', 'complete') },
  { kind: 'no_show', weight: 2, make: act('no_show', 'appointments', 'no-show') },
  {
    kind: 'join',
    weight: 10,
    make: (clinic, _records, _chance, tag) => ({
      kind: 'join',
      subject: null,
      request: {
        method: 'POST',
        path: '/v1/queue/entries',
        key: clinic.key,
        body: {
          service_id: clinic.queueService,
          notes: tag,
          client: { first_name: `Q${tag}`, email: `q${tag}@example.com` },
        },
      },
    }),
  },
  {
    kind: 'call',
    weight: 9,
    make: act('call', 'entries', 'call', (clinic, chance) => ({
      professional_id: chance.of(clinic.professionals),
    })),
  },
  { kind: 'finish', weight: 7, make: act('finish', 'entries', 'complete') },
  { kind: 'skip', weight: 2, make: act('skip', 'entries', 'skip') },
  {
    kind: 'charge',
    weight: 9,
    make: inDashboard('charge', 'appointments', 'deposits.charge', (id) => ({
      appointment_id: id,
      amount: '50.00',
    })),
  },
  {
    kind: 'pay',
    weight: 9,
    make: inDashboard('pay', 'deposits', 'deposits.confirmByHand', (id) => ({ deposit_id: id })),
  },
]

const ALL = CHOICES.reduce((sum, { weight }) => sum + weight, 0)

/** One that can be asked for now. */
export function choose(
  clinic: Clinic,
  records: Records,
  chance: Chance,
  tag: string,
): Intention | null {
  let left = chance.next() * ALL
  for (const { weight, make } of CHOICES) {
    left -= weight
    if (left < 0) return make(clinic, records, chance, tag)
  }
  return null
}
