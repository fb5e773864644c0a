import { seeded } from '@scheduling/availability/seeded'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApiProcess } from '../support/api-process.ts'
import { startTestApi, type TestApi } from '../support/api.ts'
import { eventsOf } from '../support/clinic.ts'
import { fact } from '../support/worker.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})

afterAll(() => api.close())

const CRASHES = 3
const WRITERS = 8

/** The answer, or null when the process died over it. */
type Sent = { status: number; text: string; isReplay: boolean } | null

async function post(url: string, key: string, order: string): Promise<Sent> {
  try {
    const response = await fetch(`${url}/v1/clients`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': order,
      },
      body: JSON.stringify({ first_name: order, metadata: { order } }),
    })
    const text = await response.text()
    const isReplay = response.headers.get('idempotent-replayed') === 'true'
    return { status: response.status, text, isReplay }
  } catch {
    return null
  }
}

it('killed at any moment: each key has its effect once, and its replay is what was committed', async () => {
  const { row, key } = await api.organization({ requireClientIdentifier: false })
  const random = seeded(20_261_121)
  const answers = new Map<string, Sent>()
  let orders = 0
  const answered = () => [...answers.values()].filter(Boolean).length
  const lost = () => answers.size - answered()
  // A kill counts when it took answers along: on a busy machine all may be out before it comes.
  for (let crashes = 0; crashes < CRASHES;) {
    const [answeredBefore, lostBefore] = [answered(), lost()]
    const process = await startApiProcess(api, { LOG_LEVEL: 'error' })
    const stop = new AbortController()
    const writer = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        const order = `order-${(orders += 1)}`
        answers.set(order, await post(process.url, key, order))
      }
    }
    const writers = Array.from({ length: WRITERS }, writer)
    // Warm, so that the kill falls among many requests and not into the first connection.
    await fact('answers', () => answered() >= answeredBefore + 40, 50_000)
    // Any moment will do, as long as it is not always the same.
    await new Promise((resolve) => setTimeout(resolve, random() * 60))
    process.kill('SIGKILL')
    stop.abort()
    await Promise.all(writers)
    expect(await process.exited).toBe('SIGKILL')
    if (lost() > lostBefore) crashes += 1
  }

  const process = await startApiProcess(api, { LOG_LEVEL: 'error' })
  try {
    const committed = await api.db.client.findMany({ where: { organizationId: row.id } })
    const before = new Map(committed.map((client) => [client.firstName, client.id]))
    for (const [order, first] of answers) {
      const again = await post(process.url, key, order)
      expect([order, again?.status]).toEqual([order, 201])
      // Answered, or committed though the answer was lost: nothing is done again.
      expect([order, again?.isReplay]).toEqual([order, before.has(order)])
      if (first !== null) expect(again?.text).toBe(first.text)
      if (before.has(order))
        expect(JSON.parse(again?.text ?? '')).toMatchObject({ id: before.get(order) })
    }
  } finally {
    process.kill('SIGTERM')
    expect(await process.exited).toBe(0)
  }

  const clients = await api.db.client.findMany({ where: { organizationId: row.id } })
  expect(clients.map((client) => client.firstName).sort()).toEqual([...answers.keys()].sort())
  const events = await eventsOf(api.db, row)
  expect(events.map(({ payload }) => payload.object['first_name']).sort()).toEqual(
    [...answers.keys()].sort(),
  )
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))
}, 180_000)
