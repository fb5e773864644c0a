/** Two APIs and two workers as plain processes, on one PostgreSQL, with what production puts beside them. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  CLOCK_LIBRARY,
  POOLER,
  REDIS,
  startArrangement,
  type Arrangement,
} from '../arrangement/arrangement.ts'
import { startTestApi, type TestApi } from '../support/api.ts'
import { anotherClient, at, COMING_MONDAY, openClinic } from '../support/booking.ts'
import { openReceiver } from '../support/receiver.ts'
import { openEndpoint } from '../support/webhooks.ts'
import { fact } from '../support/worker.ts'

let arrangement: Arrangement
/** Makes the records. */
let api: TestApi

beforeAll(async () => {
  arrangement = await startArrangement({
    apis: 2,
    workers: 2,
    pooler: POOLER !== null,
    redis: REDIS !== null,
    clock: CLOCK_LIBRARY !== null,
  })
  api = await startTestApi({ beside: { databaseUrl: arrangement.databaseUrl } })
  api.setClock(Date.now)
})
afterAll(async () => {
  await api.close()
  await arrangement.stop()
})

/** Asks one API, then the other. */
let asked = 0
async function ask(method: string, path: string, key: string, body?: object) {
  const { apis } = arrangement
  const answer = await fetch(`${apis[(asked += 1) % apis.length]?.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answered: any = await answer.json()
  return { status: answer.status, body: answered }
}

const DAY_SECONDS = 86_400

describe(`Two APIs and two workers, ${POOLER === null ? 'straight to PostgreSQL: pgbouncer is missing' : 'behind PgBouncer'}`, () => {
  it('book without collision, and deliver every event once', async () => {
    const clinic = await openClinic(api)
    const { organization, service, professional } = clinic
    const clients = [clinic.client, await anotherClient(api, clinic)]
    const { key } = organization
    const receiver = await openReceiver()
    const made = await ask('POST', '/v1/webhooks', key, {
      url: receiver.url,
      events: ['appointment.created'],
    })
    expect(made.status).toBe(201)
    const clocks = ['09:00', '09:30', '10:00', '10:30']
    const answers = await Promise.all(
      clients.flatMap(({ id }) =>
        clocks.map((clock) =>
          ask('POST', '/v1/appointments', key, {
            service_ids: [service.id],
            professional_id: professional.id,
            client_id: id,
            start: at(clock, COMING_MONDAY),
          }),
        ),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...clocks.map(() => 201),
      ...clocks.map(() => 409),
    ])
    await fact('every delivery', () => receiver.accepted.size === clocks.length, 30_000)
    expect([...receiver.attempts.values()]).toEqual(clocks.map(() => 1))
    await receiver.close()
  })

  it.skipIf(REDIS === null)(
    'count the limits of a key together (needs redis-server or valkey-server)',
    async () => {
      const { key } = await api.organization()
      // At the start of a second, so that the burst stands in one.
      await pause(1000 - (Date.now() % 1000) + 20)
      const began = Math.floor(Date.now() / 1000)
      const burst = Array.from({ length: 40 }, () => ask('GET', '/v1/me', key))
      const passed = (await Promise.all(burst)).filter(({ status }) => status === 200).length
      const seconds = Math.floor(Date.now() / 1000) - began + 1
      expect(passed).toBeGreaterThanOrEqual(10)
      expect(passed).toBeLessThanOrEqual(10 * seconds)
    },
  )

  it.skipIf(CLOCK_LIBRARY === null)(
    'go by the clock of the database when that of their host jumps (needs libfaketime)',
    async () => {
      const clinic = await openClinic(api)
      const { key } = clinic.organization
      const endpoint = await openEndpoint()
      await ask('POST', '/v1/webhooks', key, { url: endpoint.url, events: ['appointment.*'] })
      const services = [...arrangement.apis, ...arrangement.workers]
      for (const { clock } of services) clock?.setAhead(-DAY_SECONDS)
      // A clock moves within a second.
      await pause(1500)
      const began = Date.now()
      const booked = await ask('POST', '/v1/appointments', key, {
        service_ids: [clinic.service.id],
        professional_id: clinic.professional.id,
        client_id: clinic.client.id,
        start: at('09:00', COMING_MONDAY),
      })
      const { id } = booked.body
      expect((await ask('POST', `/v1/appointments/${id}/confirm`, key)).status).toBe(200)
      await fact('both deliveries', () => endpoint.received.length === 2, 30_000)
      const { confirmedAt } = await api.db.appointment.findUniqueOrThrow({ where: { id } })
      const signedAt = endpoint.received.map(({ headers }) =>
        Number(headers['x-service-timestamp']),
      )
      for (const time of [
        confirmedAt?.getTime() ?? 0,
        ...signedAt.map((seconds) => seconds * 1000),
      ]) {
        expect(time).toBeGreaterThan(began - 5000)
        expect(time).toBeLessThan(Date.now() + 5000)
      }
      for (const { clock } of services) clock?.setAhead(0)
      await endpoint.close()
    },
  )

  it('stop in order when they are asked to', async () => {
    const all = [...arrangement.apis, ...arrangement.workers]
    await Promise.all(all.map((one) => one.stop()))
    expect(all.map(({ isRunning }) => isRunning)).toEqual(all.map(() => false))
    const errors = all.flatMap((one) =>
      one
        .output()
        .split('\n')
        .filter((line) => line.includes('"level":"error"')),
    )
    expect(errors).toEqual([])
  })
})
