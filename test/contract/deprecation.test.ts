/** What a deprecated route or field tells its callers. Nothing is deprecated today: this file marks two routes. */
import { routeTable } from '@scheduling/api'
import { appRouter } from '@scheduling/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestOrganization, useSharedApi } from '../support/api.ts'

const api = useSharedApi()
let clinic: TestOrganization

const ENDS = { since: '2026-11-29', until: '2027-11-29', instead: 'Use nothing.' }
const TOLD = {
  deprecation: '@1795910400',
  sunset: 'Mon, 29 Nov 2027 00:00:00 GMT',
  link: '<http://api.test/docs/changes#deprecation>; rel="deprecation"; type="text/html"',
}
const SILENT = { deprecation: null, sunset: null, link: null }

const restOf = (procedure: string) => {
  const route = routeTable(appRouter).routes.find((one) => one.procedure === procedure)
  if (route === undefined) throw new Error(`There is no ${procedure}.`)
  return route.endpoint.rest
}
const [services, clients] = [restOf('services.list'), restOf('clients.create')]

beforeAll(async () => {
  clinic = await api.organization()
  Object.assign(services, { deprecated: ENDS })
  Object.assign(clients, { deprecatedFields: { notes: ENDS, metadata: ENDS } })
})

afterAll(() => {
  Reflect.deleteProperty(services, 'deprecated')
  Reflect.deleteProperty(clients, 'deprecatedFields')
})

async function toldBy(method: string, path: string, call: object) {
  const { status, headers } = await api.call(method, path, call)
  const told = Object.fromEntries(Object.keys(TOLD).map((name) => [name, headers.get(name)]))
  return { status, told }
}

it('a deprecated route says so in every answer, refusals among them', async () => {
  expect(await toldBy('GET', '/v1/services', { key: clinic.key })).toEqual({
    status: 200,
    told: TOLD,
  })
  expect(await toldBy('GET', '/v1/services', { key: 'svc_live_none' })).toEqual({
    status: 401,
    told: TOLD,
  })
  expect(await toldBy('GET', '/v1/professionals', { key: clinic.key })).toEqual({
    status: 200,
    told: SILENT,
  })
})

it('a deprecated field says so where it is sent', async () => {
  const plain = { first_name: 'Ana', email: 'ana@example.com' }
  const create = (body: object) => toldBy('POST', '/v1/clients', { key: clinic.key, body })
  expect(await create(plain)).toEqual({ status: 201, told: SILENT })
  expect(await create({ ...plain, notes: 'Prefers mornings' })).toEqual({ status: 200, told: TOLD })
})
