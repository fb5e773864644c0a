/** From a booking's request to its event at an endpoint, on a service that is not busy. */
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'pg'
import type { Bench } from '../bench.ts'
import { quantile, require, spread, type Aim, type Figure } from '../figures.ts'
import { booking } from '../routes/bookings.ts'
import { openSubscribed, type Subscribed } from '../service/subscribed.ts'

const BOOKINGS_A_SECOND = 50
const SECONDS = 20
/** Not measured: processes that have just started compile their code. */
const WARM_UP_SECONDS = 8
const DELIVERED_WITHIN_MS = 30_000

/** Milliseconds from the moment at which the request was due. */
type Waits = { readonly answer: number; readonly endpoint: number }

const MEASURES: readonly {
  readonly what: string
  readonly of: (waits: Waits) => number
  readonly share: number
  readonly aim: Aim | null
}[] = [
  { what: 'to the answer, p50', of: ({ answer }) => answer, share: 0.5, aim: null },
  { what: 'to the answer, p99', of: ({ answer }) => answer, share: 0.99, aim: null },
  { what: 'to the endpoint, p50', of: ({ endpoint }) => endpoint, share: 0.5, aim: atMost(7) },
  { what: 'to the endpoint, p99', of: ({ endpoint }) => endpoint, share: 0.99, aim: atMost(20) },
]

function atMost(value: number): Aim {
  return { sign: '≤', value, unit: ' ms' }
}

/** @throws when a booking is refused or its event does not arrive */
export const LATENCY_BENCH: Bench = {
  about: `\`POST /v1/appointments\`, ${BOOKINGS_A_SECOND} a second for ${SECONDS} seconds, to one process of the API beside one worker, and the arrival of each \`appointment.created\` at an endpoint.`,
  async run(server, { rounds }) {
    const side = await openSubscribed(server, 1)
    const pool = new Pool({ connectionString: side.databaseUrl, max: 1 })
    try {
      await measured(side, pool, { from: 0, seconds: WARM_UP_SECONDS })
      const runs: Waits[][] = []
      for (let from = WARM_UP_SECONDS; runs.length < rounds; from += SECONDS)
        runs.push(await measured(side, pool, { from, seconds: SECONDS }))
      return MEASURES.map(({ what, of, share, aim }): Figure => {
        const values = runs.map((waits) => quantile(waits.map(of), share))
        return {
          what,
          ours: spread(values, ' ms', 1),
          reference: '',
          ratios: [],
          aim,
          aimed: values,
        }
      })
    } finally {
      await pool.end()
      await side.close()
    }
  },
}

/** @param span seconds of bookings: which, and how many */
async function measured(
  side: Subscribed,
  pool: Pool,
  span: { readonly from: number; readonly seconds: number },
): Promise<Waits[]> {
  const count = span.seconds * BOOKINGS_A_SECOND
  const first = span.from * BOOKINGS_A_SECOND
  const before = await side.receivers.count()
  const begun = now() + 50
  const asked = await Promise.all(
    Array.from({ length: count }, async (_, place) => {
      const dueAt = begun + (place * 1000) / BOOKINGS_A_SECOND
      await pause(dueAt - now())
      const appointmentId = await book(side, first + place)
      return { appointmentId, dueAt, answer: now() - dueAt }
    }),
  )
  const deadline = now() + DELIVERED_WITHIN_MS
  while ((await side.receivers.count()) < before + count && now() < deadline) await pause(100)
  const { rows } = await pool.query<{ id: string; appointment: number }>(
    `SELECT id, (payload #>> '{object,id}')::int AS appointment FROM event WHERE type = 'appointment.created'`,
  )
  const eventOf = new Map(rows.map(({ id, appointment }) => [appointment, id]))
  const arrivals = await side.receivers.arrivals()
  const arrivedAt = new Map(arrivals.map(({ eventId, at }) => [eventId, at]))
  return asked.map(({ appointmentId, dueAt, answer }) => {
    const at = arrivedAt.get(eventOf.get(appointmentId) ?? '')
    require(at !== undefined, `the event of appointment ${appointmentId} did not arrive`)
    return { answer, endpoint: (at ?? Number.NaN) - dueAt }
  })
}

/** The id of the appointment. */
async function book({ apis, clinic }: Subscribed, place: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${apis[0]?.port}/v1/appointments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${clinic.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(booking(clinic, place, false)),
  })
  const answer: any = await response.json()
  require(response.status === 201, `a booking was answered ${JSON.stringify(answer)}`)
  return answer.id
}

/** As `Date.now()`, which the endpoints read, with its fractions. */
function now(): number {
  return performance.timeOrigin + performance.now()
}
