/** `npm start` as a stranger uses it: the printed calls work, and a booking arrives as a signed event. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

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
  withinMs = 60_000,
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

const demo = () => JSON.parse(readFileSync(path.join(dataDirectory, 'demo.json'), 'utf8'))

function shell(command: string): Promise<{ code: number | null; out: string }> {
  return new Promise((resolve) => {
    const child = spawn('bash', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'] })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.once('exit', (code) => resolve({ code, out }))
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
    expect(lines).toHaveLength(3)
    const [me, slots, book] = await Promise.all(lines.map((line) => shell(line)))
    expect(JSON.parse(me?.out ?? '').object).toBe('organization')
    expect(JSON.parse(slots?.out ?? '').data.length).toBeGreaterThan(0)
    expect(JSON.parse(book?.out ?? '')).toMatchObject({ object: 'appointment', status: 'PENDING' })
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
      other_organization: { organization_id: expect.any(Number), api_key: expect.any(String) },
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
    const delivery = await until('a delivery', () => arrived[0], 10_000)
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
  })
})

describe('a start that cannot be', () => {
  it('says in one line that the port is in use', async () => {
    const port = String((receiver.address() as AddressInfo).port)
    const second = start({ PORT: port, DATA_DIR: `${dataDirectory}-second` })
    expect(await second.ended).toBe(1)
    expect(second.output().trim()).toBe(
      `Port ${port} is in use. Stop what runs there, or choose another: PORT=3001 npm start`,
    )
  })

  it('lists every fault of its settings', async () => {
    const faulty = start({ PORT: 'eighty', LIMITS_SCALE: '0', LOG_LEVEL: 'loud' })
    expect(await faulty.ended).toBe(1)
    for (const name of ['PORT', 'LIMITS_SCALE', 'LOG_LEVEL'])
      expect(faulty.output()).toContain(`${name}: `)
  })

  it('refuses the development setting in production', async () => {
    const production = start({ NODE_ENV: 'production', ALLOW_LOOPBACK_WEBHOOKS: 'true' })
    expect(await production.ended).toBe(1)
    expect(production.output()).toContain('ALLOW_LOOPBACK_WEBHOOKS')
  })

  it('says that another process uses the data folder', async () => {
    const second = start()
    expect(await second.ended).toBe(1)
    expect(second.output()).toMatch(/another process|in use/i)
  })
})
