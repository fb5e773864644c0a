import { expect, it, onTestFinished, vi } from 'vitest'
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
    await expect(retryWhileUnavailable(work)).rejects.toThrow('no')
    expect(work).toHaveBeenCalledOnce()
  },
)

it.each([failure('57P01'), failure('ECONNRESET'), failure(), 'no error'])(
  'A database that is away (%s) is asked again until it is back',
  async (error) => {
    const work = failing(2, error)
    await retryWhileUnavailable(work)
    expect(work).toHaveBeenCalledTimes(3)
  },
)

it('After half of a lease the last failure is told', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const work = vi.fn<() => Promise<void>>(() => {
    vi.advanceTimersByTime(7500)
    return Promise.reject(failure('57P01'))
  })
  await expect(retryWhileUnavailable(work)).rejects.toThrow('no')
  expect(work).toHaveBeenCalledTimes(3)
})
