/** `me`, one record, and lists: the same request again and again. */
import type { RouteBench } from '../bench.ts'
import type { Shot } from '../stage/load.ts'
import type { Pair } from '../stage/pair.ts'
import { beside, type LeastRatio } from './beside.ts'
import { requireSameAnswers } from './same-answers.ts'

type Read = {
  readonly about: string
  readonly paths: (pair: Pair) => readonly string[]
  readonly aim?: LeastRatio
}

const READS = {
  me: {
    about: '`GET /v1/me`. The reference reads the organization and the key.',
    paths: () => ['/v1/me'],
  },
  one: {
    about: '`GET /v1/clients/{id}`, of 500 clients in turn.',
    paths: ({ clinic }) =>
      Array.from(
        { length: Math.min(500, clinic.size.clients) },
        (_, place) => `/v1/clients/${place + 1}`,
      ),
    aim: { to: 'prepared', value: 0.6 },
  },
  list: {
    about: '`GET /v1/clients?limit=50`.',
    paths: () => ['/v1/clients?limit=50'],
    aim: { to: 'prepared', value: 0.72 },
  },
  appointments: {
    about: '`GET /v1/appointments?limit=50`, with the names of professional, client and services.',
    paths: () => ['/v1/appointments?limit=50'],
    aim: { to: 'prepared', value: 0.9 },
  },
  events: {
    about: '`GET /v1/events?limit=100`, of the oldest events that are kept.',
    paths: () => ['/v1/events?limit=100'],
    aim: { to: 'prepared', value: 0.92 },
  },
} satisfies Record<string, Read>

function readBench({ about, paths, aim }: Read): RouteBench {
  return {
    about,
    clinic: 'open day and night',
    async run(pair, options) {
      const shots = paths(pair).map((path): Shot => ({ method: 'GET', path }))
      await requireSameAnswers(pair, shots)
      return beside(pair, options, aim ?? null, (side, seconds) =>
        pair.send(side, { connections: options.clients, shots, seconds, expected: [200] }),
      )
    },
  }
}

export const READ_BENCHES = {
  me: readBench(READS.me),
  one: readBench(READS.one),
  list: readBench(READS.list),
  appointments: readBench(READS.appointments),
  events: readBench(READS.events),
}
