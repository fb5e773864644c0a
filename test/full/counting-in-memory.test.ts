/** Processes that count rate limits in memory: one that is killed, and two side by side. */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'
import { startApiProcess, type ApiProcess } from '../support/api-process.ts'

const IN_MEMORY = 'rate limits are counted in the memory of this process'
const IN_DATABASE = 'rate limits are counted in the database'
/** As long as a busy machine may need. */
const PATIENTLY = { timeout: 30_000, interval: 50 }

/** Makes the records; it counts apart. */
let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

async function start(): Promise<ApiProcess> {
  return startApiProcess(api, { COUNT_IN_MEMORY: 'true', LIMITS_SCALE: '1', TRUSTED_PROXIES: '1' })
}

async function says(process: ApiProcess, message: string): Promise<void> {
  const last = () => process.lines.findLast((line) => line.includes('rate limits are counted in'))
  await vi.waitFor(() => expect(last()).toContain(message), PATIENTLY)
}

async function statusOf({ url }: ApiProcess, key: string, address: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': address }
  return (await fetch(`${url}/v1/me`, { headers })).status
}

it('an address stays blocked when the process is killed and another one starts', async () => {
  const { key } = await api.organization()
  const first = await start()
  await says(first, IN_MEMORY)
  for (let sent = 0; sent < 20; sent += 1) {
    expect(await statusOf(first, `wrong${sent}`, '192.0.2.1')).toBe(401)
  }
  expect(await statusOf(first, key, '192.0.2.1')).toBe(429)
  expect(await statusOf(first, key, '192.0.2.2')).toBe(200)
  first.kill('SIGKILL')
  await first.exited
  const second = await start()
  await says(second, IN_MEMORY)
  expect(await statusOf(second, key, '192.0.2.1')).toBe(429)
  expect(await statusOf(second, key, '192.0.2.2')).toBe(200)
})

it('two processes side by side count together, and the one that is left counts alone again', async () => {
  const { key } = await api.organization()
  const first = await start()
  await says(first, IN_MEMORY)
  const second = await start()
  await says(first, IN_DATABASE)
  // At the start of a second, so that the burst stands in one.
  await wait(1000 - (Date.now() % 1000) + 20)
  const began = Math.floor(Date.now() / 1000)
  const statuses = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      statusOf(index % 2 === 0 ? first : second, key, '192.0.2.3'),
    ),
  )
  const seconds = Math.floor(Date.now() / 1000) - began + 1
  const passed = statuses.filter((status) => status === 200).length
  expect(passed).toBeGreaterThanOrEqual(10)
  expect(passed).toBeLessThanOrEqual(10 * seconds)
  second.kill('SIGKILL')
  await second.exited
  await says(first, IN_MEMORY)
  expect(await statusOf(first, key, '192.0.2.3')).toBeOneOf([200, 429])
})
