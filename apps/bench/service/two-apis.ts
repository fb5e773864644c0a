/** A read and a booking, at two APIs in turn: the service with something, and the service as it is. */
import { compared, inTurn, type Figure } from '../figures.ts'
import type { Options } from '../bench.ts'
import { booking } from '../routes/bookings.ts'
import { openApi } from '../stage/api.ts'
import type { Clinic } from '../stage/clinic.ts'
import { openSender, rateOf, type Shot } from '../stage/load.ts'

const SIDES = ['ours', 'reference'] as const
type Side = (typeof SIDES)[number]

/** One side: its database, which may be reached another way, and what its API is set to. */
export type Way = {
  readonly clinic: Clinic
  readonly databaseUrl: string
  readonly settings?: Readonly<Record<string, string>>
}

const WARM_UP_SECONDS = 3
const BOOKINGS_A_SECOND = 100

/** `one` is `GET /v1/clients/{id}`, `book` is `POST /v1/appointments` with distinct starts. */
export async function twoApis(
  ways: Readonly<Record<Side, Way>>,
  called: string,
  { rounds, clients, seconds }: Options,
): Promise<Figure[]> {
  const sender = openSender()
  const [ours, reference] = await Promise.all(
    SIDES.map((side) => openApi(ways[side].databaseUrl, ways[side].settings)),
  )
  if (ours === undefined || reference === undefined) throw new Error('There are two sides.')
  const apis = { ours, reference }
  const rate = async (
    side: Side,
    shots: readonly Shot[],
    within: number | null,
    expected: number,
  ) =>
    rateOf(
      await sender.send({
        ports: [apis[side].port],
        key: ways[side].clinic.key,
        connections: clients,
        shots,
        seconds: within,
        expected: [expected],
      }),
    )
  let places = 0
  const loads: Record<string, (side: Side, seconds: number) => Promise<number>> = {
    one: (side, within) => rate(side, READS, within, 200),
    book: (side, within) => {
      const count = Math.max(clients, Math.round(within * BOOKINGS_A_SECOND))
      const from = (places += count) - count
      return rate(side, bookings(ways[side].clinic, from, count), null, 201)
    },
  }
  try {
    const figures: Figure[] = []
    for (const [name, load] of Object.entries(loads)) {
      for (const side of SIDES) await load(side, Math.min(WARM_UP_SECONDS, seconds))
      const rates = await inTurn(rounds, {
        ours: () => load('ours', seconds),
        reference: () => load('reference', seconds),
      })
      figures.push(compared(`\`${name}\`, ${called}`, rates, { unit: '/s' }))
    }
    return figures
  } finally {
    await Promise.all([ours.kill(), reference.kill(), sender.close()])
  }
}

export const READS = Array.from({ length: 500 }, (_, place): Shot => ({
  method: 'GET',
  path: `/v1/clients/${place + 1}`,
}))

export function bookings(clinic: Clinic, from: number, count: number): Shot[] {
  return Array.from({ length: count }, (_, place) => ({
    method: 'POST',
    path: '/v1/appointments',
    body: booking(clinic, from + place, false),
  }))
}
