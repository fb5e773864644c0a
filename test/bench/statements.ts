/** What a statement in a transaction costs when it is named, beside Prisma's raw queries. */
import {
  connect,
  inTransaction,
  PATIENCE,
  sqlOf,
  type Connection,
  type Transaction,
} from '@scheduling/database'
import { median, require, say } from './figures.ts'
import { openServer } from './webhooks-stage.ts'

const ROUNDS = 9
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

const WAYS: Readonly<
  Record<string, (tx: Transaction, statement: Statement, values: unknown[]) => Promise<unknown>>
> = {
  'raw, by Prisma': (tx, { text }, values) => tx.$queryRawUnsafe(text, ...values),
  named: (tx, { name, text }, values) => sqlOf(tx).query({ name, text, values }),
}

/** @throws when named statements are not the quicker ones, for which they are there */
export async function runStatements(): Promise<void> {
  console.log(`Statements: ${STATEMENTS} in one transaction, ${ROUNDS} rounds, microseconds each`)
  const server = await openServer()
  try {
    const stage = await server.stage()
    const organizationId = await stage.organization()
    await stage.emit(organizationId)
    await stage.pool.query('SELECT make_day_partitions(current_date - 31, current_date + 2)')
    const connection = connect(stage.databaseUrl, { connections: 2, name: 'bench' })
    for (const statement of statements(organizationId)) {
      const times = await timesOf(connection, statement)
      for (const [way, taken] of times)
        say(`${statement.name}, ${way}`, `${median(taken).toFixed(0)} µs`)
      const [raw = [], named = []] = times.values()
      require(median(named) < median(raw), `named, "${statement.name}" is not quicker`)
    }
    await connection.close()
    await stage.close()
  } finally {
    await server.stop()
  }
}

/** By way; the ways take turns, so that a busy moment is nobody's alone. */
async function timesOf(
  { db }: Connection,
  statement: Statement,
): Promise<ReadonlyMap<string, number[]>> {
  const times = new Map(Object.keys(WAYS).map((way) => [way, [] as number[]]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [way, run] of Object.entries(WAYS)) {
      const undone = inTransaction(db, PATIENCE, async (tx) => {
        const from = WARM_UP + 1
        for (let at = 1; at < from; at += 1) await run(tx, statement, statement.values(at))
        const began = performance.now()
        for (let at = from; at < from + STATEMENTS; at += 1)
          await run(tx, statement, statement.values(at))
        times.get(way)?.push(((performance.now() - began) / STATEMENTS) * 1000)
        throw new Undone()
      })
      await undone.catch((error: unknown) => {
        if (!(error instanceof Undone)) throw error
      })
    }
  }
  return times
}

/** Nothing of a round stays for the next one. */
class Undone extends Error {}
