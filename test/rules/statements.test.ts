/**
 * What each route asks of the database, counted on the wire: with requests counted in memory and the key cached, as
 * of a key that is in use.
 */
import { createRateLimits, routeTable, type RateLimits } from '@scheduling/api'
import { accessChangesOf, appRouter, listenForNotices } from '@scheduling/core'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'
import { readyFor } from '../support/changes.ts'
import { cacheKey, startCountedApi } from '../support/counted-api.ts'
import { at, COMING_MONDAY, openClinic } from '../support/booking.ts'
import { signIn } from '../support/dashboard.ts'
import { openDatabaseProxy, type DatabaseProxy } from '../support/database-proxy.ts'
import {
  fillPath,
  readDocument,
  requiredQuery,
  type ApiDocument,
  type Operation,
} from '../support/document.ts'
import { bookAs } from '../support/public-booking.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { STATEMENT_BUDGET, type Budget } from '../support/statement-budget.ts'

/** Makes the records. */
let beside: TestApi
/** On the same database, by way of the proxy. */
let api: TestApi
let proxy: DatabaseProxy
let receiver: Receiver
let document: ApiDocument
/** For routes that read: they leave everything as it is. */
let read: Awaited<ReturnType<typeof readyFor>> | undefined

beforeAll(async () => {
  beside = await startTestApi()
  proxy = await openDatabaseProxy(beside.databaseUrl)
  receiver = await openReceiver()
  api = await startCountedApi(proxy)
  document = await readDocument(beside.url)
})

afterAll(async () => {
  await api.close()
  await receiver.close()
  await proxy.close()
  await beside.close()
})

/** What is asked beside the plainest request of a route. */
type Variant = '' | ' with updated_since' | ' with Idempotency-Key'

function variantsOf({ parameters, takesIdempotencyKey }: Operation): readonly Variant[] {
  const isSynced = parameters.some(({ name }) => name === 'updated_since')
  return [
    '',
    ...(isSynced ? [' with updated_since' as const] : []),
    ...(takesIdempotencyKey ? [' with Idempotency-Key' as const] : []),
  ]
}

async function readied(operation: Operation) {
  if (operation.method !== 'GET') return readyFor(beside, document, operation, receiver.url)
  read ??= await readyFor(beside, document, operation, receiver.url)
  return { ...read, path: fillPath(operation, read.records), body: undefined }
}

async function measure(operation: Operation, variant: Variant) {
  const { organization, records, path, body } = await readied(operation)
  await cacheKey(api, { key: organization.key, organizationId: organization.row.id })
  const required = requiredQuery(operation, records)
  const since = `${required === '' ? '?' : '&'}updated_since=2026-01-01T00:00:00Z`
  const target = path + required + (variant === ' with updated_since' ? since : '')
  const headers = variant === ' with Idempotency-Key' ? { 'Idempotency-Key': 'one' } : {}
  const { statements, roundTrips } = await proxy.tallyOf(async () => {
    const { status } = await api.call(operation.method, target, {
      key: organization.key,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    expect([operation.name, Math.floor(status / 100)]).toEqual([operation.name, 2])
  })
  const asked: Budget = { statements: statements.length, roundTrips }
  return { asked, statements }
}

const routes = routeTable(appRouter).routes.map(({ method, path }) => `${method} ${path}`)

it.each(routes)('%s asks for its budget, no more and no less', async (route) => {
  const operation = document.operations.find(({ name }) => name === route)
  if (operation === undefined) throw new Error(`${route} is not in the document.`)
  for (const variant of variantsOf(operation)) {
    const { asked, statements } = await measure(operation, variant)
    expect([variant, asked], statements.join('\n')).toEqual([
      variant,
      STATEMENT_BUDGET[route + variant],
    ])
  }
})

it('the table has no row of another route', () => {
  const rows = Object.keys(STATEMENT_BUDGET).map((row) => row.split(' with ')[0])
  expect(new Set(rows)).toEqual(new Set(routes))
})

it('a request that the database counts costs one statement more, and one that memory counts none', async () => {
  const pool = new Pool({ connectionString: proxy.url })
  const notices = listenForNotices(pool)
  const changes = accessChangesOf(notices)
  const said: string[] = []
  const log = { error: () => undefined, info: (_: object, text: string) => void said.push(text) }
  const patient = { scale: 10_000, timeoutMs: 20_000 }
  const ways: readonly [number, (url: string) => RateLimits][] = [
    [1, () => createRateLimits({ ...patient, pool })],
    [
      0,
      () =>
        createRateLimits({
          ...patient,
          pool,
          accessChanges: changes,
          countsInMemory: true,
          log,
        }),
    ],
  ]
  for (const [expected, limits] of ways) {
    const counted = await startCountedApi(proxy, limits)
    if (expected === 0) {
      await notices.start()
      await vi.waitFor(
        () => expect(said).toContain('rate limits are counted in the memory of this process'),
        20_000,
      )
    }
    const { row, key } = await beside.organization()
    await cacheKey(counted, { key, organizationId: row.id })
    const { statements, roundTrips } = await proxy.tallyOf(async () => {
      for (let time = 0; time < 5; time += 1) await counted.call('GET', '/v1/me', { key })
    })
    expect([statements.length, roundTrips]).toEqual([5 * expected, 5 * expected])
    await counted.close()
  }
  await notices.stop()
  await pool.end()
})

it('a call with a session costs one statement to find the session', async () => {
  const organization = await beside.organization()
  const browser = await signIn(api, organization)
  await browser.query('account.get')
  const { statements } = await proxy.tallyOf(async () => {
    expect((await browser.query('account.get')).status).toBe(200)
  })
  expect(statements).toHaveLength(1)
})

it('a visitor who books reads the organization once, and what was booked not again', async () => {
  const clinic = await openClinic(beside)
  const { statements, roundTrips } = await proxy.tallyOf(async () => {
    expect((await bookAs(api, clinic, { start: at('09:00', COMING_MONDAY) })).status).toBe(200)
  })
  const reads = statements.filter((text) => /FROM "?organization"? /.test(text))
  expect([statements.length, roundTrips, reads.length], statements.join('\n')).toEqual([17, 14, 1])
  // The view asks whether a reminder was sent.
  const after = statements.slice(statements.indexOf('COMMIT') + 1)
  expect(after).toEqual([expect.stringContaining('FROM message')])
})
