/** `npm start` as a stranger uses it: the printed calls work, and a booking arrives as a signed event. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

// It starts PostgreSQL and makes a clinic, some of it twice: minutes, where others need the processor too.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const project = path.join(import.meta.dirname, '../..')
const dataDirectory = mkdtempSync(path.join(tmpdir(), 'scheduling-first-booking-'))

type Started = {
  readonly child: ChildProcess
  readonly output: () => string
  readonly ended: Promise<number | null>
}

function start(environment: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [path.join(project, 'apps/standalone/src/main.ts')], {
    cwd: project,
    env: { ...process.env, DATA_DIR: dataDirectory, PORT: '0', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, output: () => text, ended }
}

async function until<Value>(
  what: string,
  look: () => Value | undefined,
  withinMs = 120_000,
): Promise<Value> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const value = look()
    if (value !== undefined) return value
    if (performance.now() > deadline) throw new Error(`Not in time: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

const ready = (started: Started) =>
  until(`ready\n${started.output()}`, () =>
    started.output().includes('Stop with Ctrl-C.') ? true : undefined,
  )

const demo = (folder = dataDirectory) =>
  JSON.parse(readFileSync(path.join(folder, 'demo.json'), 'utf8'))

function shell(command: string): Promise<{ code: number | null; out: string }> {
  return new Promise((resolve) => {
    const child = spawn('bash', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'] })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    // Not `exit`: what was written last may still be on its way then.
    child.once('close', (code) => resolve({ code, out }))
  })
}

type Arrived = { readonly headers: Record<string, string>; readonly body: string }

let service: Started
let receiver: Server
const arrived: Arrived[] = []

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      arrived.push({
        headers: Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        ),
        body: Buffer.concat(chunks).toString('utf8'),
      })
      response.end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  service = start()
  await ready(service)
})

afterAll(async () => {
  service.child.kill('SIGTERM')
  await service.ended
  receiver.close()
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
    const { result } = JSON.parse((await shell(advance)).out)
    expect(result.data).toMatchObject({ object: 'test_clock', status: 'advancing' })
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
      url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`,
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
    const delivery = await until('a delivery', () => arrived[0], 50_000)
    const event: any = new Webhook(webhook.secret).verify(delivery.body, delivery.headers)
    expect(event).toMatchObject({
      type: 'appointment.created',
      data: { object: { id: booked.id } },
    })
    expect(delivery.headers['x-service-event']).toBe('appointment.created')
  })

  it('is still there after a kill, with the same keys and without a hand', async () => {
    const before = demo()
    service.child.kill('SIGKILL')
    await service.ended
    service = start()
    await ready(service)
    const after = demo()
    expect(after.api_keys).toEqual(before.api_keys)
    expect(after.test_organization).toEqual(before.test_organization)
    const { out } = await shell(
      `curl -s -H 'Authorization: Bearer ${after.api_keys.full}' '${after.base_url}/v1/appointments?limit=1'`,
    )
    expect(JSON.parse(out).data).toHaveLength(1)
  })

  it('makes keys anew, and revokes the old ones, when its file was lost', async () => {
    const before = demo()
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
    rmSync(path.join(dataDirectory, 'demo.json'))
    service = start()
    await ready(service)
    const after = demo()
    const status = async (key: string) =>
      (await fetch(`${after.base_url}/v1/me`, { headers: { authorization: `Bearer ${key}` } }))
        .status
    expect(await status(after.api_keys.full)).toBe(200)
    expect(await status(before.api_keys.full)).toBe(401)
    expect(await status(after.test_organization.api_key)).toBe(200)
    expect(await status(before.test_organization.api_key)).toBe(401)
  })

  it('gets its test organization too where an earlier version made the folder', async () => {
    const before = demo()
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
    const { test_organization: _, ...earlier } = before
    writeFileSync(path.join(dataDirectory, 'demo.json'), JSON.stringify(earlier))
    service = start()
    await ready(service)
    const after = demo()
    expect(after.api_keys).toEqual(before.api_keys)
    expect(after.test_organization.organization_id).toBe(before.test_organization.organization_id)
    expect(after.test_organization.api_key).toMatch(/^svc_test_/)
  })
})

const APPOINTMENT_STATUSES =
  'PENDING CONFIRMED COMPLETED NO_SHOW CANCELLED_CLIENT CANCELLED_PROFESSIONAL'.split(' ')
const QUEUE_STATUSES = 'WAITING CALLED IN_SERVICE COMPLETED SKIPPED NO_SHOW CANCELLED'.split(' ')

describe('the demo clinic', () => {
  it('has something in every state to look at, and times in their order', async () => {
    const { appointments, entries, deposits, clients } = await contents(demo())
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
    for (const [who, role] of [
      [owner, 'owner'],
      [collaborator, 'collaborator'],
    ]) {
      const response = await fetch(`${base}/trpc/account.signIn`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(who),
      })
      const reply: any = await response.json()
      expect([response.status, reply.result?.data?.role]).toEqual([200, role])
    }
  })

  it.each([50, 700, 1500])(
    'is finished by the next start when the first is killed %i ms into making it, and made once',
    async (ms) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'scheduling-demo-'))
      let second: Started | undefined
      try {
        const first = start({ DATA_DIR: folder })
        await until('the demo', () => (first.output().includes('Demo clinic: ') ? true : undefined))
        // However far it came by then: what follows has to hold for every moment.
        await new Promise((resolve) => setTimeout(resolve, ms))
        first.child.kill('SIGKILL')
        await first.ended
        second = start({ DATA_DIR: folder })
        await ready(second)
        const { clients, appointments } = await contents(demo(folder))
        expect(clients).toHaveLength(40)
        const test = await contents({ ...demo(folder), ...testDemo(demo(folder)) })
        expect([test.appointments.length, test.deposits.length]).toEqual([1, 1])
        expect(appointments.length).toBeGreaterThan(0)
        second.child.kill('SIGTERM')
        expect(await second.ended).toBe(0)
      } finally {
        second?.child.kill('SIGTERM')
        await second?.ended
        rmSync(folder, { recursive: true, force: true })
      }
    },
  )
})

/** Its test organization, as `contents` reads one. */
function testDemo({ test_organization: { organization_id, api_key } }: any) {
  return { organization_id, api_keys: { full: api_key } }
}

/** All of it; the lists are short. */
async function contents({ base_url: base, api_keys: keys, organization_id: id }: any) {
  const list = async (where: string): Promise<any[]> => {
    const response = await fetch(`${base}/v1/${where}limit=200`, {
      headers: { authorization: `Bearer ${keys.full}` },
    })
    return ((await response.json()) as any).data
  }
  const events = await list('events?')
  expect(new Set(events.map(({ organization_id: of }) => of))).toEqual(new Set([id]))
  const shown = new Map<number, any>()
  for (const { type, data } of events) {
    if (type.startsWith('queue.entry.')) shown.set(data.object.id, data.object)
  }
  return {
    clients: await list('clients?'),
    appointments: await list('appointments?'),
    deposits: await list('deposits?'),
    // The route lists one day; the events tell of yesterday too.
    entries: [...shown.values()],
  }
}

describe('a start that cannot be', () => {
  it('says in one line that the port is in use', async () => {
    const port = String((receiver.address() as AddressInfo).port)
    const second = start({ PORT: port, DATA_DIR: `${dataDirectory}-second` })
    expect(await second.ended).toBe(1)
    expect(second.output().trim()).toBe(
      `Port ${port} is in use. Stop the program that uses it, or choose another port: PORT=3001 npm start`,
    )
  })

  it('lists every fault of its settings', async () => {
    const faulty = start({ PORT: 'eighty', LIMITS_SCALE: '0', LOG_LEVEL: 'loud' })
    expect(await faulty.ended).toBe(1)
    for (const name of ['PORT', 'LIMITS_SCALE', 'LOG_LEVEL'])
      expect(faulty.output()).toContain(`${name}: `)
  })

  it('says that another process uses the data folder', async () => {
    const second = start()
    expect(await second.ended).toBe(1)
    expect(second.output()).toMatch(/another process|in use/i)
  })
})
