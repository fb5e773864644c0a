/** What a pooler in transaction mode costs, for the PgBouncer that this machine has. */
import { prepareDatabase } from '@scheduling/database/prepare'
import { pgbouncerBinary, startPgBouncer } from '@scheduling/test/support/pgbouncer.ts'
import { databaseName, urlOf } from '@scheduling/test/support/database.ts'
import type { Bench } from '../bench.ts'
import { alone } from '../figures.ts'
import { seedClinic } from '../stage/clinic.ts'
import { twoApis } from './two-apis.ts'

/** As many sessions as a process has connections: what is measured is the way, not a queue. */
const SESSIONS = 20

export const POOLERS_BENCH: Bench = {
  about:
    'The API through PgBouncer in transaction mode, with `DATABASE_DIRECT_URL`. The reference is the same API connected directly. `one` is `GET /v1/clients/{id}`, `book` is `POST /v1/appointments` with distinct starts.',
  async run(server, options) {
    if (pgbouncerBinary === null) return [alone('not measured', 'this machine has no pgbouncer')]
    const direct = await server.database()
    const other = await server.database()
    const clinic = await seedClinic(direct)
    await prepareDatabase(direct)
    const pooler = await startPgBouncer(direct, { default_pool_size: SESSIONS })
    try {
      const version = String((await pooler.admin('SHOW VERSION'))[0]?.['version'])
      const pooled = urlOf(pooler.url, databaseName(direct))
      return await twoApis(
        {
          ours: { clinic, databaseUrl: pooled, settings: { DATABASE_DIRECT_URL: direct } },
          reference: { clinic: await seedClinic(other), databaseUrl: other },
        },
        version,
        options,
      )
    } finally {
      await pooler.stop()
    }
  },
}
