/**
 * Compares our REST handler with the one of `trpc-to-openapi` (decision 001): both answer the same requests from the same
 * router, and the differences are listed.
 *
 * The stock handler comes from version 3.2.0: our patch of 3.3.0, which writes the document, removes its adapters.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { appRouter, findApiKey } from '@scheduling/core'
import type { TrpcContext } from '@scheduling/core'
import { createOpenApiHttpHandler } from 'stock-trpc-to-openapi'
import { contextOfKey, routeTable } from '@scheduling/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'
import { readyFor } from '../support/changes.ts'
import {
  readDocument,
  requiredQuery,
  type ApiDocument,
  type Operation,
} from '../support/document.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'

let api: TestApi
let receiver: Receiver
let document: ApiDocument
let stock: Server
let stockUrl: string

beforeAll(async () => {
  api = await startTestApi()
  receiver = await openReceiver()
  document = await readDocument(api.url)
  // The request is one of the web, whatever its type says.
  const createContext = ({ req }: { readonly req: unknown }) =>
    contextOf((req as Request).headers.get('authorization')?.replace('Bearer ', '') ?? '')
  stock = createServer(createOpenApiHttpHandler({ router: appRouter, createContext }))
  await new Promise<void>((resolve) => stock.listen(0, '127.0.0.1', resolve))
  stockUrl = `http://127.0.0.1:${(stock.address() as AddressInfo).port}`
})

afterAll(async () => {
  await new Promise((resolve) => stock.close(resolve))
  await receiver.close()
  await api.close()
})

const cookie = { value: null, set: () => undefined, clear: () => undefined }

/** A call with a key, as our handler makes it. */
async function contextOf(key: string): Promise<TrpcContext> {
  const { service } = api
  const requestId = service.newId('req')
  const found = await findApiKey(service, key)
  return {
    requestId,
    service,
    call:
      found.result !== 'found'
        ? null
        : contextOfKey(service, found.holder, { requestId, linkTo: () => null }),
    browser: {
      cookies: { session: cookie, device: cookie },
      attempts: { count: async () => 0, look: async () => 0, forget: async () => undefined },
      address: 'unknown',
      userAgent: null,
    },
    streams: null,
  }
}

type Sent = {
  readonly method: string
  readonly target: string
  readonly key: string
  readonly body?: object | undefined
  readonly headers?: Readonly<Record<string, string>>
}

async function send(url: string, { method, target, key, body, headers }: Sent) {
  const response = await fetch(url + target, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const [type] = (response.headers.get('content-type') ?? '').split(';')
  const text = await response.text()
  return { status: response.status, type, body: text === '' ? null : JSON.parse(text) }
}

/** Without ids, times, tokens and links, which belong to one of two organizations. A token can be of letters alone. */
function comparable(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(comparable)
  if (typeof body === 'number') return 0
  if (typeof body === 'string') return /[\d_/@-]|\w{20}/.test(body) ? 'text' : body
  if (body === null || typeof body !== 'object') return body
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, comparable(value)]))
}

/** The plainest request that a route accepts, of an organization of its own. */
async function plainest(operation: Operation): Promise<Sent> {
  const { method } = operation
  const ready = await readyFor(api, document, operation, receiver.url)
  return {
    method,
    target: ready.path + requiredQuery(operation, ready.records),
    key: ready.organization.key,
    // Our handler ignores this body; the stock handler requires one.
    body: ready.body ?? (method === 'POST' ? {} : undefined),
  }
}

const JSON_TYPE = 'application/json'

const routes = routeTable(appRouter).routes.map(({ method, path }) => `${method} ${path}`)

it.each(routes)('%s answers the same with both', async (route) => {
  const operation = document.operations.find(({ name }) => name === route)
  if (operation === undefined) throw new Error(`${route} is not in the document.`)
  const request = await plainest(operation)
  const ours = await send(api.url, request)
  expect(Math.floor(ours.status / 100)).toBe(2)
  if (operation.method === 'GET') {
    expect(await send(stockUrl, request)).toEqual(ours)
  } else {
    const stocks = await send(stockUrl, await plainest(operation))
    expect({ ...stocks, body: comparable(stocks.body) }).toEqual({
      status: 200,
      type: JSON_TYPE,
      body: comparable(ours.body),
    })
  }
})

describe('what the stock handler answers differently', () => {
  const PROBLEM = 'application/problem+json'
  const client = { first_name: 'Ana', phone: '11912345678' }
  const rows: readonly [string, Omit<Sent, 'key'>, [number, string], [number, string]][] = [
    [
      'the status of what was created',
      { method: 'POST', target: '/v1/clients', body: client },
      [201, JSON_TYPE],
      [200, JSON_TYPE],
    ],
    [
      'a method that the path does not have',
      { method: 'DELETE', target: '/v1/clients' },
      [405, PROBLEM],
      [404, JSON_TYPE],
    ],
    [
      'a refusal',
      { method: 'GET', target: '/v1/clients/999999' },
      [404, PROBLEM],
      [404, JSON_TYPE],
    ],
    [
      'a field that is not valid',
      { method: 'POST', target: '/v1/clients', body: { ...client, phone: 'no' } },
      [400, PROBLEM],
      [400, JSON_TYPE],
    ],
    [
      'a POST that needs no body, without one',
      { method: 'POST', target: '/v1/appointments/999999/confirm' },
      [404, PROBLEM],
      [415, JSON_TYPE],
    ],
  ]

  it.each(rows)('%s', async (_what, request, ours, stocks) => {
    for (const [url, expected] of [
      [api.url, ours],
      [stockUrl, stocks],
    ] as const) {
      const { key } = await api.organization()
      const { status, type } = await send(url, { ...request, key })
      expect([status, type]).toEqual(expected)
    }
  })

  it('an Idempotency-Key, which it ignores', async () => {
    const statuses = async (url: string) => {
      const { key } = await api.organization()
      const headers = { 'idempotency-key': 'one' }
      const request = { method: 'POST', target: '/v1/clients', key, headers }
      await send(url, { ...request, body: client })
      return (await send(url, { ...request, body: { ...client, first_name: 'Bia' } })).status
    }
    expect([await statuses(api.url), await statuses(stockUrl)]).toEqual([409, 200])
  })
})
