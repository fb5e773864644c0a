import { appRouter } from '@scheduling/core'
import { expect, it } from 'vitest'
import { routeTable } from '../route-table.ts'
import { openApiDocument } from './document.ts'

const ENDS = { since: '2026-11-29', until: '2027-11-29', instead: 'Use nothing.' }
const TEXT = 'Deprecated since 2026-11-29, and ends on 2027-11-29. Use nothing.'

function documentWith(procedure: string, ends: object) {
  const routes = routeTable(appRouter).routes.flatMap((route) => {
    if (route.procedure !== procedure) return []
    const rest = { ...route.endpoint.rest, ...ends }
    return [{ ...route, endpoint: { ...route.endpoint, rest } }]
  })
  return openApiDocument(appRouter, routes, 'http://api.test', Date.parse('2026-11-23T12:00:00Z'))
}

it('describes a route that ends', () => {
  const operation = documentWith('services.list', { deprecated: ENDS }).paths?.['/v1/services']?.get
  expect(operation).toMatchObject({
    deprecated: true,
    description: expect.stringContaining(`**${TEXT}**`),
    responses: {
      200: { headers: { Deprecation: expect.anything(), Sunset: expect.anything() } },
    },
  })
})

it('describes parameters and fields that end', () => {
  const list = documentWith('services.list', { deprecatedFields: { limit: ENDS } })
  const limit = list.paths?.['/v1/services']?.get?.parameters?.find(
    (parameter) => 'name' in parameter && parameter.name === 'limit',
  )
  expect(limit).toMatchObject({ deprecated: true, description: expect.stringContaining(TEXT) })
  const { components } = documentWith('clients.create', { deprecatedFields: { first_name: ENDS } })
  expect(components?.schemas?.['CreateClientBody']).toMatchObject({
    properties: { first_name: { deprecated: true, description: expect.stringContaining(TEXT) } },
  })
})

it('says nothing of an end where nothing ends', () => {
  expect(JSON.stringify(documentWith('services.list', {}))).not.toMatch(/deprecat|Sunset/i)
})
