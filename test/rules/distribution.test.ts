/**
 * What stands in the way of spreading the tables over several PostgreSQLs by organization, as Citus does it: the column
 * must be in each key that is unique, and in each reference to a table that is spread too. The table in the docs is made
 * from the schema: `vitest run test/rules/distribution.test.ts -u` writes it.
 */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

type Row = {
  readonly table: string
  readonly has_column: boolean
  readonly is_partitioned: boolean
  readonly primary_key: string[]
  /** Others that are unique, and exclusions: each the columns that it compares. */
  readonly unique_keys: { readonly name: string; readonly columns: string[] }[]
  readonly references: { readonly to: string; readonly columns: string[] }[]
}

const KEYS = `
  SELECT c.relname AS "table", c.relkind = 'p' AS is_partitioned,
    EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'organization_id') AS has_column,
    (SELECT array_agg(a.attname::text ORDER BY place) FROM pg_index i, unnest(i.indkey::int2[]) WITH ORDINALITY key (number, place)
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = key.number
       WHERE i.indrelid = c.oid AND i.indisprimary) AS primary_key,
    (SELECT coalesce(json_agg(json_build_object('name', i.indexrelid::regclass::text, 'columns',
         (SELECT coalesce(json_agg(a.attname ORDER BY place), '[]') FROM unnest(i.indkey::int2[]) WITH ORDINALITY key (number, place)
            JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = key.number)) ORDER BY i.indexrelid::regclass::text), '[]')
       FROM pg_index i WHERE i.indrelid = c.oid AND (i.indisunique OR i.indisexclusion) AND NOT i.indisprimary) AS unique_keys,
    (SELECT coalesce(json_agg(json_build_object('to', k.confrelid::regclass::text, 'columns',
         (SELECT json_agg(a.attname) FROM unnest(k.conkey) AS number JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = number))
         ORDER BY k.conname), '[]')
       FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f') AS "references"
  FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relname <> '_prisma_migrations' ORDER BY c.relname`

/** Tables without the column, and why they have none. A new one must be thought about. */
const WITHOUT: Readonly<Record<string, string>> = {
  chat_message: 'takes the column of its webhook',
  email_change: 'stays with the sign-ins, in one place',
  operator_switch: 'one row: a reference table, the same everywhere',
  organization: 'its `id` is the column',
  password_reset: 'stays with the sign-ins, in one place',
  rate_limit_attempts: 'by address: stays in one place, or in Redis',
  rate_limit_key: 'takes the column of its key; with Redis it is empty',
  sandbox_charge: 'the bank of the sandbox: stays in one place',
  sandbox_payment: 'the bank of the sandbox: stays in one place',
  sandbox_refund: 'the bank of the sandbox: stays in one place',
  user_session: 'stays with the sign-ins, in one place',
  webhook_health: 'takes the column of its webhook',
  webhook_lane: 'takes the column of its webhook',
  worker_process: 'of processes: stays in one place',
}

async function tables(): Promise<Row[]> {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query<Row>(KEYS)).rows
  } finally {
    await client.end()
  }
}

const COLUMN = 'organization_id'

function line(row: Row, spread: ReadonlySet<string>): string {
  const { table, primary_key: key } = row
  if (!row.has_column) return `| \`${table}\` | – | – | – | ${WITHOUT[table] ?? ''} |`
  const place = key.indexOf(COLUMN)
  const first = place === 0 ? 'yes' : place > 0 ? 'not first' : `no: \`${key.join(', ')}\``
  const unique = row.unique_keys
    .filter(({ columns }) => !columns.includes(COLUMN))
    .map(({ name, columns }) => `\`${name}\` (${columns.join(', ')})`)
  const references = row.references
    .filter(
      ({ to, columns }) => to !== 'organization' && !(columns.includes(COLUMN) && spread.has(to)),
    )
    .map(({ to, columns }) => `\`${to}\` by ${columns.join(', ')}`)
  const notes = row.is_partitioned ? 'by day: each day is spread' : ''
  const cells = [`\`${table}\``, first, unique.join('; '), references.join('; '), notes]
  return `| ${cells.join(' | ')} |`
}

it('the docs say for each table what stands in the way of spreading it by organization', async () => {
  const rows = await tables()
  const without = rows.filter((row) => !row.has_column).map(({ table }) => table)
  expect(without).toEqual(Object.keys(WITHOUT))
  const spread = new Set(rows.filter((row) => row.has_column).map(({ table }) => table))
  const inTheWay = rows.filter((row) => row.has_column && !row.primary_key.includes(COLUMN))
  const unique = rows.flatMap((row) =>
    row.has_column ? row.unique_keys.filter(({ columns }) => !columns.includes(COLUMN)) : [],
  )
  const page = [
    '# Tables by organization',
    '',
    'Made from the schema by `test/rules/distribution.test.ts`. [Beyond one PostgreSQL](scale.md) says what it is for.',
    '',
    `${spread.size} of ${rows.length} tables have \`${COLUMN}\`. In ${spread.size - inTheWay.length} of them it is part of the primary key; in ${inTheWay.length} it is not, and ${unique.length} other unique keys and exclusions are without it.`,
    '',
    '| Table | Begins the primary key | Unique keys without it | References without it | Notes |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map((row) => line(row, spread)),
    '',
  ].join('\n')
  await expect(page).toMatchFileSnapshot('../../docs/scale-tables.md')
})
