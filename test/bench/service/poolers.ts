/** What a pooler in transaction mode costs, for the PgBouncer that this machine has. */
import { prepareDatabase } from '@scheduling/database/prepare'
import { pgbouncerBinary, startPgBouncer } from '../../support/pgbouncer.ts'
import { urlOf } from '../../support/database.ts'
import type { Bench } from '../bench.ts'
import { alone, compared, inTurn } from '../figures.ts'
import { booking } from '../routes/bookings.ts'
import { openApi } from '../stage/api.ts'
import { seedClinic, type Clinic } from '../stage/clinic.ts'
import { openSender, rateOf, type Shot } from '../stage/load.ts'

/** As many sessions as a process has connections: what is measured is the way, not a queue. */
const SESSIONS = 20
const WARM_UP_SECONDS = 3
const BOOKINGS_A_SECOND = 100

export const POOLERS_BENCH: Bench = {
  about:
    'The API through PgBouncer in transaction mode, with `DATABASE_DIRECT_URL`. The reference is the same API connected directly. `one` is `GET /v1/clients/{id}`, `book` is `POST /v1/appointments` with distinct starts.',
  async run(server, { rounds, clients, seconds }) {
    if (pgbouncerBinary === null) return [alone('not measured', 'this machine has no pgbouncer')]
    const urls = { ours: await server.database(), reference: await server.database() }
    const clinics = {
      ours: await seedClinic(urls.ours),
      reference: await seedClinic(urls.reference),
    }
    await prepareDatabase(urls.ours)
    const pooler = await startPgBouncer(urls.ours, { default_pool_size: SESSIONS })
    const version = String((await pooler.admin('SHOW VERSION'))[0]?.['version'])
    const pooled = urlOf(pooler.url, new URL(urls.ours).pathname.slice(1))
    const sender = openSender()
    const [ours, reference] = await Promise.all([
      openApi(pooled, { DATABASE_DIRECT_URL: urls.ours }),
      openApi(urls.reference),
    ])
    const ports = { ours: ours.port, reference: reference.port }
    type Side = keyof typeof ports
    const rate = async (
      side: Side,
      shots: readonly Shot[],
      within: number | null,
      expected: number,
    ) =>
      rateOf(
        await sender.send({
          ports: [ports[side]],
          key: clinics[side].key,
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
        return rate(side, bookings(clinics[side], from, count), null, 201)
      },
    }
    try {
      const figures = []
      for (const [name, load] of Object.entries(loads)) {
        for (const side of ['ours', 'reference'] as const)
          await load(side, Math.min(WARM_UP_SECONDS, seconds))
        const rates = await inTurn(rounds, {
          ours: () => load('ours', seconds),
          reference: () => load('reference', seconds),
        })
        figures.push(compared(`\`${name}\`, ${version}`, rates, { unit: '/s' }))
      }
      return figures
    } finally {
      await Promise.all([ours.kill(), reference.kill(), sender.close()])
      await pooler.stop()
    }
  },
}

const READS = Array.from({ length: 500 }, (_, place): Shot => ({
  method: 'GET',
  path: `/v1/clients/${place + 1}`,
}))

function bookings(clinic: Clinic, from: number, count: number): Shot[] {
  return Array.from({ length: count }, (_, place) => ({
    method: 'POST',
    path: '/v1/appointments',
    body: booking(clinic, from + place, false),
  }))
}
