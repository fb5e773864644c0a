import { offeredFields, routeTable } from '@scheduling/api'
import { appRouter, PROBLEMS, type Scope } from '@scheduling/core'
import { EVENT_TYPES } from '@scheduling/events'
import createClient from 'openapi-fetch'
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, TEST_NOW, type TestApi } from '../support/api.ts'
import { blockAddress } from '../support/blocked-address.ts'
import { checkReply } from '../support/openapi-check.ts'
import { at, openClinic } from '../support/booking.ts'
import { API_ROUTES, NOT_BUILT_YET } from '../support/api-routes.ts'

/** Parsed JSON: each test names the parts that it expects, and fails where they are missing. */
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any

const run = promisify(execFile)
const routes = routeTable(appRouter).routes

let api: TestApi
let document: Json
let folder: string
let file: string

beforeAll(async () => {
  api = await startTestApi()
  document = await (await fetch(`${api.url}/v1/openapi.json`)).json()
  folder = await mkdtemp(path.join(tmpdir(), 'openapi-'))
  file = path.join(folder, 'openapi.json')
  await writeFile(file, JSON.stringify(document))
})

afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true, force: true })
})

describe('GET /v1/openapi.json', () => {
  it('200: without a key, with the headers of every answer', async () => {
    const reply = await api.call('GET', '/v1/openapi.json')
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(reply.headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/)
    expect(reply.headers.get('x-ratelimit-limit')).toMatch(/^\d+$/)
    expect(reply.body.openapi).toMatch(/^3\.1\./)
    expect(reply.body.servers).toEqual([{ url: api.service.publicBaseUrl }])
  })

  it('200: HEAD has the headers and no body', async () => {
    const response = await fetch(`${api.url}/v1/openapi.json`, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(10_000)
    expect(await response.text()).toBe('')
  })

  it('405 method_not_allowed: POST, with Allow', async () => {
    const response = await fetch(`${api.url}/v1/openapi.json`, { method: 'POST' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET')
    expect(await response.json()).toMatchObject({ code: 'method_not_allowed' })
  })

  it('404 not_found: a path below it, or another spelling', async () => {
    for (const wrong of ['/v1/openapi.json/', '/v1/openapi.json/x', '/v1/OpenAPI.json']) {
      expect((await fetch(`${api.url}${wrong}`)).status, wrong).toBe(404)
    }
  })

  it('429 rate_limited: an address that is blocked for its invalid keys', async () => {
    const strict = await startTestApi({ limitsScale: 1 })
    try {
      await blockAddress(strict)
      const response = await fetch(`${strict.url}/v1/openapi.json`)
      expect(response.status).toBe(429)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await response.json()).toMatchObject({ code: 'rate_limited' })
    } finally {
      await strict.close()
    }
  })
})

describe('the tools that callers use', () => {
  it('Redocly finds nothing to say by its recommended rules', async () => {
    const { stdout } = await run(
      process.execPath,
      [
        createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js'),
        'lint',
        '--extends=recommended',
        '--format=json',
        file,
      ],
      {
        cwd: folder,
        maxBuffer: 1 << 26,
        env: {
          ...process.env,
          REDOCLY_TELEMETRY: 'off',
          REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
        },
      },
    ).catch((error: { stdout: string }) => error)
    expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] })
  })

  it('openapi-fetch talks to the service by it', async () => {
    const { key } = await api.organization()
    const client = createClient<Json>({
      baseUrl: api.url,
      headers: { Authorization: `Bearer ${key}` },
    })
    const made = await client.POST('/v1/clients', {
      params: { header: { 'Idempotency-Key': 'one' } },
      body: { first_name: 'Ana', phone: '+5511987654321', metadata: { crm: '7' } },
    })
    expect(made.response.status).toBe(201)
    const query = { metadata: { crm: '7' }, limit: 1 }
    const found = await client.GET('/v1/clients', { params: { query } })
    expect(found.data.data).toEqual([made.data])
    const expanded = { limit: 2, expand: ['professionals'] }
    const services = await client.GET('/v1/services', { params: { query: expanded } })
    expect(services.response.status).toBe(200)
    const wrong = await client.GET('/v1/clients/{client_id}', {
      params: { path: { client_id: 0 } },
    })
    expect(wrong.error).toMatchObject({ code: 'validation_error', status: 400 })
  })
})

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

function described(): string[] {
  return Object.entries<Json>(document.paths).flatMap(([template, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map(
      (method) => `${method.toUpperCase()} ${template}`,
    ),
  )
}

function operationOf(route: { method: string; path: string }): Json {
  return document.paths[route.path]?.[route.method.toLowerCase()]
}

describe('the routes', () => {
  it('are those of the table, and the document itself', () => {
    const served = routes.map((route) => `${route.method} ${route.path}`)
    expect(described().sort()).toEqual([...served, 'GET /v1/openapi.json'].sort())
  })

  it('are those of the API, but for the ones that are not built yet', () => {
    const promised = API_ROUTES.map((route) => `${route.method} ${route.path}`)
    const open = new Set(NOT_BUILT_YET)
    expect([...open].filter((route) => !promised.includes(route))).toEqual([])
    expect(described().sort()).toEqual(promised.filter((route) => !open.has(route)).sort())
  })

  it('have the scopes, bodies and idempotency that the API promises', () => {
    for (const promised of API_ROUTES) {
      const route = routes.find(
        ({ method, path: template }) => method === promised.method && template === promised.path,
      )
      if (route === undefined) continue
      const name = `${promised.method} ${promised.path}`
      expect(route.endpoint.scope, name).toBe(promised.scope satisfies Scope | null | undefined)
      expect(route.endpoint.rest.idempotent === true, name).toBe(promised.idempotent === true)
      const body = operationOf(route).requestBody
      const bodyKind = body === undefined ? 'none' : body.required ? 'required' : 'optional'
      expect(bodyKind, name).toBe(promised.body ?? 'none')
      const statuses = [...new Set(Object.values(route.endpoint.success))].sort()
      expect(statuses, name).toEqual(promised.success)
    }
  })

  it('have operation ids that a generated client can use', () => {
    const ids = described().map((name) => {
      const [method = '', template = ''] = name.split(' ')
      return operationOf({ method, path: template }).operationId
    })
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z]+[A-Za-z]*$/)
    expect(ids).toContain('getMe')
    expect(ids).toContain('listProfessionals')
    expect(ids).toContain('getProfessional')
  })

  it('need the key, except the document and what webhooks receive', () => {
    expect(document.security).toEqual([{ apiKey: [] }])
    for (const route of routes) expect(operationOf(route).security).toBeUndefined()
    expect(document.paths['/v1/openapi.json'].get.security).toEqual([])
    for (const { post } of Object.values<Json>(document.webhooks)) expect(post.security).toEqual([])
  })

  it('have chapters with a text', () => {
    for (const route of routes) {
      const tag = document.tags.find(({ name }: Json) => name === route.endpoint.rest.tag)
      expect(tag?.description, `${route.endpoint.rest.tag} of ${route.procedure}`).toBeTypeOf(
        'string',
      )
    }
  })
})

function resolved(value: Json): Json {
  if (typeof value?.$ref !== 'string') return value
  return value.$ref
    .slice(2)
    .split('/')
    .reduce((at: Json, key: string) => at[key], document)
}

describe('the requests', () => {
  it('list every field of the input, each in its place', () => {
    for (const route of routes) {
      const operation = operationOf(route)
      const parameters = (operation.parameters ?? []).map(resolved)
      const body = resolved(bodySchema(operation))
      const places = [
        ...parameters.filter((parameter: Json) => parameter.in !== 'header'),
        ...Object.keys(body?.properties ?? {}).map((name) => ({ name, in: 'body' })),
      ]
      expect(places.map(({ name }) => name).sort(), route.procedure).toEqual(
        offeredFields(route.endpoint)
          .filter((name) => !isRefused(route.endpoint.input.shape[name]))
          .sort(),
      )
      for (const name of route.pathNames) {
        expect(places.find((place) => place.name === name)?.in).toBe('path')
      }
    }
  })

  it('take Idempotency-Key exactly where the endpoint does', () => {
    for (const route of routes) {
      const names = (operationOf(route).parameters ?? []).map((one: Json) => resolved(one).name)
      expect(names.includes('Idempotency-Key'), route.procedure).toBe(
        route.endpoint.rest.idempotent === true,
      )
    }
  })

  it('have a body exactly where the endpoint has fields for one', () => {
    for (const route of routes) {
      const operation = operationOf(route)
      const elsewhere = new Set((operation.parameters ?? []).map((one: Json) => resolved(one).name))
      const fields = offeredFields(route.endpoint).filter((name) => !elsewhere.has(name))
      expect(operation.requestBody === undefined, route.procedure).toBe(fields.length === 0)
      if (fields.length > 0) {
        expect(operation.requestBody.required).toBe(route.endpoint.rest.body === 'required')
      }
    }
  })
})

/** A field that answers `read_only` whatever is sent. */
function isRefused(schema: Json): boolean {
  return schema.meta()?.readOnly === true
}

describe('what generators stumble over', () => {
  const everySchema = () => {
    const found: { where: string; schema: Json }[] = []
    const walk = (value: Json, where: string) => {
      if (typeof value !== 'object' || value === null) return
      if (!Array.isArray(value)) found.push({ where, schema: value })
      for (const [key, inner] of Object.entries(value)) {
        if (key !== 'example' && key !== 'examples') walk(inner, `${where}/${key}`)
      }
    }
    walk(document.components.schemas, 'schemas')
    walk(document.paths, 'paths')
    return found
  }

  it('is not there: an optional body is a reference, with `required: false`', () => {
    const optional = routes.filter(({ endpoint }) => endpoint.rest.body === 'optional')
    const bodies = optional.map((route) => operationOf(route).requestBody).filter(Boolean)
    expect(bodies.length).toBeGreaterThan(2)
    for (const { required, content } of bodies) {
      expect(required).toBe(false)
      expect(Object.keys(content['application/json'].schema)).toEqual(['$ref'])
    }
  })

  it('is not there: a default is told in words where it would make the field required of the sender', () => {
    for (const { where, schema } of everySchema()) {
      if (where.startsWith('paths') && where.includes('/parameters/')) continue
      if (where.endsWith('/properties')) continue
      expect(schema, where).not.toHaveProperty('default')
    }
    expect(document.components.schemas.CreateClientBody.properties.on_match.description).toMatch(
      /Default: `return`\.$/,
    )
  })

  it('is not there: a field that is refused, or one of which nothing is said', () => {
    const bodies = document.components.schemas
    expect(Object.keys(bodies.UpdateAppointmentBody.properties)).toEqual(['notes', 'metadata'])
    for (const name of ['format', 'api_version', 'secret']) {
      expect(bodies.UpdateWebhookBody.properties).not.toHaveProperty(name)
    }
    for (const { where, schema } of everySchema()) {
      if (!where.endsWith('/properties') || where.includes('/Change/')) continue
      for (const [name, field] of Object.entries<Json>(schema)) {
        const said = ['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'const', 'enum']
        expect(
          said.some((key) => field[key] !== undefined),
          `${where}/${name}`,
        ).toBe(true)
      }
    }
  })

  it('is not there: dates say that they are dates, and lists that refuse repeats say so', () => {
    const named = (field: RegExp) =>
      everySchema().flatMap(({ where, schema }) =>
        where.endsWith('/properties')
          ? Object.entries<Json>(schema).filter(([name]) => field.test(name))
          : [],
      )
    const dates = named(/^(?:birth_date|date)$/)
    expect(dates.length).toBeGreaterThan(5)
    // In `changes` they are a pair.
    const isPair = ({ $ref: to }: Json) => to === '#/components/schemas/Change'
    for (const [name, schema] of dates)
      if (!isPair(schema)) expect(schema.format, name).toBe('date')
    for (const [name, schema] of named(/_(?:at|since)$|^(?:start|end)$/)) {
      if (!isPair(schema)) expect(schema.format, name).toBe('date-time')
    }
    expect(document.components.schemas.CreateAppointmentBody.properties.service_ids).toMatchObject({
      uniqueItems: true,
    })
    const slots = document.paths['/v1/availability/slots'].get.parameters
    for (const name of ['date', 'from', 'to']) {
      expect(slots.find((one: Json) => one.name === name).schema.format).toBe('date')
    }
    expect(slots.find((one: Json) => one.name === 'service_ids').schema.uniqueItems).toBe(true)
  })

  it('is not there: events of the feed and of deliveries are unions told apart by `type`', () => {
    const types = Object.keys(EVENT_TYPES)
    for (const [name, members] of [
      ['Event', types.filter((type) => type !== 'ping')],
      ['WebhookEvent', types],
    ] as const) {
      const { oneOf, discriminator } = document.components.schemas[name]
      expect(oneOf.map((member: Json) => resolved(member).properties.type.const)).toEqual(members)
      expect(discriminator.propertyName).toBe('type')
      expect(Object.keys(discriminator.mapping)).toEqual(members)
    }
    const listed = document.components.schemas.EventList.properties.data.items
    expect(listed).toEqual({ $ref: '#/components/schemas/Event' })
    const { content } = document.paths['/v1/events/{event_id}'].get.responses[200]
    expect(content['application/json'].schema).toEqual(listed)
  })
})

describe('the examples', () => {
  const operations = () => routes.map((route) => ({ route, operation: operationOf(route) }))

  it('are one for each parameter and body; a cursor is good only from the page before', () => {
    for (const { route, operation } of operations()) {
      for (const parameter of (operation.parameters ?? []).map(resolved)) {
        if (parameter.name === 'cursor') expect(parameter).not.toHaveProperty('example')
        else expect(parameter, `${route.procedure} ${parameter.name}`).toHaveProperty('example')
      }
      if (operation.requestBody === undefined) continue
      expect(operation.requestBody.content['application/json'].example).toBeTypeOf('object')
    }
  })

  it('give every operation an Idempotency-Key of its own', () => {
    const keys = operations().flatMap(({ operation }) =>
      (operation.parameters ?? [])
        .map(resolved)
        .filter(({ name }: Json) => name === 'Idempotency-Key')
        .map(({ example }: Json) => example),
    )
    expect(keys.length).toBeGreaterThan(8)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('are answers that the API could give', async () => {
    for (const { route, operation } of operations()) {
      // To compile its schema takes time, in which the server here would not see to its connections.
      await turn()
      for (const status of new Set(Object.values(route.endpoint.success))) {
        if (status === 204) continue
        const { example } = resolved(operation.responses[status]).content['application/json']
        const headers = new Headers({
          'content-type': 'application/json; charset=utf-8',
          'x-request-id': `req_${'0'.repeat(26)}`,
          'x-ratelimit-limit': '120',
          'x-ratelimit-remaining': '119',
          'x-ratelimit-reset': '1795516800',
        })
        const target = route.path.replaceAll(/\{\w+\}/g, '1')
        checkReply(document, route.method, target, { status, headers, body: example })
      }
    }
  })

  it('stay the same for a week, and never lie in the past', async () => {
    const read = async () => (await fetch(`${api.url}/v1/openapi.json`)).text()
    const start = (text: string) =>
      JSON.parse(text).paths['/v1/appointments'].post.requestBody.content['application/json']
        .example.start
    const monday = Date.parse('2026-12-21T00:00:00-03:00')
    const days = (count: number) => count * 86_400_000
    try {
      api.setNow(monday)
      const first = await read()
      api.setNow(monday + days(7) - 1000)
      const last = await read()
      api.setNow(monday + days(7))
      const next = await read()
      expect(last).toBe(first)
      expect(Date.parse(start(first)) - monday).toBe(days(23) + 9 * 3_600_000)
      expect(Date.parse(start(next)) - Date.parse(start(first))).toBe(days(7))
    } finally {
      api.setNow(TEST_NOW)
    }
  })
})

function bodySchema(operation: Json): Json {
  return operation.requestBody?.content['application/json'].schema
}

describe('the answers', () => {
  it('are every success and every problem of the endpoint, and no others', () => {
    for (const route of routes) {
      const { endpoint } = route
      const operation = operationOf(route)
      const statuses = [
        ...Object.values(endpoint.success),
        ...endpoint.allProblems.map((code) => PROBLEMS[code].status),
      ]
      expect(Object.keys(operation.responses).sort(), route.procedure).toEqual(
        [...new Set(statuses)].map(String).sort(),
      )
      const codes = Object.values<Json>(operation.responses).flatMap((response) => {
        const content = resolved(response).content?.['application/problem+json']
        if (content === undefined) return []
        const listed = content.schema.allOf[1].properties.code.enum
        expect(Object.keys(content.examples)).toEqual(listed)
        return listed
      })
      expect(codes.sort(), route.procedure).toEqual([...endpoint.allProblems].sort())
    }
  })

  it('carry an example of each code, as the service would send it', () => {
    for (const [code, { value }] of Object.entries<Json>(document.components.examples)) {
      expect(value).toMatchObject({
        code,
        status: Reflect.get(PROBLEMS, code).status,
        type: `${api.service.publicBaseUrl}/docs/errors/${code}`,
      })
    }
  })

  it('have every output field required, through to the innermost record', () => {
    const checked = new Set<string>()
    for (const route of routes) {
      for (const status of new Set(Object.values(route.endpoint.success))) {
        const response = resolved(operationOf(route).responses[status])
        if (status === 204) expect(response.content).toBeUndefined()
        else
          everyFieldRequired(response.content['application/json'].schema, route.procedure, checked)
      }
    }
    for (const type of Object.keys(EVENT_TYPES)) {
      const event = resolved(
        document.webhooks[type].post.requestBody.content['application/json'].schema,
      )
      const data = resolved(event.properties.data)
      expect(data.required.sort()).toEqual(['batch_id', 'changes', 'object'])
      everyFieldRequired(data.properties.object, type, checked)
      everyFieldRequired(event.properties.context, type, checked)
      expect(event.required.sort()).toEqual(Object.keys(event.properties).sort())
    }
    expect(checked.size).toBeGreaterThan(5)
  })

  it('never say that an output has no further fields, nor show what Zod adds of its own', () => {
    const text = JSON.stringify(document)
    expect(text).not.toContain('"additionalProperties":false')
    expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER))
    expect(text).not.toMatch(/"format":"date-time","pattern"/)
    expect(text).not.toMatch(/"pattern":"[^"]{200,}"/)
    expect(text).not.toContain('__schema')
  })
})

function everyFieldRequired(schema: Json, where: string, checked: Set<string>): void {
  if (typeof schema?.$ref === 'string') {
    if (checked.has(schema.$ref)) return
    checked.add(schema.$ref)
    // `changes` has only what changed.
    if (schema.$ref.endsWith('EventData')) {
      everyFieldRequired(resolved(schema).properties.object, schema.$ref, checked)
      return
    }
    everyFieldRequired(resolved(schema), schema.$ref, checked)
    return
  }
  if (typeof schema !== 'object' || schema === null) return
  if (schema.properties !== undefined) {
    expect([...(schema.required ?? [])].sort(), where).toEqual(
      Object.keys(schema.properties).sort(),
    )
  }
  const inner = [
    ...Object.entries(schema.properties ?? {}),
    ...['items', 'additionalProperties'].map((key) => [key, schema[key]] as const),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((key) => Object.entries(schema[key] ?? [])),
  ]
  for (const [key, part] of inner) everyFieldRequired(part, `${where}.${key}`, checked)
}

describe('the webhooks', () => {
  it('are one per event type, ping included, with the delivery envelope', () => {
    expect(Object.keys(document.webhooks)).toEqual(Object.keys(EVENT_TYPES))
    for (const [type, { post }] of Object.entries<Json>(document.webhooks)) {
      const envelope = resolved(post.requestBody.content['application/json'].schema)
      expect(Object.keys(envelope.properties)).toEqual(
        expect.arrayContaining([
          'id',
          'type',
          'api_version',
          'created_at',
          'organization_id',
          'livemode',
          'data',
          'context',
        ]),
      )
      expect(envelope.properties.type.const).toBe(type)
      const headers = post.parameters.map((one: Json) => resolved(one).name)
      expect(headers).toContain('X-Service-Signature')
      expect(headers).toContain('webhook-signature')
    }
  })

  it('name the fields that may change, by the event catalogue', () => {
    for (const [type, kind] of Object.entries(EVENT_TYPES)) {
      const { schema } = document.webhooks[type].post.requestBody.content['application/json']
      const { changes } = resolved(resolved(schema).properties.data).properties
      expect(Object.keys(changes.properties ?? {}), type).toEqual([...(kind.changes ?? [])])
    }
  })
})

describe('the events that calls leave behind', () => {
  it('are of the shapes that the webhooks name', async () => {
    const { book, call } = await openClinic(api)
    const client = { first_name: 'Ana', phone: '+5511912345678', metadata: { crm: '7' } }
    const created = await call('POST', '/v1/clients', { body: client })
    const changed = { last_name: 'Souza', metadata: { crm: null } }
    await call('PATCH', `/v1/clients/${created.body.id}`, { body: changed })
    const act = async (start: string, ...steps: [string, object?][]) => {
      const { id } = (await book({ client_id: created.body.id, start: at(start) })).body
      for (const [step, body] of steps) {
        const path = `/v1/appointments/${id}${step === '' ? '' : `/${step}`}`
        const reply = await call(step === '' ? 'PATCH' : 'POST', path, body && { body })
        expect(reply.status, step).toBe(200)
      }
    }
    await act('09:00', ['', { notes: 'Window seat' }], ['reschedule', { start: at('10:00') }])
    await act('11:00', ['confirm'], ['complete'])
    await act('13:00', ['cancel', { reason: 'Flu' }])
    await act('14:00', ['no-show'])

    // `call` holds every record of the answer against the webhook of its type.
    const events = await call('GET', '/v1/events')
    const types = new Set(events.body.data.map(({ type }: Json) => type))
    for (const type of [
      'client.created',
      'client.updated',
      'client.first_appointment',
      'appointment.created',
      'appointment.updated',
      'appointment.rescheduled',
      'appointment.confirmed',
      'appointment.completed',
      'appointment.cancelled',
      'appointment.no_show',
    ]) {
      expect(types, type).toContain(type)
    }
    const [event] = events.body.data
    const withMore = structuredClone(event)
    withMore.data.object.internal_note = 'x'
    const headers = new Headers(events.headers)
    expect(() =>
      checkReply(document, 'GET', `/v1/events/${event.id}`, {
        status: 200,
        headers,
        body: withMore,
      }),
    ).toThrow(/event client.created.*additional/)
  })
})

describe('the check of every reply', () => {
  const headers = (more: Record<string, string> = {}) =>
    new Headers({
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': `req_${'0'.repeat(26)}`,
      'x-ratelimit-limit': '120',
      'x-ratelimit-remaining': '119',
      'x-ratelimit-reset': '1795516800',
      ...more,
    })
  const professional = {
    object: 'professional',
    id: 1,
    name: 'Rita Prado',
    email: null,
    role: 'owner',
    is_active: true,
    registry: null,
    service_ids: [1],
    services: null,
    created_at: '2026-11-20T08:00:00-03:00',
    updated_at: '2026-11-20T08:00:00-03:00',
  }
  const list = { data: [professional], has_more: false, next_cursor: null, next: null }
  const problem = {
    type: 'http://api.test/docs/errors/rate_limited',
    title: 'Too many requests',
    status: 429,
    code: 'rate_limited',
    detail: 'Too many requests.',
    errors: [],
    request_id: `req_${'0'.repeat(26)}`,
  }
  const problemHeaders = (more = {}) =>
    headers({ 'content-type': 'application/problem+json', 'retry-after': '3', ...more })
  const check = (
    reply: { status: number; headers: Headers; body: unknown },
    target = '/v1/professionals',
  ) => checkReply(document, 'GET', target, reply)

  it('accepts what the document declares', () => {
    check({ status: 200, headers: headers(), body: list }, '/v1/professionals?limit=1')
    check({ status: 429, headers: problemHeaders(), body: problem })
  })

  it.each<[string, RegExp, { status: number; headers: Headers; body: unknown }]>([
    [
      'an undeclared status',
      /201 is not declared/,
      { status: 201, headers: headers(), body: list },
    ],
    [
      'a missing field',
      /'next'/,
      { status: 200, headers: headers(), body: { ...list, next: undefined } },
    ],
    [
      'an undeclared field, however deep',
      /"additionalProperty":"note"/,
      { status: 200, headers: headers(), body: { ...list, data: [{ ...professional, note: '' }] } },
    ],
    [
      'a wrong type',
      /data\/0\/id must be integer/,
      { status: 200, headers: headers(), body: { ...list, data: [{ ...professional, id: '1' }] } },
    ],
    [
      'another content type',
      /content type/,
      { status: 200, headers: headers({ 'content-type': 'text/plain' }), body: list },
    ],
    [
      'no request id',
      /X-Request-Id/,
      { status: 200, headers: headers({ 'x-request-id': '' }), body: list },
    ],
    [
      'a replay where there are none',
      /Idempotent-Replayed/,
      { status: 200, headers: headers({ 'idempotent-replayed': 'true' }), body: list },
    ],
    [
      '429 without Retry-After',
      /Retry-After/,
      {
        status: 429,
        headers: headers({ 'content-type': 'application/problem+json' }),
        body: problem,
      },
    ],
    [
      'a code of another status',
      /allowed values/,
      { status: 429, headers: problemHeaders(), body: { ...problem, code: 'not_found' } },
    ],
    [
      'a problem of another request',
      /request_id/,
      {
        status: 429,
        headers: problemHeaders(),
        body: { ...problem, request_id: `req_${'1'.repeat(26)}` },
      },
    ],
    [
      'a problem as plain JSON',
      /content type/,
      { status: 429, headers: headers({ 'retry-after': '3' }), body: problem },
    ],
  ])('refuses %s', (_what, fault, reply) => {
    expect(() => check(reply)).toThrow(fault)
  })

  it('knows paths and methods that are not there', () => {
    const missing = {
      ...problem,
      code: 'not_found',
      status: 404,
      type: 'http://api.test/docs/errors/not_found',
    }
    const found = { status: 404, headers: problemHeaders(), body: missing }
    check(found, '/v1/nothing')
    expect(() => check({ ...found, status: 200 }, '/v1/nothing')).toThrow(/404 not_found/)
    const refused = {
      ...problem,
      code: 'method_not_allowed',
      status: 405,
      type: 'http://api.test/docs/errors/method_not_allowed',
    }
    const allowing = (allow: string) => ({
      status: 405,
      headers: problemHeaders({ allow }),
      body: refused,
    })
    checkReply(document, 'DELETE', '/v1/me', allowing('GET'))
    expect(() => checkReply(document, 'DELETE', '/v1/me', allowing('GET, POST'))).toThrow(/Allow/)
  })
})
