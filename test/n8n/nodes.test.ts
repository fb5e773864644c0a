/** The nodes for n8n, installed from their file into n8n's runtime, against the API and a worker that delivers. */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { RunningWorker } from '@scheduling/worker'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { useOwnApi } from '../support/api.ts'
import { at, COMING_MONDAY, openClinic, type BookableClinic } from '../support/booking.ts'
import { createClientRow, createService } from '../support/clinic.ts'
import { openQueue } from '../support/queue.ts'
import { fact, workerBeside } from '../support/worker.ts'
import { openN8n, type Node } from './runtime.ts'

/** On the true time, with which the trigger compares that of a signature. */
const api = useOwnApi({ now: Date.now() })
let n8n: Awaited<ReturnType<typeof openN8n>>
let worker: RunningWorker
let clinic: BookableClinic
let credentials: { baseUrl: string; apiKey: string }

beforeAll(async () => {
  n8n = await openN8n()
  worker = await workerBeside(api)
  clinic = await openClinic(api, { professionals: 2 })
  // A slash at the end is what a reader pastes.
  credentials = { baseUrl: `${api.url}/`, apiKey: clinic.organization.key }
})
afterAll(async () => {
  await worker.stop()
  await n8n.close()
})

const run = (...nodes: Node[]) => n8n.run(nodes, credentials)
const book = (clock: string, more: Record<string, unknown> = {}): Node => ({
  name: 'Book',
  parameters: {
    resource: 'appointment',
    operation: 'create',
    bookBy: 'time',
    serviceIds: [clinic.service.id],
    start: `${COMING_MONDAY}T${clock}:00`,
    clientBy: 'id',
    clientId: clinic.client.id,
    ...more,
  },
})

describe('the credentials', () => {
  it('are tested with the name of the organization, and refused with a wrong key', async () => {
    expect(await n8n.testCredentials(credentials)).toMatchObject({ name: 'Clínica Aurora' })
    await expect(
      n8n.testCredentials({ ...credentials, apiKey: 'sk_live_wrong' }),
    ).rejects.toMatchObject({ httpCode: '401' })
  })
})

describe('the lists to choose from', () => {
  it('are those of the clinic', async () => {
    const queue = await createService(api.db, clinic.organization.row, {
      name: 'Coleta',
      bookingMode: 'QUEUE',
    })
    const options = (method: string) => n8n.options(method, 'scheduling', credentials)
    expect(await options('getServices')).toEqual([
      { name: clinic.service.name, value: clinic.service.id },
    ])
    expect(await options('getQueueServices')).toEqual([{ name: 'Coleta', value: queue.id }])
    expect(await options('getProfessionals')).toEqual(
      clinic.professionals.map(({ id, name }) => ({ name, value: id })),
    )
    const events = await n8n.options('getEventTypes', 'schedulingTrigger', credentials)
    expect(events).toContainEqual({
      name: 'appointment.created',
      value: 'appointment.created',
      description: 'An appointment was created, through any channel.',
    })
  })
})

describe('a workflow', () => {
  it('finds the client and a free time, holds it, books, confirms and reschedules', async () => {
    const { items, error } = await run(
      {
        name: 'Client',
        parameters: {
          resource: 'client',
          operation: 'create',
          firstName: 'Rafael',
          additionalFields: { phone: '(11) 97777-1234', metadata: '{"crm_id": "A-1"}' },
        },
      },
      {
        name: 'Slots',
        parameters: {
          resource: 'availability',
          operation: 'slots',
          serviceIds: [clinic.service.id],
          from: `${COMING_MONDAY}T00:00:00`,
          to: `${COMING_MONDAY}T00:00:00`,
          filters: { professionalId: clinic.professional.id },
        },
      },
      {
        name: 'Hold',
        parameters: {
          resource: 'hold',
          operation: 'create',
          serviceIds: [clinic.service.id],
          start: '={{ $("Slots").first().json.start }}',
          additionalFields: { professionalId: clinic.professional.id, minutes: 10 },
        },
        executeOnce: true,
      },
      {
        name: 'Book',
        parameters: {
          resource: 'appointment',
          operation: 'create',
          bookBy: 'hold',
          holdId: '={{ $json.id }}',
          clientBy: 'id',
          clientId: '={{ $("Client").first().json.id }}',
          additionalFields: { notes: 'Of n8n', notifyClient: false },
        },
      },
      {
        name: 'Confirm',
        parameters: {
          resource: 'appointment',
          operation: 'confirm',
          appointmentId: '={{ $json.id }}',
        },
      },
      {
        name: 'Reschedule',
        parameters: {
          resource: 'appointment',
          operation: 'reschedule',
          appointmentId: '={{ $json.id }}',
          newStart: `${COMING_MONDAY}T15:00:00`,
        },
      },
    )
    expect(error).toBeNull()
    const [client] = items['Client'] ?? []
    expect(client).toMatchObject({ first_name: 'Rafael', metadata: { crm_id: 'A-1' } })
    expect(items['Book']).toMatchObject([
      { client_id: client.id, start: at('09:00', COMING_MONDAY), notes: 'Of n8n' },
    ])
    expect(items['Reschedule']).toMatchObject([
      { status: 'CONFIRMED', start: at('15:00', COMING_MONDAY) },
    ])
  })

  it('puts a client into the queue, calls and completes the entry, and lists it', async () => {
    const queue = await openQueue(api)
    const entry = (operation: string, more: object): Node => ({
      name: operation,
      parameters: { resource: 'queueEntry', operation, ...more },
    })
    const { items, error } = await n8n.run(
      [
        entry('create', {
          serviceId: queue.service.id,
          clientBy: 'details',
          firstName: 'Rita',
          clientDetails: { phone: '(11) 95432-1098' },
        }),
        entry('call', { entryId: '={{ $json.id }}', additionalFields: { place: 'Sala 2' } }),
        entry('complete', { entryId: '={{ $json.id }}' }),
        entry('getAll', { returnAll: true, filters: { status: ['COMPLETED', 'SKIPPED'] } }),
      ],
      { ...credentials, apiKey: queue.organization.key },
    )
    expect(error).toBeNull()
    expect(items['call']).toMatchObject([{ status: 'CALLED' }])
    expect(items['getAll']).toMatchObject([{ id: items['create']?.[0].id, status: 'COMPLETED' }])
  })

  it('gets every page of a list, one item for each record', async () => {
    // One more than a page has.
    const { row } = clinic.organization
    for (let count = 0; count < 201; count += 1) {
      await createClientRow(api.db, row, { first_name: 'Paginado', email: `p${count}@example.com` })
    }
    const many = (more: object): Node => ({
      name: 'Many',
      parameters: { resource: 'client', operation: 'getAll', filters: { q: 'Paginado' }, ...more },
    })
    const limited = await run(many({ returnAll: false, limit: 2 }))
    expect(limited.items['Many']).toHaveLength(2)
    const all = await run(many({ returnAll: true }))
    expect(new Set(all.items['Many']?.map(({ id }) => id)).size).toBe(201)
    const none = await run(many({ returnAll: true, filters: { q: 'Ausente' } }))
    expect(none).toEqual({ items: { Many: [] }, error: null })
  })

  it('fails with the detail, the code and each wrong field', async () => {
    const { error } = await run(
      book('10:00', { start: 'soon', additionalFields: { notes: 'x'.repeat(20_000) } }),
    )
    expect(error).toMatchObject({ httpCode: '400' })
    expect(error?.description).toMatch(/Code: validation_error\n(?:Field .*\n)*Field notes: /)
    expect(error?.description).toContain('Field start: ')
    expect(error?.description).toMatch(/Request: req_/)
  })
})

describe('the Idempotency-Key', () => {
  it('of the options books once, however often the workflow runs', async () => {
    const node = book('11:00', { options: { idempotencyKey: 'evt_1 book' } })
    const [first, second] = [await run(node), await run(node)]
    expect(first.error).toBeNull()
    expect(second.items['Book']).toEqual(first.items['Book'])
  })

  it('is the same when n8n tries a node again, and another one for each item', async () => {
    const { url, keys } = await losesFirstAnswer(api.url)
    const nodes: Node[] = [
      {
        name: 'Many',
        parameters: {
          resource: 'client',
          operation: 'getAll',
          filters: { q: 'Repetido' },
          returnAll: true,
        },
      },
      {
        name: 'Book',
        parameters: { ...book('13:00').parameters, clientId: '={{ $json.id }}' },
        retryOnFail: true,
      },
      {
        name: 'List',
        parameters: {
          resource: 'appointment',
          operation: 'getAll',
          returnAll: true,
          filters: {
            from: `${COMING_MONDAY}T13:00:00`,
            to: `${COMING_MONDAY}T13:15:00`,
            status: ['PENDING', 'CONFIRMED'],
          },
        },
        executeOnce: true,
      },
    ]
    for (const name of ['Repetido A', 'Repetido B']) {
      await register(name)
    }
    const { items, error } = await n8n.run(nodes, { ...credentials, baseUrl: url })
    expect(error).toBeNull()
    expect(items['Book']).toHaveLength(2)
    expect(keys).toHaveLength(4)
    expect(new Set(keys).size).toBe(2)
    // Two professionals: one appointment for each client, although one request was sent twice.
    expect(items['List']?.map(({ id }) => id).toSorted()).toEqual(
      items['Book']?.map(({ id }) => id).toSorted(),
    )
  })
})

describe('the trigger', () => {
  it('starts the workflow with a signed event, and with no forged one', async () => {
    const trigger = await n8n.publish(
      [
        { name: 'Event', type: 'schedulingTrigger', parameters: { events: ['client.created'] } },
        {
          name: 'Client',
          parameters: {
            resource: 'client',
            operation: 'get',
            clientId: '={{ $json.data.object.id }}',
          },
        },
      ],
      credentials,
    )
    onTestFinished(() => trigger.close())
    expect(await trigger.exists()).toBe(false)
    await trigger.create()
    expect(await trigger.exists()).toBe(true)

    const { id } = await register('Assinada')
    await fact('the workflow', () => trigger.started.length === 1)
    const [ran] = trigger.started
    expect(ran?.error).toBeNull()
    expect(ran?.items['Event']).toMatchObject([
      { type: 'client.created', data: { object: { id } } },
    ])
    expect(ran?.items['Client']).toMatchObject([{ id, first_name: 'Assinada' }])

    const event = JSON.stringify(ran?.items['Event']?.[0])
    const now = Math.floor(Date.now() / 1000)
    const { secret } = trigger.kept
    const forged: Record<string, Record<string, string>> = {
      'without a signature': {},
      'of another secret': signed('whsec_b3RoZXI=', event, now),
      'of another body': signed(secret, `${event} `, now),
      'of an hour ago': signed(secret, event, now - 3600),
      'with words for a time': { ...signed(secret, event, now), 'webhook-timestamp': 'now' },
    }
    for (const [name, headers] of Object.entries(forged)) {
      const response = await fetch(trigger.url, { method: 'POST', headers, body: event })
      expect(response.status, name).toBe(401)
    }
    expect(trigger.started).toHaveLength(1)
    // The same headers, made well, are accepted.
    const headers = signed(secret, event, now)
    const accepted = await fetch(trigger.url, { method: 'POST', headers, body: event })
    expect(accepted.status).toBe(200)
    expect(trigger.started).toHaveLength(2)

    await trigger.remove()
    expect(trigger.kept).toEqual({})
    expect(await webhooks(trigger.url)).toEqual([])
    const late = await fetch(trigger.url, { method: 'POST', headers, body: event })
    expect(late.status).toBe(401)
  })

  it('is sent a sample of the first type when it listens for a test event', async () => {
    const trigger = await published({ events: ['appointment.created'], sendSample: true })
    await trigger.create('manual')
    await fact('the sample', () => trigger.started.length === 1)
    const { body } = await clinic.call('GET', '/v1/event-types')
    const { sample } = body.data.find(
      ({ type }: { type: string }) => type === 'appointment.created',
    )
    expect(trigger.started[0]?.items['Event']).toMatchObject([
      { type: 'appointment.created', data: { object: { object: 'appointment' } } },
    ])
    expect(Object.keys(trigger.started[0]?.items['Event']?.[0].data.object)).toEqual(
      Object.keys(sample.data.object),
    )
  })

  it('corrects other events, and creates its webhook again when it was switched off or deleted', async () => {
    const trigger = await published({ events: ['client.created'] })
    await trigger.create()
    const { webhookId } = trigger.kept
    const change = (body: object) => clinic.call('PATCH', `/v1/webhooks/${webhookId}`, { body })

    await change({ events: ['queue.*'] })
    expect(await trigger.exists()).toBe(true)
    expect(await webhooks(trigger.url)).toMatchObject([
      { id: webhookId, events: ['client.created'] },
    ])

    await change({ active: false })
    expect(await trigger.exists()).toBe(false)
    expect(await webhooks(trigger.url)).toEqual([])
    // Gone already: removing it again is no failure.
    expect(await trigger.remove()).toBe(true)
  })
})

async function published(parameters: Record<string, unknown>) {
  const trigger = await n8n.publish(
    [{ name: 'Event', type: 'schedulingTrigger', parameters }],
    credentials,
  )
  onTestFinished(() => trigger.close())
  return trigger
}

/** A client of the clinic, past n8n. */
async function register(name: string): Promise<{ id: number }> {
  const { status, body } = await clinic.call('POST', '/v1/clients', {
    body: { first_name: name, email: `${name.replaceAll(' ', '.')}@example.com` },
  })
  expect(status).toBe(201)
  return body
}

async function webhooks(url: string): Promise<unknown[]> {
  const { body } = await clinic.call('GET', `/v1/webhooks?url=${encodeURIComponent(url)}`)
  return body.data
}

/** In front of the API: it does the first POST, and its answer is lost on the way. Keeps the keys of each POST. */
async function losesFirstAnswer(target: string) {
  const keys: unknown[] = []
  const server = createServer(async (request, response) => {
    const { method = 'GET', headers, url = '/' } = request
    const body = method === 'POST' ? await text(request) : undefined
    const answer = await fetch(`${target}${url}`, {
      method,
      headers: {
        authorization: String(headers.authorization),
        'content-type': 'application/json',
        ...(method === 'POST' ? { 'idempotency-key': String(headers['idempotency-key']) } : {}),
      },
      ...(body === undefined ? {} : { body }),
    })
    const said = await answer.text()
    if (method === 'POST' && keys.push(headers['idempotency-key']) === 1) request.socket.destroy()
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(said)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, keys }
}

/** Headers of Standard Webhooks. */
function signed(secret: string, body: string, time: number): Record<string, string> {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const sum = createHmac('sha256', key).update(`evt_1.${time}.${body}`).digest('base64')
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(time),
    'webhook-signature': `v1,${sum}`,
  }
}
