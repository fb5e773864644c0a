/** Who may ask: without a good key, the scope and the plan, nothing of a request is looked at. */
import type { Route } from '@scheduling/api'
import { expect } from 'vitest'
import { acceptedRequest } from '../../support/document.ts'
import { sample } from '../../support/sample.ts'
import type { Property } from './property.ts'

/** Of all that is no key, how much is tried on each route. */
const SAMPLED = 4

export const KEYS: readonly Property<Route>[] = [
  {
    name: '401 unauthorized: with what is no key, and with a key that stands elsewhere',
    async check(route, { api, document, records, wrongKeys, operationOf }) {
      const operation = operationOf(route)
      const { path, sent } = acceptedRequest(document, operation, records)
      for (const { headers, query } of sample(`${route.name} keys`, wrongKeys, SAMPLED)) {
        const target = path + (path.includes('?') ? query.replace('?', '&') : query)
        const reply = await api.call(route.method, target, { headers, ...sent })
        const tried = JSON.stringify([headers, query])
        expect([reply.status, reply.body.code], tried).toEqual([401, 'unauthorized'])
        expect(reply.headers.get('www-authenticate')).toBe('Bearer')
      }
    },
  },
  {
    name: '403 forbidden_scope: with every scope but the one it needs',
    appliesTo: ({ endpoint }) => endpoint.scope !== null,
    async check(route, { accepted, keysWithout }) {
      const { scope } = route.endpoint
      const { status, body } = await accepted(route, keysWithout.get(scope) ?? '')
      expect([status, body.code]).toEqual([403, 'forbidden_scope'])
      expect(body.detail).toContain(`\`${scope}\``)
    },
  },
  {
    name: '403 forbidden_scope: before the body is read, the id looked up or the parameters judged',
    appliesTo: ({ endpoint }) => endpoint.scope !== null,
    async check({ method, path }, { api, keysWithOnly }) {
      const unknown = path.replaceAll(/\{\w+\}/g, '999999999')
      const reply = await api.call(method, `${unknown}?limit=abc`, {
        key: keysWithOnly.get(null) ?? null,
        ...(method === 'GET' ? {} : { body: '{' }),
      })
      expect(reply.body?.code).toBe('forbidden_scope')
    },
  },
  {
    name: '403 feature_not_enabled: with a key of an organization whose plan has no API',
    async check(route, { accepted, keyWithoutApi }) {
      const { body } = await accepted(route, keyWithoutApi)
      expect(body?.code).toBe('feature_not_enabled')
    },
  },
]

/** It changes what the route changes. */
export const SCOPE_IS_ENOUGH: Property<Route> = {
  name: 'the scope that it needs is enough',
  // One of two, as its own test shows.
  appliesTo: ({ name }) => name !== 'GET /v1/event-types',
  async check(route, { api, document, records, keysWithOnly, operationOf }) {
    const operation = operationOf(route)
    const { path, sent } = acceptedRequest(document, operation, records)
    const reply = await api.call(route.method, path, {
      key: keysWithOnly.get(operation.scope ?? null) ?? '',
      ...sent,
    })
    expect(reply.body?.code).not.toBe('forbidden_scope')
    expect(reply.status).not.toBe(401)
    expect(reply.status).toBeLessThan(500)
  },
}
