import { setTimeout as after } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLine, NoPlaceError, type Line } from './line.ts'

function scene(patience = 20, mostWaiting?: number) {
  const line: Line = createLine({
    places: 2,
    patienceMs: () => patience,
    ...(mostWaiting === undefined ? {} : { mostWaiting }),
  })
  const state = { inside: 0, most: 0, done: [] as number[] }
  const visit = (
    name: number,
    stay: number | Promise<void> = 1,
    fails = false,
    goesFirst = false,
  ): Promise<void> =>
    line.through(
      async () => {
        state.inside += 1
        state.most = Math.max(state.most, state.inside)
        await (typeof stay === 'number' ? after(stay) : stay)
        state.inside -= 1
        state.done.push(name)
        if (fails) throw new Error(`${name} failed`)
      },
      { goesFirst },
    )
  return { state, visit }
}

test('no more are inside than there are places, and each has its turn in order', async () => {
  const { state, visit } = scene(5000)
  await Promise.all(Array.from({ length: 50 }, (_, index) => visit(index)))
  expect(state.most).toBe(2)
  expect(state.done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n))
  expect(Math.abs(state.done.indexOf(40) - 40)).toBeLessThanOrEqual(2)
})

test('a failure inside gives its place to the next', async () => {
  const { state, visit } = scene(5000)
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => visit(index, 1, index % 2 === 0)),
  )
  expect(results.filter((result) => result.status === 'rejected')).toHaveLength(10)
  expect(state.done).toHaveLength(20)
})

test('who waits too long leaves, works nothing, and takes no one’s place along', async () => {
  const { state, visit } = scene()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const slow = [visit(1, released), visit(2, released)]
  const late = await Promise.allSettled([visit(3), visit(4), visit(5)])
  expect(late.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected'])
  release()
  await Promise.all(slow)
  await Promise.all([visit(6), visit(7)])
  expect(state.done.toSorted((a, b) => a - b)).toEqual([1, 2, 6, 7])
  expect(state.most).toBe(2)
})

test('who goes first overtakes those who wait, and finds room where they find none', async () => {
  const { state, visit } = scene(5000, 3)
  const inside = [visit(1), visit(2)]
  const waiting = [visit(3), visit(4), visit(5)]
  await expect(visit(6)).rejects.toThrow(NoPlaceError)
  const first = [7, 8, 9].map((name) => visit(name, 1, false, true))
  await expect(visit(10, 1, false, true)).rejects.toThrow(NoPlaceError)
  await Promise.all([...inside, ...waiting, ...first])
  expect(state.done.slice(0, 5).toSorted((a, b) => a - b)).toEqual([1, 2, 7, 8, 9])
  expect(state.done).toHaveLength(8)
  await visit(11)
})
