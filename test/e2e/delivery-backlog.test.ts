import { poolByKeys } from '@scheduling/database'
import { wakeLanes } from '@scheduling/delivery'
import { createLaneQueries, fanOut } from '@scheduling/delivery/testing'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi, type TestOrganization } from '../support/api.ts'
import { reportStatistics } from '../support/statistics.ts'
import {
  clientWebhook,
  createdWebhook,
  laneOf,
  openEndpoint,
  SLACK,
  writtenEvents,
  type Endpoint,
} from '../support/webhooks.ts'

let api: TestApi
/** As the worker's, but of one connection: every statement is planned once. */
let single: Pool
let owner: TestOrganization
let receiver: Endpoint
let webhook: { id: string }

const BACKLOG = 30_000
/** So many entries of numbers fit into one page of an index, but not of ids: the moment at which numbers look better. */
const EARLY = 240

beforeAll(async () => {
  api = await startTestApi()
  single = poolByKeys(api.connection.pool, 1)
  owner = await api.organization()
  receiver = await openEndpoint()
  webhook = await clientWebhook(api, owner, receiver)
  await leaveAlone(/^(event|delivery|delivery_attempt)_/)
  const numbered = (id: string) => `'${id}_' || lpad(n::text, 26, '0')`
  const webhookId = `'whk_' || n % 60`
  const event = { id: numbered('evt'), sequence: '-n' }
  await writtenEvents(api, owner, 1)
  await multiply('event', event, 1, EARLY)
  // Its statements are planned while the day is young, as of connections that are opened after midnight.
  await turn()
  await multiply('event', event, EARLY + 1)
  await multiply('delivery', {
    event_id: numbered('evt'),
    webhook_id: webhookId,
    attempt_id: numbered('dlv'),
    state: `'pending'`,
    next_attempt_at: 't.scheduled_at',
  })
  await multiply('delivery_attempt', { id: numbered('dlv'), webhook_id: webhookId })
})
afterAll(async () => {
  await receiver.close()
  await single.end()
  await api.close()
})

/**
 * An event, its fan-out, and the turn of a lane that delivers it.
 *
 * @returns how many pages the worker's part touched
 */
async function turn(): Promise<number> {
  const events = await writtenEvents(api, owner, 1)
  // Or the pages that the API touched would be counted with a turn that comes later.
  await reportStatistics(api.connection.pool)
  const before = await pagesTouched()
  await wakeLanes(single, await fanOut(api.service, single, events))
  await laneOf(api, webhook.id, { client: single })
  return (await pagesTouched()) - before
}

/**
 * PostgreSQL's own vacuum goes through a whole day when it comes by, and analyzes it. It comes once a minute, which on
 * a busy machine is in the middle of the test.
 */
async function leaveAlone(days: RegExp): Promise<void> {
  const { rows } = await single.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relname ~ $1`,
    [days.source],
  )
  for (const { name } of rows)
    await single.query(`ALTER TABLE "${name}" SET (autovacuum_enabled = false)`)
}

/** So many more of the one row of a table, as sixty endpoints that do not answer leave them. */
async function multiply(
  table: string,
  changed: Readonly<Record<string, string>>,
  from = 1,
  to = BACKLOG,
): Promise<void> {
  const { rows } = await single.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  )
  const names = rows.map(({ name }) => name)
  await single.query(
    `INSERT INTO ${table} (${names.join()}) OVERRIDING SYSTEM VALUE
     SELECT ${names.map((name) => changed[name] ?? `t.${name}`).join()}
     FROM (SELECT * FROM ${table} LIMIT 1) AS t, generate_series(${from}, ${to}) AS n`,
  )
}

/** Pages of events and of deliveries touched so far. */
async function pagesTouched(): Promise<number> {
  await single.query('SELECT pg_stat_force_next_flush()')
  const { rows } = await single.query<{ pages: string }>(
    `SELECT sum(heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read)::text AS pages
     FROM pg_statio_user_tables WHERE relname ~ '^(event|delivery|delivery_attempt)_'`,
  )
  return Number(rows[0]?.pages)
}

const TURNS = 8
/** A turn takes about 110: some four for each look-up, in each of ten days. Going through one day takes 500. */
const PAGES_MOST = 200

describe('With tens of thousands of deliveries that wait, a turn goes by keys alone', () => {
  it.each([
    ['on a day that was never analyzed', 'SELECT 1'],
    ['once it was', 'ANALYZE'],
  ])('%s', async (_, before) => {
    await single.query(before)
    const arrived = receiver.received.length
    const perTurn: number[] = []
    for (let count = 0; count < TURNS; count += 1) perTurn.push(await turn())
    expect(receiver.received).toHaveLength(arrived + TURNS)
    // The middle one: the first after ANALYZE plans again, and looks at more for it.
    const usual = perTurn.sort((a, b) => a - b)[TURNS / 2]
    expect(usual).toBeGreaterThan(20)
    expect(usual).toBeLessThan(PAGES_MOST)
  })
})

/** Twenty rows, each with a look at its own line in each of ten days. All that waits is over a hundred thousand. */
const CHAT_PAGES_MOST = 3000

it('With as many that wait for a chat channel, the next message is found without reading them all', async () => {
  const chat = await createdWebhook(api, owner, { url: SLACK, format: 'slack' })
  // Six events of each of five thousand appointments.
  await single.query(
    `INSERT INTO delivery (event_day, event_id, webhook_id, run, organization_id, event_type, max_attempts, attempt_id,
       scheduled_at, next_attempt_at, line)
     SELECT event_day, id, $1, 0, organization_id, 'appointment.updated', 3, 'chat_' || id, created_at,
       $2::timestamptz + sequence * interval '1 millisecond', (sequence % 5000)::text
     FROM event WHERE sequence < 0`,
    [chat.id, new Date(api.service.now())],
  )
  await single.query('ANALYZE delivery')
  const queries = createLaneQueries(api.service, single)
  const perClaim: number[] = []
  for (let count = 0; count < TURNS; count += 1) {
    const token = `chat.${count}`
    const entered = await queries.enter({ webhookId: chat.id, token })
    if (entered === null) throw new Error('There is no such webhook.')
    const pages = await pagesTouched()
    const claimed = await queries.claim({
      subscription: entered.state.subscription,
      token,
      most: 1,
    })
    await queries.lookAhead({ id: chat.id, format: chat.format })
    perClaim.push((await pagesTouched()) - pages)
    expect(claimed).toHaveLength(1)
    await queries.report({ webhookId: chat.id, health: null, token })
  }
  expect(perClaim.sort((a, b) => a - b)[TURNS / 2]).toBeLessThan(CHAT_PAGES_MOST)
})
