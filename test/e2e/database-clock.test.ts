/** The clock that a process takes from its database. */
import { followDatabaseClock } from '@scheduling/core'
import { connect } from '@scheduling/database'
import { setTimeout as wait } from 'node:timers/promises'
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
  const clock = followDatabaseClock(connection.pool, () => Date.now() + DAY_MS)
  onTestFinished(async () => {
    clock.stop()
    await connection.close()
    await proxy.close()
  })
  let isKnown = false
  void clock.known.then(() => (isKnown = true))
  await wait(500)
  expect(isKnown).toBe(false)
  expect(Math.abs(clock.now() - Date.now() - DAY_MS)).toBeLessThan(NEAR_MS)
  await proxy.back()
  await fact('a reading', () => isKnown, 2000)
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(NEAR_MS)
})

it('is not put off by the wait for a connection', async () => {
  const connection = connect(api.databaseUrl, { connections: 1 })
  const busy = await connection.pool.connect()
  const clock = followDatabaseClock(connection.pool, () => Date.now() + DAY_MS)
  onTestFinished(async () => {
    clock.stop()
    await connection.close()
  })
  await wait(1500)
  busy.release()
  await clock.known
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(NEAR_MS)
})
