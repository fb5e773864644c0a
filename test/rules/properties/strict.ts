/** `Prefer: handling=strict`: what a route does not know is refused in place of being ignored. */
import type { Route } from '@scheduling/api'
import { expect } from 'vitest'
import { acceptedRequest } from '../../support/document.ts'
import type { Property } from './property.ts'
import type { World } from './world.ts'

async function strictly(
  route: Route,
  { api, document, records, served, operationOf }: World,
  { query = '', extra = {} }: { query?: string; extra?: object } = {},
) {
  const { path, sent } = acceptedRequest(document, operationOf(route), records)
  const { body } = sent as { body?: object }
  const isRead = route.method === 'GET'
  const mark = query === '' ? '' : path.includes('?') ? '&' : '?'
  const reply = await api.call(route.method, path + mark + query, {
    key: served.key,
    headers: { Prefer: 'handling=strict' },
    ...(isRead || (body === undefined && Object.keys(extra).length === 0)
      ? {}
      : { body: { ...body, ...extra } }),
  })
  const faults = (reply.body?.errors ?? []).map((fault: any) => `${fault.field} ${fault.code}`)
  return [reply.status, faults, reply.headers.get('preference-applied')]
}

export const STRICT: readonly Property<Route>[] = [
  {
    name: '400: strictly, an unknown parameter is named, and the preference confirmed',
    async check(route, world) {
      const faults = ['pagesize unknown_field', 'filter unknown_field']
      expect(await strictly(route, world, { query: 'pagesize=5&filter[a]=1' })).toEqual([
        400,
        faults,
        'handling=strict',
      ])
    },
  },
  {
    name: '400: strictly, an unknown field of a body too, also where a body is ignored otherwise',
    appliesTo: ({ method }) => method !== 'GET',
    async check(route, world) {
      expect(await strictly(route, world, { extra: { colour: 'red' } })).toEqual([
        400,
        ['colour unknown_field'],
        'handling=strict',
      ])
    },
  },
  {
    name: '200: strictly, what is known goes through as before',
    appliesTo: ({ method }) => method === 'GET',
    async check(route, world) {
      expect(await strictly(route, world)).toEqual([200, [], 'handling=strict'])
    },
  },
]
