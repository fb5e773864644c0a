/** `npm start` as a stranger uses it: the printed calls work, and a booking arrives as a signed event. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  contentsOf,
  readDemo,
  shell,
  startStandalone,
  untilReady,
  type Started,
} from '../support/standalone.ts'
import { openEndpoint, type Endpoint } from '../support/webhooks.ts'
import { fact } from '../support/worker.ts'

// It starts PostgreSQL and makes a clinic: a minute, where others need the processor too.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const dataDirectory = mkdtempSync(path.join(tmpdir(), 'scheduling-first-booking-'))

const demo = () => readDemo(dataDirectory)

let service: Started
let receiver: Endpoint

beforeAll(async () => {
  receiver = await openEndpoint()
  service = startStandalone(dataDirectory)
  await untilReady(service)
})

afterAll(async () => {
  service.child.kill('SIGTERM')
  await service.ended
  await receiver.close()
  rmSync(dataDirectory, { recursive: true, force: true })
})

describe('a first booking', () => {
  it('is made by the calls that the start prints, as pasted', async () => {
    const lines = service
      .output()
      .split('\n')
      .filter((line) => line.startsWith('curl '))
    expect(lines).toHaveLength(5)
    const [me, slots, book] = await Promise.all(lines.slice(0, 3).map((line) => shell(line)))
    expect(JSON.parse(me?.out ?? '').object).toBe('organization')
    expect(JSON.parse(slots?.out ?? '').data.length).toBeGreaterThan(0)
    expect(JSON.parse(book?.out ?? '')).toMatchObject({ object: 'appointment', status: 'PENDING' })
  })

  it('is followed by calls of a test organization, whose clock moves and whose deposit expires', async () => {
    const lines = service
      .output()
      .split('\n')
      .filter((line) => line.startsWith('curl '))
    const [list = '', advance = ''] = lines.slice(3)
    expect(list).toContain('Bearer svc_test_')
    const deposits = async () => JSON.parse((await shell(list)).out).data
    expect(await deposits()).toMatchObject([{ status: 'PENDING', amount: '50.00' }])
    expect(JSON.parse((await shell(advance)).out)).toMatchObject({
      object: 'test_clock',
      status: 'advancing',
    })
    await expect
      .poll(async () => (await deposits())[0].status, { timeout: 30_000, interval: 200 })
      .toBe('EXPIRED')
    const [expired] = await deposits()
    const ahead = Date.parse(expired.expired_at) - Date.now()
    expect(ahead).toBeGreaterThan(20 * 60_000)
    expect(ahead).toBeLessThan(40 * 60_000)
    // The demo clinic itself stays in the present.
    expect(demo().test_organization.organization_id).not.toBe(demo().organization_id)
  })

  it('writes what is needed to call it, for this user only', () => {
    const written = demo()
    expect(written).toMatchObject({
      base_url: expect.stringMatching(/^http:\/\/localhost:\d+$/),
      organization_id: expect.any(Number),
      api_keys: {
        full: expect.stringMatching(/^svc_live_/),
        read: expect.any(String),
        write: expect.any(String),
        webhooks: expect.any(String),
        agent: expect.any(String),
      },
      owner: { email: expect.stringContaining('@'), password: expect.any(String) },
      collaborator: { email: expect.stringContaining('@'), password: expect.any(String) },
      other_organization: { organization_id: expect.any(Number), api_key: expect.any(String) },
      test_organization: {
        organization_id: expect.any(Number),
        api_key: expect.stringMatching(/^svc_test_/),
        owner: { email: expect.stringContaining('@'), password: expect.any(String) },
      },
    })
    expect(statSync(path.join(dataDirectory, 'demo.json')).mode & 0o077).toBe(0)
  })

  it('arrives as a signed event at a receiver on this machine', async () => {
    const { base_url: base, api_keys: keys } = demo()
    const call = async (method: string, where: string, body?: unknown) =>
      (
        await fetch(`${base}${where}`, {
          method,
          headers: { authorization: `Bearer ${keys.full}`, 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
      ).json() as Promise<any>
    const webhook = await call('POST', '/v1/webhooks', {
      url: receiver.url,
      events: ['appointment.created'],
    })
    expect(webhook.secret).toMatch(/^whsec_/)
    const services = await call('GET', '/v1/services')
    const from = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const slots = await call(
      'GET',
      `/v1/availability/slots?service_ids=${services.data[0].id}&from=${from}`,
    )
    const slot = slots.data.at(-1)
    const booked = await call('POST', '/v1/appointments', {
      service_ids: slot.service_ids,
      start: slot.start,
      professional_id: slot.professional_id,
      client: { first_name: 'João', phone: '(21) 99876-5432' },
    })
    expect(booked.object).toBe('appointment')
    const delivery = await fact('a delivery', () => receiver.received[0])
    const event: any = new Webhook(webhook.secret).verify(
      delivery.body,
      delivery.headers as Record<string, string>,
    )
    expect(event).toMatchObject({
      type: 'appointment.created',
      data: { object: { id: booked.id } },
    })
    expect(delivery.headers['x-service-event']).toBe('appointment.created')
  })
})

const APPOINTMENT_STATUSES =
  'PENDING CONFIRMED COMPLETED NO_SHOW CANCELLED_CLIENT CANCELLED_PROFESSIONAL'.split(' ')
const QUEUE_STATUSES = 'WAITING CALLED IN_SERVICE COMPLETED SKIPPED NO_SHOW CANCELLED'.split(' ')

describe('the demo clinic', () => {
  it('has something in every state to look at, and times in their order', async () => {
    const { appointments, entries, deposits, clients } = await contentsOf(demo())
    const statuses = (records: any[]) => new Set(records.map(({ status }) => status))
    expect(statuses(appointments)).toEqual(new Set(APPOINTMENT_STATUSES))
    expect(statuses(entries)).toEqual(new Set(QUEUE_STATUSES))
    expect(statuses(deposits)).toEqual(new Set(['PENDING', 'PAID', 'EXPIRED', 'REFUNDED']))
    expect(deposits.find(({ status }) => status === 'PENDING').payment_code).toMatch(/^000201/)
    expect(appointments.some(({ is_overbook: is }) => is)).toBe(true)
    expect(appointments.some(({ reschedule_count: count }) => count === 1)).toBe(true)
    expect(appointments.some(({ service_ids: ids }) => ids.length === 2)).toBe(true)
    expect(clients.some(({ metadata }) => metadata.crm_id !== undefined)).toBe(true)
    for (const { id, ...times } of [...appointments, ...deposits]) {
      const { confirmed_at, completed_at, no_show_at, cancelled_at, ...rest } = times
      const { created_at, paid_at, expired_at, refunded_at } = rest
      const steps = [
        created_at,
        confirmed_at,
        completed_at,
        no_show_at,
        cancelled_at,
        paid_at,
        expired_at,
        refunded_at,
      ]
      const known = steps.filter((time) => typeof time === 'string')
      expect(known, `record ${id}`).toEqual(known.toSorted())
    }
  })

  it('lets the owner and a collaborator sign in', async () => {
    const { base_url: base, owner, collaborator } = demo()
    for (const [who, access] of [
      [owner, 'owner'],
      [collaborator, 'manager'],
    ]) {
      const response = await fetch(`${base}/trpc/account.signIn`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(who),
      })
      const reply: any = await response.json()
      expect([response.status, reply.result?.data?.access]).toEqual([200, access])
    }
  })
})
