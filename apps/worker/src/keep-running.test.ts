import { fakeTimers } from '@scheduling/delivery/testing'
import { expect, it } from 'vitest'
import { keepRunning } from './keep-running.ts'

/** Runners whose failures the test chooses. */
async function kept(startFails: (start: number) => boolean = () => false) {
  const timers = fakeTimers()
  const steps: string[] = []
  const failures: (() => void)[] = []
  const log = {
    info: () => undefined,
    warn: () => void steps.push('not started'),
    error: () => void steps.push('failed'),
  }
  let starts = 0
  const runner = await keepRunning(
    'test',
    { log, wait: timers.wait },
    async (failed) => {
      starts += 1
      if (startFails(starts)) throw new Error('no')
      steps.push('started')
      failures.push(failed)
      const { promise, resolve } = Promise.withResolvers<void>()
      return { promise, stop: async () => resolve() }
    },
    async () => void steps.push('freed'),
  )
  return { steps, timers, runner, fail: () => failures.at(-1)?.() }
}

it('What a failed runner held is freed, and another one starts a second later', async () => {
  const { steps, timers, runner, fail } = await kept()
  fail()
  await timers.advance(999)
  expect(steps).toEqual(['started', 'freed', 'failed'])
  await timers.advance(1)
  expect(steps).toEqual(['started', 'freed', 'failed', 'started'])
  await runner.stop()
  expect(steps.at(-1)).toBe('freed')
})

it('One that cannot start is started again each second, until it can', async () => {
  const { steps, timers, runner, fail } = await kept((start) => start === 2 || start === 3)
  fail()
  await timers.advance(3000)
  expect(steps.slice(3)).toEqual(['not started', 'not started', 'started'])
  await runner.stop()
})

it('Once it is to stop, no runner starts any more', async () => {
  const { steps, timers, runner, fail } = await kept()
  fail()
  await timers.advance(500)
  await runner.stop()
  await timers.advance(60_000)
  expect(steps).toEqual(['started', 'freed', 'failed'])
  expect(timers.waiting).toBe(0)
})
