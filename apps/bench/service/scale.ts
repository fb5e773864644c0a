/** Two of each process beside one of each: nothing fails, and nothing is done twice. */
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'pg'
import type { Bench } from '../bench.ts'
import { compared, inTurn, require } from '../figures.ts'
import { booking } from '../routes/bookings.ts'
import { openSender, type Sender, type Shot } from '../stage/load.ts'
import { openSubscribed, type Subscribed } from './subscribed.ts'

const STARTS_A_SECOND = 40
const DELIVERED_WITHIN_MS = 60_000

export const SCALE_BENCH: Bench = {
  about:
    'Bookings of 16 clients whose events are delivered to one endpoint. Each start is asked for twice, at about the same time: one is booked, the other is answered 409. Ours: two processes of the API and two workers. Reference: one and one. Every event arrives once.',
  async run(server, { rounds, seconds, clients }) {
    const sender = openSender()
    const ours = await openSubscribed(server, 2)
    const reference = await openSubscribed(server, 1)
    const count = Math.max(clients, Math.round(seconds * STARTS_A_SECOND))
    const places = new Map<Subscribed, number>()
    const next = (side: Subscribed): number => {
      const from = places.get(side) ?? 0
      places.set(side, from + count)
      return from
    }
    const book = (side: Subscribed) => () =>
      bookTwice(sender, side, { clients, from: next(side), count })
    const sides = { ours: book(ours), reference: book(reference) }
    try {
      await inTurn(1, sides)
      const rates = await inTurn(rounds, sides)
      for (const side of [ours, reference]) await requireOnce(side, (rounds + 1) * count)
      return [compared('bookings and refusals', rates, { unit: '/s' })]
    } finally {
      await Promise.all([ours.close(), reference.close(), sender.close()])
    }
  },
}

/** Answers a second. */
async function bookTwice(
  sender: Sender,
  { apis, clinic }: Subscribed,
  { clients, from, count }: Readonly<Record<'clients' | 'from' | 'count', number>>,
): Promise<number> {
  const shots = Array.from({ length: count }, (_, place) => booking(clinic, from + place, false))
  const { statuses, seconds } = await sender.send({
    ports: apis.map(({ port }) => port),
    key: clinic.key,
    connections: clients,
    shots: shots.flatMap((body, place): Shot[] => {
      const another = { ...body, client_id: 1 + ((from + place + 1) % clinic.size.clients) }
      const path = '/v1/appointments'
      return [body, another].map((one) => ({ method: 'POST', path, body: one }))
    }),
    seconds: null,
    expected: [201, 409],
  })
  const { 201: booked = 0, 409: refused = 0 } = statuses
  require(booked === count, `${booked} of ${count} starts were booked`)
  require(refused === count, `${refused} of ${count} second requests were refused`)
  return (booked + refused) / seconds
}

/** @throws for a start that two have, an event that did not arrive, or one that arrived twice */
async function requireOnce({ databaseUrl, receivers }: Subscribed, booked: number): Promise<void> {
  const deadline = performance.now() + DELIVERED_WITHIN_MS
  while ((await receivers.count()) < booked && performance.now() < deadline) await pause(100)
  // What would come twice has time to come.
  await pause(1000)
  const pool = new Pool({ connectionString: databaseUrl, max: 1 })
  const { rows } = await pool.query<{ id: string }>(
    `SELECT e.id FROM event e JOIN delivery d ON d.event_id = e.id WHERE e.type = 'appointment.created'`,
  )
  const { rows: twice } = await pool.query(
    `SELECT FROM calendar_hold a JOIN calendar_hold b ON a.professional_id = b.professional_id AND a.id < b.id
       AND tstzrange(a.busy_from, a.busy_to) && tstzrange(b.busy_from, b.busy_to) LIMIT 1`,
  )
  await pool.end()
  require(twice.length === 0, 'a time is taken twice')
  const arrivals = await receivers.arrivals()
  const arrived = new Set(arrivals.map(({ eventId }) => eventId))
  require(rows.length === booked, `${rows.length} deliveries of ${booked} events`)
  require(rows.every(({ id }) => arrived.has(id)), 'an event did not arrive')
  require(arrivals.length === booked, `${arrivals.length} requests for ${booked} events`)
}
