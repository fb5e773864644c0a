/** The clock that a process takes from its database. */
import { followDatabaseClock } from '@scheduling/core'
import { connect } from '@scheduling/database'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'
import { openDatabaseProxy } from '../support/database-proxy.ts'
import { fact } from '../support/worker.ts'

const DAY_MS = 86_400_000
/** The database runs on this machine: its clock is ours. */
const NEAR_MS = 100

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

it('is known a moment after the database is there, and not before', async () => {
  const proxy = await openDatabaseProxy(api.databaseUrl)
  await proxy.away()
  const connection = connect(proxy.url)
  // Of a host whose clock is a day ahead.
  let tries = 0
  const pool = {
    connect() {
      tries += 1
      return connection.pool.connect()
    },
  } as Pool
  const clock = followDatabaseClock(pool, () => Date.now() + DAY_MS)
  onTestFinished(async () => {
    clock.stop()
    await connection.close()
    await proxy.close()
  })
  let isKnown = false
  void clock.known.then(() => (isKnown = true))
  await fact('several tries', () => tries > 2)
  expect(isKnown).toBe(false)
  expect(Math.abs(clock.now() - Date.now() - DAY_MS)).toBeLessThan(NEAR_MS)
  await proxy.back()
  await fact('a reading', () => isKnown)
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(NEAR_MS)
})

it('is not put off by the wait for a connection', async () => {
  const connection = connect(api.databaseUrl, { connections: 1 })
  let waited = 0
  const pool = {
    connect() {
      waited = 10_000
      return connection.pool.connect()
    },
  } as Pool
  const clock = followDatabaseClock(
    pool,
    () => Date.now() + DAY_MS,
    () => performance.now() + waited,
  )
  onTestFinished(async () => {
    clock.stop()
    await connection.close()
  })
  await clock.known
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(NEAR_MS)
})
