import { setImmediate as settled } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { fakeTimers } from '../testing/fake-timers.ts'
import { createSlots, type SlotsOptions } from './slots.ts'

/** Turns that end when they are told to. */
function heldTurns(options: Omit<SlotsOptions, 'run' | 'stopping' | 'timers'>) {
  const timers = fakeTimers()
  const stopping = new AbortController()
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const slots = createSlots({
    ...options,
    timers,
    stopping: stopping.signal,
    run: (webhookId) => {
      begun.push(webhookId)
      return new Promise((resolve) => ends.set(webhookId, resolve))
    },
  })
  const end = async (webhookId: string): Promise<void> => {
    ends.get(webhookId)?.()
    await settled()
  }
  return { slots, begun, end, pass: timers.advance, stop: () => stopping.abort() }
}

it('Beyond its slots webhooks stand in line, each once, and begin in their order', async () => {
  const { slots, begun, end } = heldTurns({ slots: 2 })
  for (const webhookId of ['a', 'b', 'c', 'd', 'c']) expect(slots.begin(webhookId)).toBe(true)
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  await end('a')
  await end('c')
  await end('d')
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  await slots.ended()
})

it('A webhook may have several turns under way', () => {
  const { slots, begun } = heldTurns({ slots: 2 })
  slots.begin('a')
  slots.begin('a')
  expect(begun).toEqual(['a', 'a'])
})

it('A turn that takes long makes room, until too many do', async () => {
  const { slots, begun, end, pass } = heldTurns({ slots: 1, slotMs: 20, withoutSlotMost: 2 })
  for (const webhookId of ['a', 'b', 'c', 'd']) slots.begin(webhookId)
  await pass(19)
  expect(begun).toEqual(['a'])
  await pass(1)
  expect(begun).toEqual(['a', 'b'])
  await pass(20)
  expect(begun).toEqual(['a', 'b', 'c'])
  await pass(1000)
  expect(begun).toEqual(['a', 'b', 'c'])
  // Its slot was given back already: nothing more begins.
  await end('a')
  expect(begun).toEqual(['a', 'b', 'c'])
  await end('c')
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

it('Once it stops nothing begins, and its end waits for what is under way', async () => {
  const { slots, begun, end, stop } = heldTurns({ slots: 1 })
  slots.begin('a')
  slots.begin('b')
  stop()
  expect(slots.begin('c')).toBe(false)
  let hasEnded = false
  void slots.ended().then(() => (hasEnded = true))
  await settled()
  expect(hasEnded).toBe(false)
  await end('a')
  expect(hasEnded).toBe(true)
  expect(begun).toEqual(['a'])
})
