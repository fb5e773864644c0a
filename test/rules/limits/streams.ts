/** Streams, with every limit changed. */
import { itFollows, to } from '../../support/changed-limits.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import { startTestApi, type TestApi, type TestOrganization } from '../../support/api.ts'
import { createUser, sessionCookie } from '../../support/dashboard.ts'
import { openStream, type Stream } from '../../support/live.ts'
import { fact } from '../../support/worker.ts'

let api: TestApi
let clinic: TestOrganization

beforeAll(async () => {
  // It does not listen: what a stream tells is what it finds by looking.
  api = await startTestApi({ now: Date.now() })
})
afterAll(() => api.close())
beforeEach(async () => {
  clinic = await api.organization()
  await fact('no stream is open', () => api.live.size === 0)
})

const cookieFor = async (organization = clinic) =>
  sessionCookie(api, await createUser(api, organization))

/** Opens a stream: `open`, or the code of the refusal. */
async function opened(cookie: string): Promise<Stream & { readonly told: unknown }> {
  const stream = await openStream(api, { cookie })
  await stream.until(({ messages, problem }) => messages.length > 0 || problem !== undefined)
  const told = stream.problem?.code ?? 'open'
  return Object.assign(stream, { told })
}

/** Opens so many streams, and one more. The last one is refused, until one of the others has gone. */
async function most(count: number, next: () => Promise<string> | string, code: string) {
  const streams: (Stream & { told: unknown })[] = []
  for (let n = 0; n <= count; n += 1) streams.push(await opened(await next()))
  expect(streams.map(({ told }) => told)).toEqual([
    ...Array.from({ length: count }, () => 'open'),
    code,
  ])
  streams[0]?.close()
  await fact('its place is free', () => api.live.size === count - 1)
  const again = await opened(await next())
  expect(again.told).toBe('open')
  for (const one of [...streams, again]) one.close()
}

async function createClient(): Promise<void> {
  const { status } = await api.call('POST', '/v1/clients', {
    key: clinic.key,
    body: { first_name: 'Ana', email: `${crypto.randomUUID()}@example.com` },
  })
  expect(status).toBe(201)
}

describe('a limit of streams', () => {
  itFollows('streams', {
    async streamsPerUser() {
      const cookie = await cookieFor()
      await most(to('streamsPerUser'), () => cookie, 'rate_limited')
    },
    async streamsPerOrganization() {
      await most(to('streamsPerOrganization'), () => cookieFor(), 'rate_limited')
    },
    async streamsPerProcess() {
      const next = async () => cookieFor(await api.organization())
      await most(to('streamsPerProcess'), next, 'service_unavailable')
    },
    async streamMaxSeconds() {
      const stream = await opened(await cookieFor())
      const began = performance.now()
      await stream.closed
      const seconds = (performance.now() - began) / 1000
      expect(seconds).toBeGreaterThan(to('streamMaxSeconds') - 0.5)
      expect(seconds).toBeLessThan(to('streamMaxSeconds') + 2)
      // Neither a refusal nor an end: clients would not open it again.
      expect(stream.sent.map(({ event }) => event)).not.toContain('return')
      expect(stream.problem).toBeUndefined()
    },
    async streamPingSeconds() {
      const stream = await opened(await cookieFor())
      expect(stream.sent[0]).toMatchObject({
        event: 'connected',
        data: { reconnectAfterInactivityMs: to('streamPingSeconds') * 3000 },
      })
      const pings = () => stream.sent.filter(({ event }) => event === 'ping').length
      await stream.until(() => pings() > 0)
      const before = pings()
      await pause(to('streamPingSeconds') * 5000)
      expect(pings() - before).toBeGreaterThan(2)
      expect(pings() - before).toBeLessThan(7)
    },
    async streamStallSeconds() {
      const cookie = await cookieFor()
      const slow = await opened(cookie)
      const quick = await opened(cookie)
      slow.pause()
      const began = performance.now()
      await api.connection.pool.query(
        `INSERT INTO event (event_day, organization_id, sequence, id, type, livemode, created_at, payload, context)
         SELECT current_date, $1, n, 'evt_' || lpad(n::text, 26, '0'), 'client.updated', true, clock_timestamp(),
           json_build_object('object', json_build_object('id', n, 'long', repeat('x', 200000)), 'changes', null, 'batch_id', null),
           '{"actor": {"type": "system", "id": null, "name": null}, "source": "system", "request_id": "req_1"}'
         FROM generate_series(1, 100) AS n`,
        [clinic.row.id],
      )
      await api.connection.pool.query(
        `UPDATE event_feed SET last_position = 100, last_event_id = 'evt_' || lpad('100', 26, '0') WHERE organization_id = $1`,
        [clinic.row.id],
      )
      await fact('the slow one is cut off', () => api.live.size === 1)
      expect((performance.now() - began) / 1000).toBeGreaterThan(to('streamStallSeconds'))
      await quick.until(({ events }) => events.length === 100)
      expect(quick.isClosed).toBe(false)
    },
    async streamLagSeconds() {
      const stream = await opened(await cookieFor())
      for (let n = 1; n <= 3; n += 1) {
        const began = performance.now()
        await createClient()
        await stream.until(({ events }) => events.length === n)
        expect((performance.now() - began) / 1000).toBeLessThan(to('streamLagSeconds'))
      }
    },
    async streamRightsSeconds() {
      const stream = await opened(await cookieFor())
      await pause(300)
      await api.db.userSession.deleteMany({
        where: { user: { organizationId: clinic.row.id } },
      })
      const began = performance.now()
      await stream.closed
      expect(stream.problem.code).toBe('unauthorized')
      expect((performance.now() - began) / 1000).toBeLessThan(to('streamRightsSeconds'))
    },
  })
})
