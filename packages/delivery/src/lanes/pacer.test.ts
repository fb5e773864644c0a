import { expect, it } from 'vitest'
import { fakeTimers } from '../testing/fake-timers.ts'
import { SLOTS } from './lanes.ts'
import { createPacer } from './pacer.ts'

/** Those in slots, and those that have given theirs back. */
const TURNS_MOST = SLOTS.lane.slots + SLOTS.lane.withoutSlotMost + SLOTS.lane_slow.slots

/** A pacer, and how many went on so far. */
function counted() {
  const stopping = new AbortController()
  const timers = fakeTimers()
  const pace = createPacer(timers, stopping.signal)
  let gone = 0
  const come = (many: number): void => {
    for (let count = 0; count < many; count += 1) void pace().then(() => (gone += 1))
  }
  return { come, gone: () => gone, pass: timers.advance, stop: () => stopping.abort() }
}

it('One that comes alone goes on at once', async () => {
  const { come, gone, pass } = counted()
  come(1)
  await pass(0)
  expect(gone()).toBe(1)
  await pass(60)
  come(1)
  await pass(0)
  expect(gone()).toBe(2)
})

it('Forty that come together go on one by one, in two seconds', async () => {
  const { come, gone, pass } = counted()
  come(40)
  await pass(0)
  expect(gone()).toBe(1)
  await pass(1000)
  expect(gone()).toBe(21)
  await pass(1000)
  expect(gone()).toBe(40)
})

it('As many as a process can have go on within twelve seconds: before their leases end', async () => {
  const { come, gone, pass } = counted()
  come(TURNS_MOST)
  await pass(12_000)
  expect(gone()).toBe(TURNS_MOST)
})

it('When the process stops, no one waits any longer', async () => {
  const { come, gone, pass, stop } = counted()
  come(50)
  stop()
  come(1)
  await pass(0)
  expect(gone()).toBe(51)
})
