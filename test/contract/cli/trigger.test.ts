/** `trigger`: each row of its table, against a real API, with the event that it causes or the sample that it sends. */
import { EVENT_TYPE_NAMES } from '@scheduling/events'
import type { RunningWorker } from '@scheduling/worker'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CAUSES, EVENT_TYPES, type Cause } from '@scheduling/cli'
import { useOwnApi } from '../../support/api.ts'
import { openClinic, type BookableClinic } from '../../support/booking.ts'
import { linesOf, openShell, type Shell } from '../../support/cli.ts'
import {
  createDepositRow,
  createService,
  EVERY_DAY,
  eventsOf,
  queueDesk,
} from '../../support/clinic.ts'
import { createdWebhook, openEndpoint, type Endpoint } from '../../support/webhooks.ts'
import { workerBeside } from '../../support/worker.ts'

const api = useOwnApi()
let worker: RunningWorker
let clinic: BookableClinic
let endpoint: Endpoint
let shell: Shell

beforeAll(async () => {
  api.setClock(Date.now)
  worker = await workerBeside(api)
  clinic = await openClinic(api, {
    organization: { livemode: false },
    hours: { weekdays: EVERY_DAY },
  })
  const { row, key } = clinic.organization
  await createService(api.db, row, { bookingMode: 'QUEUE', performedBy: [clinic.professional] })
  await queueDesk(api.db, row, clinic.professional)
  endpoint = await openEndpoint()
  await createdWebhook(
    api,
    { key },
    { url: endpoint.url, events: ['messaging.connection.updated'] },
  )
  shell = openShell({ url: api.url, key })
})
afterAll(async () => {
  await shell.close()
  await worker.stop()
  await endpoint.close()
})

const rows = EVENT_TYPES.map((type): [string, Cause] => [type, CAUSES[type]])
const trigger = async (...args: string[]) => {
  const { exit, out, err } = await shell.run(['trigger', ...args, '--json'])
  return { exit, err, value: linesOf(out).at(0), lines: linesOf(out).length }
}

describe('the table', () => {
  it('has every type of the catalogue, and no other', () => {
    expect(EVENT_TYPES.toSorted()).toEqual(EVENT_TYPE_NAMES.toSorted())
  })

  it('exit 0: --list shows each with how it is caused, without a service', async () => {
    const { exit, out } = await shell.run(['trigger', '--list', '--json'], {
      env: { SCHEDULING_URL: '' },
    })
    expect(exit).toBe(0)
    expect(linesOf(out)[0].map(({ type, by }: { type: string; by: string }) => [type, by])).toEqual(
      rows.map(([type, { by }]) => [type, by]),
    )
  })
})

describe('the calls', () => {
  it.each(rows.filter(([type, { by }]) => by === 'calls' && type !== 'deposit.expired'))(
    'exit 0: %s is in the feed, and the calls that caused it are told',
    async (type) => {
      const { exit, err, value } = await trigger(type)
      expect(exit, err).toBe(0)
      expect(value).toMatchObject({ type, by: 'calls', event: { type, livemode: false } })
      const events = await eventsOf(api.db, clinic.organization.row)
      expect(events.find(({ id }) => id === value.event.id)?.type).toBe(type)
      expect(value.steps.length).toBeGreaterThan(0)
      for (const { call, record } of value.steps) {
        expect(call).toMatch(/^(POST|PATCH) \/v1\/[a-z/{}_-]+$/)
        expect(err).toContain(`${call}  ${record}`)
      }
    },
  )

  it('exit 0: deposit.expired, of an appointment with an open deposit; exit 1 without one', async () => {
    const none = await trigger('deposit.expired')
    expect([none.exit, none.err]).toEqual([1, expect.stringContaining('--sample')])
    const { body } = await clinic.book({ start: (await anyStart()) ?? '' })
    await createDepositRow(api.db, clinic.organization.row, {
      appointment: { id: body.id, clientId: clinic.client.id },
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    })
    const { exit, err, value } = await trigger('deposit.expired')
    expect(exit, err).toBe(0)
    expect(value.event).toMatchObject({
      type: 'deposit.expired',
      data: { object: { status: 'EXPIRED' } },
    })
  })

  it('exit 1: an organization that confirms by itself has no appointment.confirmed; the step is told', async () => {
    const other = await openClinic(api, {
      organization: { livemode: false, autoConfirm: true },
      hours: { weekdays: EVERY_DAY },
    })
    const { exit, err } = await shell.run(['trigger', 'appointment.confirmed'], {
      env: { SCHEDULING_API_KEY: other.organization.key },
    })
    expect([exit, err]).toEqual([1, expect.stringContaining('--sample')])
    const completed = await shell.run(['trigger', 'appointment.completed'], {
      env: { SCHEDULING_API_KEY: other.organization.key },
    })
    expect(completed.exit, completed.err).toBe(0)
  })

  it('exit 0: several at the same time each book a time of their own', async () => {
    const ended = await Promise.all(Array.from({ length: 3 }, () => trigger('appointment.created')))
    expect(ended.map(({ exit, err }) => (exit === 0 ? '' : err))).toEqual(['', '', ''])
    const ids = ended.map(({ value }) => value.event.data.object.id)
    expect(new Set(ids).size).toBe(3)
  })
})

async function anyStart(): Promise<string | undefined> {
  const date = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  return (await clinic.starts(date))[0]
}

describe('the samples', () => {
  it.each(rows.filter(([, { by }]) => by === 'sample'))(
    'exit 0: %s arrives at the webhook, and the output says that it is a sample',
    async (type) => {
      const before = endpoint.received.length
      const { exit, err, value } = await trigger(type)
      expect(exit, err).toBe(0)
      expect(value).toMatchObject({ type, by: 'sample', why: expect.any(String) })
      const received = endpoint.received
        .slice(before)
        .find(({ headers }) => headers['x-service-event'] === type)
      expect(JSON.parse(received?.body ?? '{}')).toMatchObject({
        type,
        livemode: false,
        sequence: 0,
      })
      expect(value.delivery).toMatchObject({ event_type: type, status: 'SUCCEEDED' })
    },
  )

  it('exit 1: a webhook that does not take it; --sample and --webhook choose', async () => {
    endpoint.answer(503)
    try {
      const { exit, err, value } = await trigger('client.created', '--sample')
      expect([exit, err]).toEqual([1, expect.stringContaining('did not take the sample')])
      expect(value).toMatchObject({ by: 'sample', delivery: { response_status: 503 } })
    } finally {
      endpoint.answer(200)
    }
    const unknown = await trigger('ping', '--webhook', 'whk_01k9xq3v5m8t2r7w4y6z0a1bcd')
    expect([unknown.exit, unknown.err]).toEqual([1, expect.stringContaining('404 not_found')])
    expect((await trigger('client.created', '--webhook', 'whk_1')).exit).toBe(2)
  })

  it('exit 1: without a webhook says how to get one', async () => {
    const other = await api.organization({ livemode: false })
    const { exit, err } = await shell.run(['trigger', 'ping'], {
      env: { SCHEDULING_API_KEY: other.key },
    })
    expect([exit, err]).toEqual([1, expect.stringContaining('scheduling listen --subscribe')])
  })
})

describe('a live key', () => {
  it('exit 1: is refused before anything is sent', async () => {
    const { createServer } = await import('node:http')
    let asked = 0
    const spy = createServer((_, response) => {
      asked += 1
      response.end('{}')
    })
    await new Promise<void>((resolve) => spy.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(spy.address() as { port: number }).port}`
    const { key } = await api.organization()
    try {
      for (const given of [key, 'svc_live_x', 'SVC_TEST_x', 'xsvc_test_']) {
        const env = { SCHEDULING_URL: url, SCHEDULING_API_KEY: given }
        const { exit, out, err } = await shell.run(['trigger', 'client.created', '--json'], { env })
        expect([exit, linesOf(out)[0].error.code]).toEqual([1, 'live_key'])
        expect(err).toContain('Nothing was sent')
        if (given === key) expect(err).not.toContain(given.slice(9))
      }
      expect(asked).toBe(0)
    } finally {
      spy.close()
    }
  })
})
