/** The files of the docs: as Postman's own library reads them, and as it sends them. */
import { routeTable } from '@scheduling/api'
import { appRouter, COMMON_PROBLEMS } from '@scheduling/core'
import { createRequire } from 'node:module'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, TEST_NOW, type TestApi, useSharedApi } from '@scheduling/test/support/api.ts'
import { demoMaker } from '@scheduling/test/support/demo-world.ts'
import { checkReply } from '@scheduling/test/support/openapi-check.ts'
import { readJson, type Json } from '@scheduling/test/support/openapi-json.ts'

const routes = routeTable(appRouter).routes

/** Comes with a generator that the docs name, beside which it is installed. */
const generators = createRequire(path.join(import.meta.dirname, 'programs/package.json'))
const ofPostman = createRequire(generators.resolve('openapi-to-postmanv2/package.json'))
const { Collection, VariableScope }: Json = ofPostman('postman-collection')
const urlEncoder: Json = createRequire(ofPostman.resolve('postman-collection'))(
  'postman-url-encoder',
)

const FILES = [
  ['/docs/openapi.json', 'scheduling-api.openapi.json'],
  ['/docs/postman.json', 'scheduling-api.postman_collection.json'],
] as const

const api = useSharedApi()

const read = async (file: string): Promise<Json> => (await fetch(`${api.url}${file}`)).json()

/** Every request of every folder. */
function itemsOf(collection: Json): Json[] {
  return collection.item.flatMap((folder: Json) => folder.item)
}

describe.each(FILES)('GET %s', (file, name) => {
  it('200: a file with a name, compressed on request, and not sent twice', async () => {
    const response = await fetch(`${api.url}${file}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
    expect(response.headers.get('content-encoding')).not.toBeNull()
    const tag = response.headers.get('etag') ?? ''
    expect(await response.json()).toBeTypeOf('object')
    const again = await fetch(`${api.url}${file}`, { headers: { 'if-none-match': tag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('200: is linked from the first page, from the reference and from the page on clients', async () => {
    for (const page of ['/docs', '/docs/reference', '/docs/generated-clients']) {
      expect(await (await fetch(`${api.url}${page}`)).text(), page).toContain(`href="${file}"`)
    }
  })

  it('200: changes on Mondays, as its examples do', async () => {
    const text = async () => (await fetch(`${api.url}${file}`)).text()
    const monday = Date.parse('2026-11-23T00:00:00-03:00')
    try {
      const before = await text()
      api.setNow(monday - 1)
      expect(await text()).toBe(before)
      api.setNow(monday)
      expect(await text()).not.toBe(before)
    } finally {
      api.setNow(TEST_NOW)
    }
  })

  it('405 method_not_allowed: anything but GET and HEAD', async () => {
    const response = await fetch(`${api.url}${file}`, { method: 'POST' })
    expect(response.status).toBe(405)
    expect(await response.json()).toMatchObject({ code: 'method_not_allowed' })
  })
})

describe('the OpenAPI document', () => {
  it('is the one that `/v1/openapi.json` answers', async () => {
    expect(await read('/docs/openapi.json')).toEqual(await readJson(api.url))
  })
})

describe('the Postman collection', () => {
  it('is what the library of Postman makes of it, and nothing of it is lost there', async () => {
    const json = await read('/docs/postman.json')
    const first = new Collection(json)
    expect(first.items.all().map((one: Json) => one.name)).toEqual(
      json.item.map((one: Json) => one.name),
    )
    const names: string[] = []
    first.forEachItem((item: Json) => names.push(item.name))
    expect(names).toEqual(itemsOf(json).map(({ name }) => name))
    for (const [index, item] of itemsOf(json).entries()) {
      const kept = itemsOf(first.toJSON())[index]
      expect(kept.request, item.name).toMatchObject({
        method: item.request.method,
        url: { host: item.request.url.host, path: item.request.url.path },
      })
      expect(kept.request.body?.raw, item.name).toBe(item.request.body?.raw)
      expect(kept.response.map((one: Json) => [one.name, one.code, one.body])).toEqual(
        item.response.map((one: Json) => [one.name, one.code, one.body]),
      )
    }
  })

  it('has every route once, in its chapter, with its words, its parameters and its answers', async () => {
    const collection = await read('/docs/postman.json')
    expect(itemsOf(collection)).toHaveLength(routes.length)
    for (const { method, path: template, endpoint, queryNames, pathNames } of routes) {
      const folder = collection.item.find(({ name }: Json) => name === endpoint.rest.tag)
      const asked = template.slice(1).replaceAll(/\{(\w+)\}/g, ':$1')
      const item = folder.item.find(
        ({ request }: Json) => request.method === method && request.url.path.join('/') === asked,
      )
      expect(item?.name, template).toBe(endpoint.rest.summary)
      expect(item.request.description, template).not.toBe('')
      expect(item.request.url.variable.map(({ key }: Json) => key)).toEqual(pathNames)
      const shown = item.request.url.query.map(({ key }: Json) => key.split('[')[0])
      expect(
        shown.filter((name: string) => !queryNames.has(name)),
        template,
      ).toEqual([])
      const codes = item.response
        .filter(({ code }: Json) => code >= 400)
        .map(({ body }: Json) => JSON.parse(body).code)
      const own = endpoint.allProblems.filter((code) => !COMMON_PROBLEMS.includes(code))
      expect(codes.sort(), template).toEqual([...own].sort())
      const statuses = item.response
        .map(({ code }: Json) => code)
        .filter((code: number) => code < 300)
      expect(statuses, template).toEqual([...new Set(Object.values(endpoint.success))].sort())
    }
  })

  it('holds no key, and sends the one of its variable', async () => {
    const json = await read('/docs/postman.json')
    expect(JSON.stringify(json)).not.toContain('svc_')
    const collection = new Collection(json)
    expect(collection.variables.get('apiKey')).toBe('')
    collection.forEachItem((item: Json) => {
      expect(item.getAuth().parameters().get('token')).toBe('{{apiKey}}')
    })
  })
})

describe('the demo clinic', () => {
  let clinic: TestApi
  let key: string
  /** Of the organization whose clock can be moved. */
  let testKey: string

  beforeAll(async () => {
    clinic = await startTestApi({ now: Date.now() })
    clinic.setClock(Date.now)
    const { make, remove } = await demoMaker()
    const demo = await make(clinic.service)
    key = demo.api_keys.full
    testKey = demo.test_organization.api_key
    remove()
  })

  afterAll(() => clinic.close())

  it('accepts each request of the Postman collection, as its library writes it', async () => {
    const document = await readJson(clinic.url)
    const json: Json = await (await fetch(`${clinic.url}/docs/postman.json`)).json()
    const variablesWith = (apiKey: string) =>
      new VariableScope({
        values: [
          { key: 'baseUrl', value: clinic.url },
          { key: 'apiKey', value: apiKey },
        ],
      })
    const items: Json[] = []
    new Collection(json).forEachItem((item: Json) => items.push(item))
    // First what reads, and last what deletes.
    const order = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE']
    items.sort((a, b) => order.indexOf(a.request.method) - order.indexOf(b.request.method))
    for (const item of items) {
      const isOfClock = item.request.url.path[1] === 'test-clock'
      const variables = variablesWith(isOfClock ? testKey : key)
      const token = item.getAuth().parameters().toObject().token
      const request = item.request.toObjectResolved(null, [variables], { ignoreOwnVariables: true })
      const url = urlEncoder.toNodeUrl(
        variables.replaceIn(item.request.url.toString().replace(/^\{\{baseUrl\}\}/, clinic.url)),
      ).href
      // Path variables are filled in when a request is sent.
      const sent = item.request.url.variables
        .all()
        .reduce((text: string, one: Json) => text.replace(`:${one.key}`, one.value), url)
      const headers = new Headers(
        (request.header ?? []).map((one: Json) => [one.key, one.value] as [string, string]),
      )
      headers.set('authorization', `Bearer ${variables.replaceIn(token)}`)
      expect(headers.get('idempotency-key') ?? '', item.name).not.toContain('{{')
      const response = await fetch(sent, {
        method: request.method,
        headers,
        ...(request.body === undefined ? {} : { body: request.body.raw }),
      })
      const text = await response.text()
      expect(Math.floor(response.status / 100), `${request.method} ${sent}\n${text}`).toBe(2)
      const { pathname } = new URL(sent)
      const body: unknown = text === '' ? null : JSON.parse(text)
      checkReply(document, request.method, pathname, {
        status: response.status,
        headers: response.headers,
        body,
        text,
      })
    }
  })
})
