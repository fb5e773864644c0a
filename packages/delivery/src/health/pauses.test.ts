import { expect, it } from 'vitest'
import { createPauses, isPaused } from './pauses.ts'

const soon = new Date('2026-11-22T12:00:05Z')
const later = new Date('2026-11-22T12:01:00Z')

it('A pause that a lane was asked for holds three seconds, and then what the database told', () => {
  let monotonic = 1000
  const pauses = createPauses(() => monotonic)
  expect(pauses.latest('a', null)).toBeNull()
  pauses.add('a', later)
  monotonic += 3000
  expect([pauses.latest('a', null), pauses.latest('a', soon)]).toEqual([later, later])
  expect(pauses.latest('b', null)).toBeNull()
  monotonic += 1
  expect([pauses.latest('a', null), pauses.latest('a', soon)]).toEqual([null, soon])
})

it('Of two pauses the later one holds, until its very moment', () => {
  const pauses = createPauses(() => 0)
  pauses.add('a', soon)
  expect(pauses.latest('a', later)).toEqual(later)
  expect(isPaused(pauses, 'a', null, soon.getTime() - 1)).toBe(true)
  expect(isPaused(pauses, 'a', null, soon.getTime())).toBe(false)
  expect(isPaused(pauses, 'b', null, 0)).toBe(false)
})

it('What is heard of one webhook forgets only what is old of the others', () => {
  let monotonic = 0
  const pauses = createPauses(() => monotonic)
  pauses.add('a', soon)
  monotonic = 3000
  pauses.add('b', later)
  expect([pauses.latest('a', null), pauses.latest('b', null)]).toEqual([soon, later])
})
