/** What a route costs a clinic of many years, beside what it costs a small one. */
import type { Bench, Options } from '../bench.ts'
import { compared, inTurn, require, type Figure } from '../figures.ts'
import { openApi, type Api } from '../stage/api.ts'
import { seedClinic, type Clinic, type Size } from '../stage/clinic.ts'
import { openSender, type Sender, type Shot } from '../stage/load.ts'
import type { BenchServer } from '../stage/server.ts'
import { booking } from './bookings.ts'

const AIM = { sign: '≤', value: 1.3 } as const
/** Requests of one route in one round, one after the other. */
const REQUESTS_A_SECOND = 20

const HOUR_MS = 3_600_000
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const hourAgo = (): string => new Date(Date.now() - HOUR_MS).toISOString()

/** Numbers from 1 to `most`, spread over all of them: another one for each request. */
function spreadOver(most: number, place: number): number {
  return 1 + ((place * 7919 + 13) % most)
}

/** A route, and how the paths of its requests differ. */
export const GROWTH_READS: Readonly<Record<string, (clinic: Clinic, place: number) => string>> = {
  me: () => '/v1/me',
  clients: () => '/v1/clients',
  'clients, `updated_since`': () => `/v1/clients?updated_since=${hourAgo()}`,
  'clients, `q` of many': () => '/v1/clients?q=maria',
  'clients, `q` of one': () => '/v1/clients?q=zuleika',
  'clients, `phone`': ({ size }, place) =>
    `/v1/clients?phone=119${80_000_000 + spreadOver(size.clients, place)}`,
  'clients, `metadata`': ({ size }, place) =>
    `/v1/clients?metadata[crm_id]=C-${spreadOver(size.clients, place)}`,
  'one client': ({ size }, place) => `/v1/clients/${spreadOver(size.clients, place)}`,
  appointments: () => '/v1/appointments',
  'appointments, `from` and professional': ({ professionalIds }, place) =>
    `/v1/appointments?from=${dayOf(Date.now())}&professional_id=${professionalIds[place % professionalIds.length]}`,
  'appointments, `updated_since`': () => `/v1/appointments?updated_since=${hourAgo()}`,
  'appointments, `status`': () => '/v1/appointments?status=PENDING',
  'appointments of a client': ({ size }, place) =>
    `/v1/appointments?client_id=${spreadOver(size.clients, place)}`,
  'appointments, expanded': () => '/v1/appointments?expand=client,professional,services',
  'one appointment': ({ size }, place) =>
    `/v1/appointments/${spreadOver(size.appointments, place)}`,
  events: () => '/v1/events',
  'the latest event': () => '/v1/events?latest=true',
  deposits: () => '/v1/deposits',
  services: () => '/v1/services',
  professionals: () => '/v1/professionals',
  'queue entries': () => '/v1/queue/entries',
  webhooks: () => '/v1/webhooks',
  slots: ({ serviceId }) =>
    `/v1/availability/slots?service_ids=${serviceId}&from=${dayOf(Date.now() + 240 * HOUR_MS)}`,
  'next dates': ({ serviceId }) => `/v1/availability/next-dates?service_ids=${serviceId}`,
}

type Side = { readonly clinic: Clinic; readonly api: Api; readonly sender: Sender }

/** The median of requests one after the other, milliseconds. */
async function latency({ clinic, api, sender }: Side, shots: readonly Shot[]): Promise<number> {
  const { latency } = await sender.send({
    ports: [api.port],
    key: clinic.key,
    connections: 1,
    shots,
    seconds: null,
    expected: [200, 201],
  })
  return latency.p50
}

export function growthBench(small: Size, large: Size): Bench {
  const said = (count: number): string => count.toLocaleString('en')
  return {
    about: `The median time of a request, one after the other, in a clinic of ${said(large.appointments)} appointments, ${said(large.clients)} clients and ${said(large.events)} events. Reference: the same service with a clinic of ${said(small.appointments)}, ${said(small.clients)} and ${said(small.events)}.`,
    async run(server, options) {
      const sender = openSender()
      const opened: Side[] = []
      try {
        for (const size of [small, large]) opened.push(await openSide(server, sender, size))
        const [reference, ours] = opened
        if (ours === undefined || reference === undefined) return []
        return await figuresOf(ours, reference, options)
      } finally {
        await Promise.all(opened.map(({ api }) => api.kill()))
        await sender.close()
      }
    },
  }
}

async function openSide(server: BenchServer, sender: Sender, size: Size): Promise<Side> {
  const databaseUrl = await server.database()
  const clinic = await seedClinic(databaseUrl, size)
  return { clinic, sender, api: await openApi(databaseUrl) }
}

async function figuresOf(ours: Side, reference: Side, options: Options): Promise<Figure[]> {
  const count = Math.max(1, Math.round(options.seconds * REQUESTS_A_SECOND))
  const figures: Figure[] = []
  const measure = async (what: string, shots: (side: Side) => Shot[]): Promise<void> => {
    for (const side of [ours, reference]) await latency(side, shots(side))
    const times = await inTurn(options.rounds, {
      ours: () => latency(ours, shots(ours)),
      reference: () => latency(reference, shots(reference)),
    })
    figures.push(compared(what, times, { unit: ' ms', digits: 2, aim: AIM }))
  }
  for (const [what, path] of Object.entries(GROWTH_READS))
    await measure(what, ({ clinic }) =>
      Array.from({ length: count }, (_, place) => ({ method: 'GET', path: path(clinic, place) })),
    )
  // Both sides book the same starts, each in its own clinic.
  const places = new Map<Side, number>()
  await measure('a booking', (side) => {
    const from = places.get(side) ?? 0
    places.set(side, from + count)
    return Array.from({ length: count }, (_, place) => ({
      method: 'POST',
      path: '/v1/appointments',
      body: booking(side.clinic, from + place, false),
    }))
  })
  require(places.get(ours) === places.get(reference), 'the clinics were not booked alike')
  return figures
}
