/**
 * Every declared query against the migrated schema: the names of its columns, their types, and for a column that is one
 * of a table whether it can be null. What an expression can be is not checked.
 */
import { column, declaredQueries, snakeCase, tables, type Columns } from '@scheduling/database'
import { Client, type FieldDef } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi, type TestOrganization } from '../support/api.ts'
import { at, booked, COMING_MONDAY, openClinic } from '../support/booking.ts'
import { signIn } from '../support/dashboard.ts'
import { describeText } from '../support/described-text.ts'
import { acceptedRequest, readDocument, type ApiDocument } from '../support/document.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { createRecords, type Records } from '../support/records.ts'

/** Migrations that Prisma writes leave NOT NULL out for lists, and every row has one. */
const IS_NO_LIST = "typname NOT LIKE '\\_%'"

let api: TestApi
let receiver: Receiver
let client: Client
let document: ApiDocument
let types: ReadonlyMap<number, string>
/** By the number of the table and of the column in it. */
let storedColumns: ReadonlyMap<string, { readonly table: string; readonly isNullable: boolean }>

beforeAll(async () => {
  api = await startTestApi()
  receiver = await openReceiver()
  document = await readDocument(api.url)
  client = new Client({ connectionString: api.databaseUrl })
  await client.connect()
  const named = await client.query<{ oid: number; typname: string }>(
    'SELECT oid, typname FROM pg_type',
  )
  types = new Map(named.rows.map(({ oid, typname }) => [oid, typname]))
  const { rows } = await client.query<{
    relid: number
    attnum: number
    table: string
    isNullable: boolean
  }>(`
    SELECT attrelid AS relid, attnum, relname AS table, NOT attnotnull AND ${IS_NO_LIST} AS "isNullable"
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid JOIN pg_type ON pg_type.oid = atttypid WHERE attnum > 0`)
  storedColumns = new Map(rows.map(({ relid, attnum, ...rest }) => [`${relid} ${attnum}`, rest]))
})

afterAll(async () => {
  await client.end()
  await receiver.close()
  await api.close()
})

/** Requests that change a record of each kind. */
const CHANGES: ReadonlySet<string> = new Set([
  'PATCH /v1/clients/{client_id}',
  'POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
  'POST /v1/queue/entries/{entry_id}/cancel',
  'DELETE /v1/waitlist/entries/{entry_id}',
  'POST /v1/appointments/{appointment_id}/cancel',
])

/** Reads everything and changes a record of each kind: texts that are composed for a call are made by then. */
async function composeTexts(): Promise<void> {
  const organization = await api.organization({ livemode: false })
  const records = await createRecords(api, organization, receiver.url)
  const asked = [
    ...document.operations.filter(({ method }) => method === 'GET'),
    ...document.operations.filter(({ name }) => CHANGES.has(name)),
  ]
  for (const operation of asked) {
    const { path: target } = acceptedRequest(document, operation, records)
    // Each on a connection of its own: to parse the document can take longer than an idle connection is kept.
    const response = await fetch(api.url + target, {
      method: operation.method,
      headers: {
        authorization: `Bearer ${organization.key}`,
        'content-type': 'application/json',
        connection: 'close',
      },
      ...(operation.method === 'PATCH' ? { body: '{"first_name": "Beatriz"}' } : {}),
    })
    const text = await response.text()
    expect([operation.name, Math.floor(response.status / 100)], text).toEqual([operation.name, 2])
  }
  await readDashboardLists(organization)
  await readDelivery(organization, records)
  await moveOnline()
}

/** Lists that only dashboards have, and what makes their statements: one text for each way to read them. */
const DASHBOARD_LISTS: readonly (readonly [procedure: string, input: object])[] = [
  ['apiKeys.list', {}],
  ['audit.list', {}],
  ['audit.list', { source: 'payment' }],
  ['messaging.list', {}],
  ['calendars.listFeeds', {}],
  ['appointments.agenda', { from: '2026-11-30', to: '2026-11-30' }],
  ['professionals.listInactive', {}],
  ['deposits.listPayments', {}],
  ['webhooks.overview', {}],
  ['deposits.listNewest', {}],
]

async function readDashboardLists(organization: TestOrganization): Promise<void> {
  const owner = await signIn(api, organization)
  for (const [procedure, input] of DASHBOARD_LISTS) {
    const { status } = await owner.query(procedure, input)
    expect([procedure, status]).toEqual([procedure, 200])
  }
}

/** With the attempts at its event. */
async function readDelivery(organization: TestOrganization, records: Records): Promise<void> {
  const owner = await signIn(api, organization)
  const { status } = await owner.query('webhooks.getDelivery', records)
  expect(status).toBe(200)
}

/** A booking, and a move to the online room of another professional. */
async function moveOnline(): Promise<void> {
  const clinic = await openClinic(api, {
    professionals: 2,
    service: { serviceType: 'TELEMEDICINE' },
  })
  const id = await booked(clinic, '09:00')
  const body = { start: at('10:00', COMING_MONDAY), professional_id: clinic.professionals[1]?.id }
  const { status } = await clinic.call('POST', `/v1/appointments/${id}/reschedule`, { body })
  expect(status).toBe(200)
}

/** Tables whose columns are all null where the join finds no row. */
function outerJoined(text: string): ReadonlySet<string | undefined> {
  return new Set(
    [...text.matchAll(/LEFT JOIN (?:LATERAL \([^()]*\bFROM (?:\([^()]*\bFROM )?)?(\w+)/g)].map(
      ([, table]) => table,
    ),
  )
}

/** What is wrong with a declaration, in words. */
function faultsOf(declared: Columns, fields: readonly FieldDef[], text: string): string[] {
  const optional = outerJoined(text)
  const got = new Set(fields.map(({ name }) => name))
  return [
    ...Object.keys(declared)
      .filter((name) => !got.has(name))
      .map((name) => `${name} is not returned`),
    ...fields.flatMap(({ name, dataTypeID, tableID, columnID }) => {
      const found = declared[name]
      if (found === undefined) return [`${name} is not declared`]
      const type = types.get(dataTypeID)
      if (type !== found.type) return [`${name} is ${type}, not ${found.type}`]
      const of = storedColumns.get(`${tableID} ${columnID}`)
      if (of === undefined) return []
      const isNullable = of.isNullable || optional.has(of.table)
      if (isNullable === found.isNullable) return []
      return [`${name} ${isNullable ? 'can' : 'cannot'} be null`]
    }),
  ]
}

it('every declared query returns the columns that it declares, of these types, null only where declared', async () => {
  await composeTexts()
  const queries = declaredQueries()
  const untried = queries.filter(({ texts }) => texts.size === 0).map(({ name }) => name)
  expect(untried).toEqual([])
  const faults: string[] = []
  let fromTables = 0
  for (const { name, row, texts } of queries) {
    for (const text of texts) {
      const fields = await describeText(client, text)
      fromTables += fields.filter(({ tableID }) => tableID !== 0).length
      faults.push(...faultsOf(row, fields, text).map((fault) => `${name}: ${fault}`))
    }
  }
  expect([...new Set(faults)]).toEqual([])
  expect(queries.length).toBeGreaterThan(30)
  expect(fromTables).toBeGreaterThan(200)
})

it('the columns of every table are those of the migrated schema, with their types, nulls and defaults', async () => {
  const { rows } = await client.query<{ column: string }>(`
    SELECT relname || '.' || attname || ' ' || typname || CASE WHEN NOT attnotnull AND ${IS_NO_LIST} THEN ' null' ELSE '' END
      || CASE WHEN atthasdef OR attidentity <> '' THEN ' default' ELSE '' END AS column
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid JOIN pg_type ON pg_type.oid = atttypid
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped`)
  const generated = Object.values(tables).flatMap(({ name: table, columns, defaults }) =>
    Object.entries<Columns[string]>(columns).map(([name, { type, isNullable }]) => {
      const isGiven = (defaults as readonly string[]).includes(name)
      return `${table}.${snakeCase(name)} ${type}${isNullable ? ' null' : ''}${isGiven ? ' default' : ''}`
    }),
  )
  const known = new Set(Object.values(tables).map(({ name }) => name))
  const migrated = rows.filter(({ column: text }) => known.has(text.split('.', 1)[0] ?? ''))
  expect(generated.toSorted()).toEqual(migrated.map(({ column: text }) => text).toSorted())
})

it('no two queries have one name', () => {
  const names = declaredQueries().map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

it.each<[string, string, Columns, string[]]>([
  ['of another type', 'SELECT id FROM client', { id: column.text }, ['id is int4, not text']],
  [
    'of another enumeration',
    'SELECT status FROM queue_entry',
    { status: column.oneOf('appointment_status') },
    ['status is queue_entry_status, not appointment_status'],
  ],
  ['that can be null', 'SELECT email FROM client', { email: column.text }, ['email can be null']],
  [
    'that cannot be null',
    'SELECT id FROM client',
    { id: column.nullable(column.int) },
    ['id cannot be null'],
  ],
  [
    'that is null where a join finds nothing',
    'SELECT p.name FROM queue_entry e LEFT JOIN professional p ON p.id = e.professional_id',
    { name: column.text },
    ['name can be null'],
  ],
  [
    'that is not there',
    'SELECT id FROM client',
    { id: column.int, name: column.text },
    ['name is not returned'],
  ],
  ['that is not declared', 'SELECT id FROM client', {}, ['id is not declared']],
])('a column %s is a fault', async (_, text, declared, faults) => {
  expect(faultsOf(declared, await describeText(client, text), text)).toEqual(faults)
})
