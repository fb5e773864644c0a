import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Scheduling } from './scheduling.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A service that answers ten requests in each second of its clock, and says when the next second begins. */
function limited() {
  const counts = new Map<number, number>()
  let [open, most] = [0, 0]
  const fetch = async (): Promise<Response> => {
    open += 1
    most = Math.max(most, open)
    await new Promise((resolve) => setTimeout(resolve, 5))
    open -= 1
    const second = Math.floor(Date.now() / 1000)
    const count = (counts.get(second) ?? 0) + 1
    counts.set(second, count)
    if (count <= 10) return Response.json({ object: 'organization' })
    const problem = { status: 429, code: 'rate_limited', title: 'Too many', detail: 'Too many.' }
    return Response.json(problem, {
      status: 429,
      headers: { 'content-type': 'application/problem+json', 'retry-after': '1' },
    })
  }
  return { fetch, most: () => most }
}

const client = (fetch: () => Promise<Response>) =>
  new Scheduling({ baseUrl: 'https://api.example', apiKey: 'svc_test', fetch })

it('45 calls at once all succeed within a limit of ten a second', async () => {
  const service = limited()
  const api = client(service.fetch)
  const calls = Array.from({ length: 45 }, () => api.account.get())
  const all = Promise.allSettled(calls)
  await vi.advanceTimersByTimeAsync(20_000)
  expect((await all).filter(({ status }) => status === 'rejected')).toEqual([])
  expect(service.most()).toBe(8)
})

it('a call that is aborted in line is not sent, and the next ones go on', async () => {
  const { fetch } = limited()
  const spied = vi.fn(fetch)
  const api = client(spied)
  const ending = new AbortController()
  const get = (signal?: AbortSignal) => api.account.get({}, { signal })
  const all = Promise.allSettled([
    ...Array.from({ length: 8 }, () => get()),
    get(ending.signal),
    get(),
  ])
  ending.abort()
  await vi.advanceTimersByTimeAsync(1000)
  const refused = (await all).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toMatchObject([{ code: 'aborted' }])
  expect(spied).toHaveBeenCalledTimes(9)
})

it.each([0, 1.5, Number.NaN])('refuses %s calls at the same time', (maxConcurrency) => {
  expect(
    () => new Scheduling({ baseUrl: 'https://a.example', apiKey: 'svc', maxConcurrency }),
  ).toThrow('`maxConcurrency` must be a whole number')
})
