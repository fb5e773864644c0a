/** What tests of webhooks stand on: an endpoint that really receives, and the calls they make over and over. */
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { wakeLanes } from '@scheduling/delivery'
import { createLaneQueries, createPauses, Turn, type Pauses } from '@scheduling/delivery/testing'
import type { Pool } from 'pg'
import { afterEach } from 'vitest'
import type { Reply, TestApi, TestOrganization } from './api.ts'
import { sample } from './sample.ts'

export type Received = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type Endpoint = {
  readonly url: string
  /** Oldest first. */
  readonly received: readonly Received[]
  /** How it answers from now on. */
  answer(status: number, body?: string, headers?: Readonly<Record<string, string>>): void
  /** Waited for before it answers. */
  onRequest: () => Promise<void>
  close(): Promise<void>
}

/** A server on this machine that keeps what it is sent and answers 200 until told otherwise. */
export async function openEndpoint(): Promise<Endpoint> {
  const received: Received[] = []
  let reply = { status: 200, body: 'ok', headers: {} as Readonly<Record<string, string>> }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      received.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      })
      await endpoint.onRequest()
      response.writeHead(reply.status, reply.headers).end(reply.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint: Endpoint = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer(status, body = '', headers = {}) {
      reply = { status, body, headers }
    },
    onRequest: async () => undefined,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return endpoint
}

/** Opens endpoints that are closed when the test ends. */
export function endpointsPerTest(): () => Promise<Endpoint> {
  let endpoints: Endpoint[] = []
  afterEach(async () => {
    for (const endpoint of endpoints) await endpoint.close()
    endpoints = []
  })
  return async () => {
    const opened = await openEndpoint()
    endpoints.push(opened)
    return opened
  }
}

/** `v1` of `X-Service-Signature`, by the words of the document: hex of HMAC-SHA256 over `<t>.<raw body>`, keyed with the whole secret. */
export function byHand(request: Received, secret: string): string {
  const time = String(request.headers['x-service-timestamp'])
  return createHmac('sha256', secret).update(`${time}.${request.body}`).digest('hex')
}

/** Names lead where the test says; any other name does not resolve, at once and without a network. */
export function resolveNames(
  api: TestApi,
  names: Readonly<Record<string, readonly string[]>> = {},
): void {
  Object.assign(api.service, {
    resolver: async (hostname: string) => {
      const addresses = names[hostname]
      if (addresses === undefined)
        throw Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' })
      return addresses
    },
  })
}

export const HOOK = 'https://hooks.example.com/in'

export const SLACK = 'https://hooks.slack.com/services/T0001/B0001/AbCdEfGhIjKl9Zq'

/** Of a custom webhook: a template that sends one of its two secrets. */
export const CUSTOM = {
  format: 'custom',
  template: { body: '{"key": {{ secret_ref("a") | json }}}' },
  secrets: { a: 'value-of-a', b: 'value-of-b' },
}

/** Ids that no webhook has, well formed and not. */
export const STRANGE_IDS = sample(
  'ids that no webhook has',
  [
    'whk_01k9xq3v5m8t2r7w4y6z0a1bcd',
    'evt_01k9xq3v5m8t2r7w4y6z0a1bcd',
    'WHK_01K9XQ3V5M8T2R7W4Y6Z0A1BCD',
    '1',
    'whk_',
    '%27%20OR%20%271%27=%271',
    '%00',
  ],
  2,
)

/** Every row of webhooks and of what is kept about them, as a reader of the database sees it. */
export async function plainRows(api: TestApi): Promise<string> {
  const tables = ['webhook', 'idempotency_receipt', 'delivery', 'delivery_attempt']
  const texts: string[] = []
  for (const table of tables) {
    const { rows } = await api.connection.pool.query<{ row: string }>(
      `SELECT row_to_json(t)::text AS row FROM ${table} t`,
    )
    texts.push(...rows.map(({ row }) => row))
  }
  return texts.join('\n')
}

/** `POST /v1/webhooks`: everything, to an address that does not resolve, unless said otherwise. */
export function postWebhook(
  api: TestApi,
  owner: Pick<TestOrganization, 'key'>,
  body: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  return api.call('POST', '/v1/webhooks', {
    key: owner.key,
    headers,
    body: { url: HOOK, events: ['*'], ...body },
  })
}

/** The record of a webhook that was just created; fails when it was not. */
export async function createdWebhook(
  api: TestApi,
  owner: Pick<TestOrganization, 'key'>,
  body: object = {},
): Promise<any> {
  const reply = await postWebhook(api, owner, body)
  if (reply.status !== 201) throw new Error(`Not created: ${reply.text}`)
  return reply.body
}

/** A webhook that receives each `client.created`. */
export function clientWebhook(
  api: TestApi,
  owner: Pick<TestOrganization, 'key'>,
  receiver: { readonly url: string },
  body: object = {},
): Promise<any> {
  return createdWebhook(api, owner, { url: receiver.url, events: ['client.created'], ...body })
}

/** `GET /v1/webhooks/{webhook_id}`: the record as it is now. */
export async function readWebhook(
  api: TestApi,
  owner: Pick<TestOrganization, 'key'>,
  id: string,
): Promise<any> {
  return (await api.call('GET', `/v1/webhooks/${id}`, { key: owner.key })).body
}

/** `PATCH /v1/webhooks/{webhook_id}` */
export function patchWebhook(
  api: TestApi,
  owner: Pick<TestOrganization, 'key'>,
  id: string,
  body: unknown,
): Promise<Reply> {
  return api.call('PATCH', `/v1/webhooks/${id}`, { key: owner.key, body })
}

/** What a ping of a webhook looks like on arrival. */
export async function arrivedPing(
  api: TestApi,
  owner: Pick<TestOrganization, 'key'>,
  endpoint: Endpoint,
  id: string,
): Promise<Received> {
  await api.call('POST', `/v1/webhooks/${id}/test`, { key: owner.key })
  const arrived = endpoint.received.at(-1)
  if (arrived === undefined) throw new Error('Nothing arrived.')
  return arrived
}

/** Creates clients; the ids of their `client.created`, oldest first. */
export async function writtenEvents(
  api: TestApi,
  owner: Pick<TestOrganization, 'row' | 'key'>,
  count: number,
): Promise<string[]> {
  for (let index = 0; index < count; index += 1) {
    const body = { first_name: 'Ana', email: `a${crypto.randomUUID()}@example.com` }
    await api.call('POST', '/v1/clients', { key: owner.key, body })
  }
  const rows = await api.db.event.findMany({
    where: { organizationId: owner.row.id },
    orderBy: { sequence: 'desc' },
    take: count,
    select: { id: true },
  })
  return rows.map(({ id }) => id).toReversed()
}

/**
 * One turn of a webhook's lane, as the worker makes it.
 *
 * @param options.pauses shared by turns of one process
 */
export async function laneOf(
  api: TestApi,
  webhookId: string,
  options: {
    readonly client?: Pool
    readonly pauses?: Pauses
    readonly afterHanging?: () => Promise<void>
  } = {},
): Promise<void> {
  const { service: runtime } = api
  const {
    client = api.connection.pool,
    pauses = createPauses(runtime.elapsed),
    afterHanging = () => Promise.resolve(),
  } = options
  const { signal } = new AbortController()
  const queries = createLaneQueries(runtime, client)
  const shared = { runtime, client, queries, pauses, afterHanging, holder: 'test' }
  const turn = new Turn({ ...shared, stopping: signal, cutOff: signal }, webhookId)
  await wakeLanes(client, await turn.run())
}

/** The rows of a webhook in the table `delivery`, runs of an event in order. */
export function deliveryRows(api: TestApi, webhookId: string) {
  return api.db.delivery.findMany({
    where: { webhookId },
    orderBy: [{ eventId: 'asc' }, { run: 'asc' }],
  })
}

/** An attempt that ended, written past the engine; its id. Failed, just now, unless said otherwise. */
export async function attemptRow(
  api: TestApi,
  webhook: { readonly id: string },
  values: {
    readonly eventId: string
    readonly eventDay?: Date
    readonly eventType?: string
    readonly status?: string
    readonly trigger?: string
    readonly run?: number
    readonly attempt?: number
    readonly createdAt?: number
    readonly attemptedAt?: number
    readonly durationMs?: number
  },
): Promise<string> {
  const attemptedAt = new Date(values.attemptedAt ?? values.createdAt ?? api.service.now())
  const { organizationId } = await api.db.webhook.findUniqueOrThrow({ where: { id: webhook.id } })
  const row = await api.db.deliveryAttempt.create({
    data: {
      attemptDay: attemptedAt,
      id: api.service.newId('dlv'),
      organizationId,
      webhookId: webhook.id,
      eventId: values.eventId,
      eventDay: values.eventDay ?? attemptedAt,
      eventType: values.eventType ?? 'client.created',
      run: values.run ?? 0,
      trigger: values.trigger ?? (values.attempt === undefined ? 'EVENT' : 'RETRY'),
      attempt: values.attempt ?? 1,
      maxAttempts: 8,
      status: values.status ?? 'FAILED',
      durationMs: values.durationMs ?? 20,
      attemptedAt: values.status === 'DISCARDED' ? null : attemptedAt,
      createdAt: values.createdAt === undefined ? attemptedAt : new Date(values.createdAt),
    },
  })
  return row.id
}
