import type { Bench, RouteBench } from '../bench.ts'
import { seedClinic, seedMonth } from '../stage/clinic.ts'
import { openPair } from '../stage/pair.ts'
import { WRITE_BENCHES } from './bookings.ts'
import { HOLDS_BENCH } from './holds.ts'
import { READ_BENCHES } from './reads.ts'
import { SLOTS_BENCH } from './slots.ts'

export const ROUTE_BENCHES = {
  ...READ_BENCHES,
  slots: SLOTS_BENCH,
  holds: HOLDS_BENCH,
  ...WRITE_BENCHES,
}

/** With a database, an API and a reference of its own. */
export function withProcessesOfItsOwn({ about, clinic, run }: RouteBench): Bench {
  return {
    about,
    async run(server, options) {
      const databaseUrl = await server.database()
      const seed = clinic === 'a month' ? seedMonth : seedClinic
      const pair = await openPair(databaseUrl, await seed(databaseUrl))
      try {
        return await run(pair, options)
      } finally {
        await pair.close()
      }
    },
  }
}
