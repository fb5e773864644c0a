/** Bookings and confirmations: each request changes something else. */
import type { RouteBench } from '../bench.ts'
import { require } from '../figures.ts'
import type { Clinic } from '../stage/clinic.ts'
import { pendingRows } from '../stage/clinic-rows.ts'
import type { Shot } from '../stage/load.ts'
import type { Pair, Side } from '../stage/pair.ts'
import { beside, type LeastRatio } from './beside.ts'
import { requireSame } from './same-answers.ts'

const HALF_HOUR_MS = 1_800_000
const DAY_MS = 86_400_000
/** Requests of one side in one second of a round; a side that is slower takes longer. */
const WRITES_A_SECOND = 100

/** A start that no one else takes: the professionals in turn, or always the first one. */
export function booking(clinic: Clinic, place: number, isHot: boolean): object {
  const team = isHot ? 1 : clinic.professionalIds.length
  const firstDay = Math.ceil(Date.now() / DAY_MS) + (isHot ? 365 : 30)
  const start = firstDay * DAY_MS + Math.floor(place / team) * HALF_HOUR_MS
  return {
    service_ids: [clinic.serviceId],
    start: new Date(start).toISOString(),
    professional_id: clinic.professionalIds[place % team],
    client_id: 1 + (place % clinic.size.clients),
  }
}

type Write = {
  readonly about: string
  readonly aim?: LeastRatio
  /** Requests that were not made before. */
  readonly shots: (pair: Pair, side: Side, count: number) => Promise<Shot[]>
  readonly expected: number
}

/** Of one process: every bench has a database of its own, and no place comes twice. */
let places = 0

function bookings(isHot: boolean): Write['shots'] {
  return async ({ clinic }, side, count) => {
    const from = (places += count) - count
    return Array.from({ length: count }, (_, place) => ({
      method: 'POST',
      path: isHot && side !== 'ours' ? '/locked/v1/appointments' : '/v1/appointments',
      body: booking(clinic, from + place, isHot),
    }))
  }
}

const WRITES = {
  book: {
    about:
      '`POST /v1/appointments` with distinct starts, the professionals in turn, for clients who are known. The reference writes the same rows in one transaction: the taken time, the appointment, its service, the event and its place in the feed. It checks nothing.',
    aim: { to: 'reference', value: 0.5 },
    shots: bookings(false),
    expected: 201,
  },
  'book-hot': {
    about:
      'As `book`, all with one professional. The reference takes the lock of the professional too.',
    shots: bookings(true),
    expected: 201,
  },
  status: {
    about:
      '`POST /v1/appointments/{id}/confirm`, each of another appointment. The reference locks and reads the appointment, changes it, and writes the event.',
    aim: { to: 'reference', value: 0.5 },
    async shots({ clinic, pool }, _side, count) {
      const counts = { ...clinic.size, organization: clinic.organizationId }
      const from = (places += count) - count
      const { rows } = await pool.query<{ id: number }>(pendingRows(counts, { from, count }))
      return rows.map(({ id }) => ({ method: 'POST', path: `/v1/appointments/${id}/confirm` }))
    },
    expected: 200,
  },
} satisfies Record<string, Write>

function writeBench({ about, aim, shots, expected }: Write): RouteBench {
  return {
    about,
    clinic: 'open day and night',
    async run(pair, options) {
      let sent = 0
      const before = await eventsOf(pair)
      const figures = await beside(pair, options, aim ?? null, async (side, seconds) => {
        const count = Math.max(options.clients, Math.round(seconds * WRITES_A_SECOND))
        sent += count
        const requests = await shots(pair, side, count)
        return pair.send(side, {
          connections: options.clients,
          shots: requests,
          seconds: null,
          expected: [expected],
        })
      })
      const written = (await eventsOf(pair)) - before
      require(written === sent, `${written} events for ${sent} changes`)
      await requireAlike(pair)
      return figures
    },
  }
}

async function eventsOf({ pool }: Pair): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('SELECT count(*)::int AS count FROM event')
  return rows[0]?.count ?? 0
}

/** The last event of each side has the same columns of the same kinds. */
async function requireAlike({ pool }: Pair): Promise<void> {
  const { rows } = await pool.query<{ payload: { object: object; changes: object | null } }>(
    `SELECT DISTINCT ON (context #>> '{actor,name}') payload FROM event
     WHERE context #>> '{actor,id}' <> 'key_00000000000000000000000000' OR context #>> '{actor,name}' = 'Reference'
     ORDER BY context #>> '{actor,name}', sequence DESC`,
  )
  const [one, other] = rows.map(({ payload }) => ({
    object: kindsOf(payload.object),
    changes: kindsOf(payload.changes ?? {}),
  }))
  require(rows.length === 2, `${rows.length} sides wrote events`)
  requireSame('an event', one, other)
}

function kindsOf(record: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, value === null ? 'null' : typeof value]),
  )
}

export const WRITE_BENCHES = {
  book: writeBench(WRITES.book),
  'book-hot': writeBench(WRITES['book-hot']),
  status: writeBench(WRITES.status),
}
