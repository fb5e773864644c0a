import { expect, it, vi } from 'vitest'
import { fakeTimers } from '../testing/fake-timers.ts'
import { retryWhileUnavailable } from './retry-while-unavailable.ts'

const failure = (code?: string): Error => Object.assign(new Error('no'), { code })

/** Work that fails so many times, and knows how often it was tried. */
function failing(times: number, error: unknown) {
  const work = vi.fn<() => Promise<void>>().mockResolvedValue()
  for (let time = 0; time < times; time += 1) work.mockRejectedValueOnce(error)
  return work
}

it.each(['23505', '22P02', '42601'])(
  'What the database refuses (%s) fails at once',
  async (code) => {
    const work = failing(1, failure(code))
    await expect(retryWhileUnavailable(fakeTimers(), work)).rejects.toThrow('no')
    expect(work).toHaveBeenCalledOnce()
  },
)

it.each([failure('57P01'), failure('ECONNRESET'), failure(), 'no error'])(
  'A database that is away (%s) is asked again until it is back',
  async (error) => {
    const work = failing(2, error)
    const timers = fakeTimers()
    const done = retryWhileUnavailable(timers, work)
    await timers.advance(1000)
    await done
    expect(work).toHaveBeenCalledTimes(3)
  },
)

it('After half of a lease the last failure is told', async () => {
  const timers = fakeTimers()
  const work = vi.fn<() => Promise<void>>().mockRejectedValue(failure('57P01'))
  let hasFailed = false
  const done = retryWhileUnavailable(timers, work).catch((error: unknown) => {
    hasFailed = true
    return error
  })
  await timers.advance(15_000)
  expect(hasFailed).toBe(false)
  await timers.advance(200)
  expect(await done).toMatchObject({ message: 'no' })
  const asked = work.mock.calls.length
  await timers.advance(60_000)
  expect(work).toHaveBeenCalledTimes(asked)
})
