/** Free slots of a month, beside the rows that they are computed from. */
import type { RouteBench } from '../bench.ts'
import { require } from '../figures.ts'
import type { Shot } from '../stage/load.ts'
import { answerOf, type Pair } from '../stage/pair.ts'
import { beside } from './beside.ts'

const DAYS = 31
const DAY_MS = 86_400_000

/** The path of the free slots of the coming month. */
export function monthOfSlots({ clinic }: Pick<Pair, 'clinic'>): string {
  const from = new Date().toISOString().slice(0, 10)
  const to = new Date(Date.parse(from) + (DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
  return `/v1/availability/slots?service_ids=${clinic.serviceId}&from=${from}&to=${to}`
}

export const SLOTS_BENCH: RouteBench = {
  about:
    '`GET /v1/availability/slots` of 20 professionals, 31 days and 2,000 taken times. The reference reads the same hours, exceptions and taken times, and sends them as they are: it computes nothing.',
  clinic: 'a month',
  async run(pair, options) {
    const shot: Shot = { method: 'GET', path: monthOfSlots(pair) }
    const { data } = await answerOf(pair, 'ours', shot)
    const { holds } = await answerOf(pair, 'reference', shot)
    require(holds.length === pair.clinic.size.appointments, `${holds.length} times are taken`)
    require(data.length > 1000, `only ${data.length} slots are free`)
    return beside(pair, options, { to: 'reference', value: 0.5 }, (side, seconds) =>
      pair.send(side, { connections: options.clients, shots: [shot], seconds, expected: [200] }),
    )
  },
}
