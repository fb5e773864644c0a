import { expect, it } from 'vitest'
import { cachedReading } from './cached-reading.ts'
import { logSeldom } from './log-seldom.ts'

it('reads once for all who ask, again after five seconds, and more seldom what takes long', async () => {
  let now = 0
  let takes = 10
  let reads = 0
  const reading = cachedReading(
    async () => {
      reads += 1
      now += takes
    },
    () => now,
  )
  await Promise.all(Array.from({ length: 20 }, reading))
  expect(reads).toBe(1)
  now += 4999
  expect(await reading()).toBe(true)
  expect(reads).toBe(1)
  now += 1
  takes = 1000
  await reading()
  expect(reads).toBe(2)
  now += 49_999
  await reading()
  expect(reads).toBe(2)
  now += 1
  await reading()
  expect(reads).toBe(3)
})

it('says that the last reading failed, and does not wait for one that hangs', async () => {
  let now = 0
  let read = (): Promise<void> => Promise.reject(new Error('away'))
  const reading = cachedReading(
    () => read(),
    () => now,
  )
  expect(await reading()).toBe(false)
  expect(await reading()).toBe(false)
  now += 5000
  read = async () => undefined
  expect(await reading()).toBe(true)
  now += 5000
  read = () => new Promise(() => undefined)
  expect(await reading()).toBe(false)
})

it('looks again soon after a failure that took long', async () => {
  let now = 0
  let read = async (): Promise<void> => {
    now += 10_000
    throw new Error('no connection in ten seconds')
  }
  const reading = cachedReading(
    () => read(),
    () => now,
  )
  expect(await reading()).toBe(false)
  now += 5000
  read = async () => undefined
  expect(await reading()).toBe(true)
})

it('logs repeated failures once a minute, with their count', () => {
  const told: object[] = []
  let now = 0
  const tell = logSeldom({ warn: (fields) => void told.push(fields) }, () => now)
  for (let failed = 0; failed < 5; failed += 1) tell('away')
  now = 60_000
  tell('away')
  expect(told).toMatchObject([{ failures: 1 }, { failures: 5 }])
})
