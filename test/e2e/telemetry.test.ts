/** One trace and one id, from a request through its event to its delivery, in the processes as they run. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { spawnApi, untilApiIsReady, type ApiServer } from '../support/api-server.ts'
import { startTestApi, type TestApi } from '../support/api.ts'
import { COMING_MONDAY, openClinic } from '../support/booking.ts'
import { freePort } from '../support/free-port.ts'
import { startMailServer, type MailServer } from '../support/mail-server.ts'
import { startCollector, type CollectedSpan, type Collector } from '../support/otlp-collector.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { secretSettings, TEST_SECRETS } from '../support/secrets.ts'
import { fact } from '../support/worker.ts'
import { spawnWorker, type WorkerProcess } from '../support/worker-process.ts'

/** What must be in no span, no metric and no line. */
const PRIVATE = {
  name: 'Quitéria Zumbi',
  email: 'quiteria.zumbi@example.com',
  phone: '11955554444',
  note: 'segredo-clinico-81',
  search: 'procurada-5512',
  path: 'caminho-secreto-7731',
}
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const OTHER_TRACE = '0af7651916cd43dd8448eb211c80319c'

let api: TestApi
let collector: Collector
let receiver: Receiver
let mails: MailServer
let server: ApiServer
let worker: WorkerProcess
let key: string
let slug: string
let requestId: string
let metricsOf: { api: string; worker: string }

async function send(method: string, path: string, headers: Record<string, string>, body?: unknown) {
  return fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

beforeAll(async () => {
  ;[api, collector, receiver, mails] = await Promise.all([
    startTestApi(),
    startCollector(),
    openReceiver(),
    startMailServer(),
  ])
  api.setClock(Date.now)
  const clinic = await openClinic(api)
  key = clinic.organization.key
  slug = clinic.organization.row.slug ?? ''
  const hook = await clinic.call('POST', '/v1/webhooks', {
    body: { url: receiver.url, events: ['appointment.*'] },
  })
  expect(hook.status).toBe(201)
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-token=t%2C1',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    ALLOW_LOOPBACK_WEBHOOKS: 'true',
  }
  const port = await freePort()
  server = await spawnApi({
    DATABASE_URL: api.databaseUrl,
    LIMITS_SCALE: '10000',
    ...secretSettings(TEST_SECRETS),
    ...settings,
  })
  worker = spawnWorker(api.databaseUrl, TEST_SECRETS, {
    ...settings,
    SMTP_URL: mails.url,
    WORKER_PORT: String(port),
  })
  await Promise.all([untilApiIsReady(server), worker.running])
  const booked = await send(
    'POST',
    '/v1/appointments',
    { traceparent: `00-${TRACE}-00f067aa0ba902b7-00` },
    {
      service_ids: [clinic.service.id],
      start: `${COMING_MONDAY}T09:00:00-03:00`,
      client: { first_name: PRIVATE.name, email: PRIVATE.email, phone: PRIVATE.phone },
      notes: PRIVATE.note,
    },
  )
  expect(booked.status).toBe(201)
  requestId = booked.headers.get('x-request-id') ?? ''
  for (const [method, path, body] of [
    ['GET', `/v1/clients?q=${PRIVATE.search}`],
    ['GET', '/v1/clients/999999'],
    ['GET', `/v1/${PRIVATE.path}`],
    ['GET', `/trpc/account.me?input=${PRIVATE.search}`],
    ['GET', `/${slug}?q=${PRIVATE.search}`],
    ['GET', `/a/${PRIVATE.path}`],
    ['POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
  ] as const) {
    await send(method, path, { traceparent: `00-${OTHER_TRACE}-b7ad6b7169203331-01` }, body)
  }
  await fact('the delivery', () => receiver.accepted.size === 1)
  await fact('the mail', () => mails.mails.length === 1)
  await fact('its line', () => /"msg":"message"/.test(worker.output()))
  await fact('the line of the attempt', () => /"msg":"attempt"/.test(worker.output()))
  const scraped = (url: string) => fetch(`${url}/metrics`).then((reply) => reply.text())
  // Counted when its outcome is written, a moment after its line.
  await fact('the message, counted', async () =>
    (await scraped(`http://127.0.0.1:${port}`)).includes('messages_total{'),
  )
  metricsOf = {
    api: await scraped(server.url),
    worker: await scraped(`http://127.0.0.1:${port}`),
  }
  server.kill('SIGTERM')
  expect([await server.exited, await worker.terminate()]).toEqual([0, 0])
})

afterAll(async () => {
  server?.kill('SIGKILL')
  await worker?.kill()
  await Promise.all([api.close(), collector.close(), receiver.close(), mails.close()])
})

const traced = () => collector.spans.filter(({ traceId }) => traceId === TRACE)
const only = (name: string, parent?: CollectedSpan): CollectedSpan => {
  const found = traced()
    .filter((span) => span.name === name)
    .filter((span) => parent === undefined || span.parentSpanId === parent.spanId)
  expect(found, name).toHaveLength(1)
  return found[0] as CollectedSpan
}

describe('one trace', () => {
  it('goes from the request of a caller through its event to its delivery and its message', () => {
    const request = only('POST /v1/appointments')
    expect(request).toMatchObject({
      service: 'scheduling-api',
      kind: 'SERVER',
      parentSpanId: '00f067aa0ba902b7',
      isError: false,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/v1/appointments',
        'http.response.status_code': 201,
        'scheduling.request.id': requestId,
      },
    })
    const transaction = only('transaction', request)
    expect(transaction.kind).toBe('INTERNAL')
    expect(only('events written', transaction)).toMatchObject({
      kind: 'CLIENT',
      parentSpanId: transaction.spanId,
      attributes: { 'db.system.name': 'postgresql', 'db.query.summary': 'events written' },
    })
    // The client is new, and the mail that was sent is an event too: no one subscribes to those.
    const fanOuts = traced().filter(({ name }) => name === 'process fan_out')
    const wanted = fanOuts.filter(({ attributes }) => attributes['scheduling.deliveries'] === 1)
    expect(wanted).toMatchObject([
      {
        service: 'scheduling-worker',
        kind: 'CONSUMER',
        parentSpanId: transaction.spanId,
        attributes: { 'scheduling.event.type': 'appointment.created' },
      },
    ])
    expect(only('send webhook')).toMatchObject({
      service: 'scheduling-worker',
      kind: 'CLIENT',
      parentSpanId: transaction.spanId,
      isError: false,
      attributes: { 'http.response.status_code': 200, 'scheduling.delivery.attempt': 1 },
    })
    expect(only('send message')).toMatchObject({
      kind: 'CLIENT',
      parentSpanId: transaction.spanId,
      attributes: { 'scheduling.message.channel': 'email', 'scheduling.message.outcome': 'sent' },
    })
  })

  it('has every kind of route, by its template', () => {
    const names = collector.spans
      .filter(({ traceId }) => traceId === OTHER_TRACE)
      .filter(({ kind }) => kind === 'SERVER')
      .map(({ name, attributes }) => [name, attributes['http.response.status_code']])
    expect(names).toEqual([
      ['GET /v1/clients', 200],
      ['GET /v1/clients/{client_id}', 404],
      ['GET none', 404],
      ['GET /trpc', 401],
      ['GET /{slug}', expect.any(Number)],
      ['GET /a/{token}', 404],
      ['POST /mcp', expect.any(Number)],
    ])
  })

  it('of a timer begins with its job', () => {
    const sweep = collector.spans.find(({ name }) => name === 'process sweep')
    expect(sweep).toMatchObject({
      kind: 'CONSUMER',
      parentSpanId: '',
      attributes: { 'messaging.system': 'graphile_worker', 'messaging.destination.name': 'sweep' },
    })
  })

  it('has only the names that are known, and every statement is a part of something', () => {
    const attributes = new Set(collector.spans.flatMap((span) => Object.keys(span.attributes)))
    expect([...attributes].toSorted()).toEqual(KNOWN_ATTRIBUTES)
    const statements = collector.spans.filter((span) => 'db.query.summary' in span.attributes)
    expect(statements.length).toBeGreaterThan(10)
    expect(statements.filter(({ parentSpanId }) => parentSpanId === '')).toEqual([])
  })

  it('tells nothing of a person, of a caller, of a query or of a path that can be a token', () => {
    const told = [collector.text(), metricsOf.api, metricsOf.worker].join('\n')
    const forbidden = [...Object.values(PRIVATE), '+5511955554444', key, slug, receiver.url]
    const found = forbidden.flatMap((one) => [one, encodeURIComponent(one)])
    expect(found.filter((one) => told.includes(one))).toEqual([])
    expect(told).not.toMatch(/127\.0\.0\.1|SELECT |INSERT INTO/)
  })

  it('is sent with the headers that the settings name', () => {
    expect(new Set(collector.headers.map((headers) => headers['x-collector-token']))).toEqual(
      new Set(['t,1']),
    )
  })
})

const KNOWN_ATTRIBUTES = [
  'db.query.summary',
  'db.system.name',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'messaging.batch.message_count',
  'messaging.destination.name',
  'messaging.operation.name',
  'messaging.operation.type',
  'messaging.system',
  'scheduling.deliveries',
  'scheduling.delivery.attempt',
  'scheduling.delivery.id',
  'scheduling.event.id',
  'scheduling.event.type',
  'scheduling.message.channel',
  'scheduling.message.id',
  'scheduling.message.outcome',
  'scheduling.problem.code',
  'scheduling.request.id',
  'scheduling.webhook.id',
]

describe('metrics over OTLP', () => {
  it('are those that are scraped, of both processes', () => {
    const services = { 'scheduling-api': metricsOf.api, 'scheduling-worker': metricsOf.worker }
    for (const [service, text] of Object.entries(services)) {
      const scraped = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
      const sent = new Set(
        collector.metrics.filter((one) => one.service === service).map(({ name }) => name),
      )
      expect([...sent].toSorted()).toEqual([...scraped].toSorted())
    }
  })

  it('carry the same numbers: sums, gauges, and buckets each for itself', () => {
    const latest = (name: string) => collector.metrics.findLast((metric) => metric.name === name)
    expect(latest('webhook_attempts_total')).toMatchObject({
      kind: 'sum',
      points: [{ asDouble: 1 }],
    })
    expect(latest('workers_alive')).toMatchObject({ kind: 'gauge' })
    const lag = latest('webhook_first_attempt_lag_seconds')
    expect([lag?.kind, lag?.unit]).toEqual(['histogram', 's'])
    const [point] = lag?.points ?? []
    expect(point).toMatchObject({ count: 1 })
    expect(point.bucketCounts.reduce((sum: number, count: number) => sum + count)).toBe(1)
    expect(point.bucketCounts).toHaveLength(point.explicitBounds.length + 1)
    expect(metricsOf.worker).toMatch(/^messages_total\{channel="email",outcome="sent"\} 1$/m)
    expect(metricsOf.worker).toMatch(/^fan_out_lag_seconds_count 1$/m)
  })
})

describe('one id', () => {
  it('leads from the line of the request to those of the worker, with the id of the trace', () => {
    const lines = (texts: readonly string[]) =>
      texts
        .filter((line) => line.includes(requestId))
        .map((line): Record<string, unknown> => JSON.parse(line))
    const found = [...lines(server.lines), ...lines(worker.output().split('\n'))]
    expect(
      found.map(({ service, msg }) => `${String(service)}: ${String(msg)}`).toSorted(),
    ).toEqual(['api: request', 'worker: attempt', 'worker: event fanned out', 'worker: message'])
    expect(new Set(found.map((line) => line['trace_id']))).toEqual(new Set([TRACE]))
  })
})
