import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { eachByAccount, type Done } from './by-account.ts'

const of = (connectionId: number | null, many: number) =>
  Array.from({ length: many }, (_, at) => ({ connectionId, at }))

it('an account whose bank is slow and does answer is left for the next run, and holds up no others', async () => {
  // More slow accounts than are asked at the same time.
  const slow = Array.from({ length: 20 }, (_, at) => of(at + 1, 50)).flat()
  const tried: number[] = []
  let waiting = 0
  let mostWaiting = 0
  const run = async ({ connectionId }: { connectionId: number | null }): Promise<Done> => {
    tried.push(connectionId ?? 0)
    if (connectionId !== null && connectionId <= 20) {
      waiting += 1
      mostWaiting = Math.max(mostWaiting, waiting)
      await pause(20)
      waiting -= 1
    }
    return 'done'
  }
  await eachByAccount([...slow, ...of(99, 50), ...of(null, 50)], run, 100)
  expect(mostWaiting).toBe(16)
  expect(tried.filter((id) => id === 99)).toHaveLength(50)
  expect(tried.filter((id) => id === 0)).toHaveLength(50)
  for (let id = 1; id <= 20; id += 1) {
    const asked = tried.filter((one) => one === id).length
    expect(asked).toBeGreaterThan(0)
    expect(asked).toBeLessThan(50)
  }
})

it('a bank that takes longer than its share for one is asked about one', async () => {
  const done = await eachByAccount(
    of(1, 3),
    async () => {
      await pause(10)
      return 'done'
    },
    0,
  )
  expect(done).toBe(1)
})
