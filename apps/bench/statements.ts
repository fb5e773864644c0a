/** What a statement in a transaction costs when it is named, beside Prisma's raw queries. */
import { connect, inTransaction, PATIENCE, sqlOf, type Connection } from '@scheduling/database'
import type { Bench } from './bench.ts'
import { compared, inTurn, median, require, type Figure } from './figures.ts'
import { openStage } from './delivery/stage.ts'

const STATEMENTS = 200
/** Before a round is measured: a connection prepares a statement when it first meets it. */
const WARM_UP = 20

type Statement = {
  readonly name: string
  readonly text: string
  readonly values: (at: number) => unknown[]
}

/** By a key in a plain table; in a table of as many days as a service in use has; and the write of every event. */
function statements(organizationId: number): readonly Statement[] {
  return [
    {
      name: 'client by key',
      text: 'SELECT id, first_name, phone FROM client WHERE organization_id = $1::int AND id = $2::int',
      values: (at) => [organizationId, at],
    },
    {
      name: 'event by place, 34 days',
      text: 'SELECT id, type, payload FROM event WHERE organization_id = $1::int AND sequence = $2::bigint',
      values: (at) => [organizationId, at],
    },
    {
      name: 'event written',
      text: `
        WITH feed AS (
          UPDATE event_feed SET last_position = last_position + 1, last_event_id = $2
          WHERE organization_id = $1::int RETURNING last_position, clock_timestamp() AS at)
        INSERT INTO event (event_day, organization_id, sequence, id, type, livemode, created_at, payload, context)
        SELECT (at AT TIME ZONE 'UTC')::date, $1::int, last_position, $2, 'client.created', true, at, $3::json, '{}'
        FROM feed`,
      values: (at) => [organizationId, `evt_${at}`, JSON.stringify({ object: { id: at } })],
    },
  ]
}

type Run = (statement: Statement, values: unknown[]) => Promise<unknown>

/** Each does the work in one transaction. */
type Way = (db: Connection['db'], work: (run: Run) => Promise<never>) => Promise<never>

const WAYS = {
  ours: (db, work) =>
    inTransaction(db, PATIENCE, (tx) =>
      work(({ name, text }, values) => sqlOf(tx).query({ name, text, values })),
    ),
  reference: (db, work) =>
    db.$transaction((tx) => work(({ text }, values) => tx.$queryRawUnsafe(text, ...values)), {
      timeout: 60_000,
    }),
} satisfies Record<string, Way>

/** @throws when named statements are not the quicker ones, for which they are there */
export const STATEMENTS_BENCH: Bench = {
  about: `${STATEMENTS} statements in one transaction, by their names. The reference is Prisma's raw queries. Microseconds for one statement.`,
  async run(server, { rounds }) {
    const stage = await openStage(server)
    const organizationId = await stage.organization()
    await stage.emit(organizationId)
    await stage.pool.query('SELECT make_day_partitions(current_date - 31, current_date + 2)')
    const connection = connect(stage.databaseUrl, { connections: 2, name: 'bench' })
    const figures: Figure[] = []
    for (const statement of statements(organizationId)) {
      const times = await inTurn(rounds, {
        ours: () => timeOf(connection, statement, WAYS.ours),
        reference: () => timeOf(connection, statement, WAYS.reference),
      })
      require(median(times.ours) < median(times.reference), `named, "${statement.name}" is slower`)
      figures.push(compared(statement.name, times, { unit: ' µs' }))
    }
    await connection.close()
    await stage.close()
    return figures
  },
}

/** Microseconds. Nothing of a round stays for the next one. */
async function timeOf({ db }: Connection, statement: Statement, way: Way): Promise<number> {
  let taken = Number.NaN
  const undone = way(db, async (run) => {
    const from = WARM_UP + 1
    for (let at = 1; at < from; at += 1) await run(statement, statement.values(at))
    const began = performance.now()
    for (let at = from; at < from + STATEMENTS; at += 1) await run(statement, statement.values(at))
    taken = ((performance.now() - began) / STATEMENTS) * 1000
    throw new Undone()
  })
  await undone.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  return taken
}

class Undone extends Error {}
