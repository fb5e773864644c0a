/** What rows take on the disk, and what one booking writes. */
import { Pool } from 'pg'
import type { Table } from '../figures.ts'
import { REQUESTS, type Rates } from './rates.ts'
import type { Simulation } from './stage.ts'
import { runStep } from './step.ts'

const TABLES = [
  'appointment',
  'calendar_hold',
  'appointment_service',
  'client',
  'event',
  'delivery',
  'delivery_attempt',
  'audit_entry',
] as const

/** Of a table with its partitions. `toasted` is part of the rows. */
const SIZES = `
  SELECT sum(pg_table_size(part))::text AS rows_bytes, sum(pg_indexes_size(part))::text AS index_bytes
  FROM (SELECT relid AS part FROM pg_partition_tree($1::regclass) WHERE isleaf UNION SELECT $1::regclass) parts`

/** Bookings alone, at a rate that everything bears. */
const BOOKINGS = { perSecond: 20, seconds: 20 }

export async function sizeTable(databaseUrl: string): Promise<Table> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 })
  try {
    const rows: string[][] = []
    for (const table of TABLES) {
      const { rows: sizes } = await pool.query<{ rows_bytes: string; index_bytes: string }>(SIZES, [
        table,
      ])
      const { rows: counts } = await pool.query<{ count: string }>(
        `SELECT count(*)::text AS count FROM ${table}`,
      )
      const count = Number(counts[0]?.count)
      const each = (bytes: string | undefined): string =>
        `${Math.round(Number(bytes) / count)} bytes`
      rows.push([
        `\`${table}\``,
        count.toLocaleString('en'),
        each(sizes[0]?.rows_bytes),
        each(sizes[0]?.index_bytes),
      ])
    }
    return { head: ['Table', 'Rows', 'A row', 'Its indexes'], rows }
  } finally {
    await pool.end()
  }
}

/** Bookings and what they cause, and nothing else. */
export async function bookingTable(simulation: Simulation): Promise<Table> {
  const { businesses } = simulation
  const none = Object.fromEntries(REQUESTS.map((request) => [request, 0])) as Record<
    keyof Rates,
    number
  >
  const rates: Rates = { ...none, book: BOOKINGS.perSecond / businesses.length }
  const asked = { share: 0, streams: 0, rates, seconds: BOOKINGS.seconds, seed: 99 }
  const { sent, seen } = await runStep(simulation, businesses, asked)
  const booked = sent.kinds['book']?.statuses[201] ?? 0
  const each = (value: number, digits = 1): string => (value / booked).toFixed(digits)
  const cpu = (...names: readonly string[]): number =>
    Object.entries(seen.cpu).reduce(
      (sum, [name, used]) => (names.some((one) => name.startsWith(one)) ? sum + used : sum),
      0,
    )
  return {
    head: [`One of ${booked} bookings, with its event and its deliveries`, ''],
    rows: [
      ['WAL', `${each(seen.walBytes / 1000)} kB`],
      ['rows written or changed', each(seen.rows)],
      ['transactions', each(seen.transactions)],
      ['CPU of the APIs', `${each(cpu('api') * 1000)} ms`],
      ['CPU of the workers', `${each(cpu('worker') * 1000)} ms`],
      ['CPU of PostgreSQL', `${each(cpu('postgres') * 1000)} ms`],
      ['CPU of the pooler and Redis', `${each(cpu('pooler', 'redis') * 1000)} ms`],
    ],
  }
}
