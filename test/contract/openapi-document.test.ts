import { offeredFields, routeTable } from '@scheduling/api'
import { appRouter, type Scope } from '@scheduling/core'
import { setImmediate as turn } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, TEST_NOW, useSharedApi } from '../support/api.ts'
import { API_ROUTES, NOT_BUILT_YET } from '../support/api-routes.ts'
import { blockAddress } from '../support/blocked-address.ts'
import { checkReply } from '../support/openapi-check.ts'
import {
  METHODS,
  operationOf,
  parametersOf,
  readJson,
  resolved,
  type Json,
} from '../support/openapi-json.ts'

const routes = routeTable(appRouter).routes

const api = useSharedApi()
let document: Json

beforeAll(async () => {
  document = await readJson(api.url)
})

it('a value of a list has no length beside it: generators of clients fail on both', () => {
  const both = /"enum":\[[^\]]*\],"maxLength"|"maxLength":\d+,"enum"/g
  expect(JSON.stringify(document).match(both)).toBeNull()
})

describe('GET /v1/openapi.json', () => {
  it('200: without a key, with the headers of every answer', async () => {
    const reply = await api.call('GET', '/v1/openapi.json')
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
    // A page that called the API would show its key to everybody.
    const called = await api.call('GET', '/v1/me', { headers: { origin: 'https://a.example' } })
    expect(called.headers.get('access-control-allow-origin')).toBeNull()
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

function described(): string[] {
  return Object.entries<Json>(document.paths).flatMap(([template, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map(
      (method) => `${method.toUpperCase()} ${template}`,
    ),
  )
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
      const body = operationOf(document, route).requestBody
      const bodyKind = body === undefined ? 'none' : body.required ? 'required' : 'optional'
      expect(bodyKind, name).toBe(promised.body ?? 'none')
      const statuses = [...new Set(Object.values(route.endpoint.success))].sort()
      expect(statuses, name).toEqual(promised.success)
    }
  })

  it('have operation ids that a generated client can use', () => {
    const ids = described().map((name) => {
      const [method = '', template = ''] = name.split(' ')
      return operationOf(document, { method, path: template }).operationId
    })
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z]+[A-Za-z]*$/)
    expect(ids).toContain('getMe')
    expect(ids).toContain('listProfessionals')
    expect(ids).toContain('getProfessional')
  })

  it('need the key, except the document and what webhooks receive', () => {
    expect(document.security).toEqual([{ apiKey: [] }])
    for (const route of routes) expect(operationOf(document, route).security).toBeUndefined()
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

describe('the requests', () => {
  it('list every field of the input, each in its place', () => {
    for (const route of routes) {
      const operation = operationOf(document, route)
      const parameters = parametersOf(document, operation)
      const body = resolved(document, bodySchema(operation))
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
      const names = parametersOf(document, operationOf(document, route)).map(({ name }) => name)
      expect(names.includes('Idempotency-Key'), route.procedure).toBe(
        route.endpoint.rest.idempotent === true,
      )
    }
  })

  it('have a body exactly where the endpoint has fields for one', () => {
    for (const route of routes) {
      const operation = operationOf(document, route)
      const elsewhere = new Set(parametersOf(document, operation).map(({ name }) => name))
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

describe('the examples', () => {
  const operations = () =>
    routes.map((route) => ({ route, operation: operationOf(document, route) }))

  it('are one for each parameter and body; a cursor is good only from the page before', () => {
    for (const { route, operation } of operations()) {
      for (const parameter of parametersOf(document, operation)) {
        if (parameter.name === 'cursor') expect(parameter).not.toHaveProperty('example')
        else {
          const shown = parameter.content?.['application/json'] ?? parameter
          expect(shown, `${route.procedure} ${parameter.name}`).toHaveProperty('example')
        }
      }
      if (operation.requestBody === undefined) continue
      expect(operation.requestBody.content['application/json'].example).toBeInstanceOf(Object)
    }
  })

  it('give every operation an Idempotency-Key of its own', () => {
    const keys = operations().flatMap(({ operation }) =>
      parametersOf(document, operation)
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
      const statuses = new Set(Object.values(route.endpoint.success))
      const examined = [...statuses].filter((status) => {
        const { content } = resolved(document, operation.responses[status])
        return content?.['application/json'].example !== undefined
      })
      // The printed call has one answer.
      expect(examined, route.name).toHaveLength(statuses.has(204) ? 0 : 1)
      for (const status of examined) {
        const { example } = resolved(document, operation.responses[status]).content[
          'application/json'
        ]
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
