import { expect, it } from 'vitest'
import { afterExchange, claimSize, INITIAL_HEALTH, openLanesOf, type Health } from './health.ts'

const at = new Date('2026-11-21T12:00:00Z')
const after = (health: Health, exchange: { succeeded: boolean; durationMs: number }) =>
  afterExchange(health, { ...exchange, counts: true, at })

/** Lanes, and deliveries that each of them claims at once. */
const served = (health: Health) => [openLanesOf(health, false), claimSize(health)]

it('An endpoint gets little at a time until it answers, and again after it failed', () => {
  let health = INITIAL_HEALTH
  const course = [served(health)]
  for (const succeeded of [true, true, false, false, false, true, true]) {
    health = after(health, { succeeded, durationMs: 5 })
    course.push(served(health))
  }
  expect(course).toEqual([
    [2, 2],
    [4, 10],
    [4, 10],
    [4, 10],
    [4, 10],
    [1, 1],
    [2, 2],
    [4, 10],
  ])
})

it('A slow endpoint gets what it answers in half a second, on all its lanes', () => {
  let health = after(INITIAL_HEALTH, { succeeded: true, durationMs: 100 })
  for (let count = 0; count < 20; count += 1)
    health = after(health, { succeeded: true, durationMs: 100 })
  expect(served(health)).toEqual([4, 5])
  for (let count = 0; count < 20; count += 1)
    health = after(health, { succeeded: true, durationMs: 3000 })
  expect(served(health)).toEqual([4, 1])
  expect(claimSize({ ...health, slowMs: 300 })).toBe(1)
})

it('A failure of our own network says nothing against the endpoint', () => {
  const ours = { succeeded: false, counts: false, durationMs: 5, at }
  expect(afterExchange(INITIAL_HEALTH, ours)).toMatchObject({
    failingSince: null,
    consecutiveFailures: 0,
  })
})
