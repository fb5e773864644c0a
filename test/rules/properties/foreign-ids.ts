/** Ids of another organization, in every place of every route: they are not there. */
import type { Route } from '@scheduling/api'
import { expect } from 'vitest'
import {
  fillPath,
  namedFor,
  requiredQuery,
  smallestBody,
  type Operation,
  type Schema,
} from '../../support/document.ts'
import type { Property } from './property.ts'
import type { World } from './world.ts'

export const FOREIGN_IDS: readonly Property<Route>[] = [
  {
    name: '404 not_found: an id of another organization in the path, as for one that never was',
    appliesTo: ({ pathNames }) => pathNames.some(isId),
    async check(route, { api, document, own, operationOf, ...ids }) {
      const operation = operationOf(route)
      const [ours, theirs] = [namedFor(route.name, ids.ours), namedFor(route.name, ids.theirs)]
      const body = smallestBody(document, operation, ours)
      const answers = []
      for (const name of route.pathNames.filter(isId)) {
        for (const id of [theirs[name], neverWas(theirs[name])]) {
          const path = fillPath(operation, { ...ours, [name]: id })
          const call = { key: own.key, ...(body === undefined ? {} : { body }) }
          const reply = await api.call(route.method, path, call)
          expect([name, reply.status, reply.body?.code]).toEqual([name, 404, 'not_found'])
          const { request_id: _, ...rest } = reply.body
          answers.push(JSON.stringify(rest))
        }
      }
      expect(new Set(answers.slice(0, 2)).size, 'it tells them apart').toBe(1)
    },
  },
  {
    name: '200: our own ids in the same place are found',
    appliesTo: ({ method, pathNames }) => method === 'GET' && pathNames.length > 0,
    async check(route, { api, own, ours, operationOf }) {
      const path = fillPath(operationOf(route), namedFor(route.name, ours))
      const reply = await api.call('GET', path, { key: own.key })
      expect(reply.status).toBe(200)
    },
  },
  {
    name: '400 not_found: an id of another organization in every reference of its body',
    appliesTo: ({ bodyNames }) => bodyNames.size > 0,
    async check(route, world) {
      const { api, document, own, theirs, operationOf } = world
      const operation = operationOf(route)
      const ours = namedFor(route.name, world.ours)
      for (const field of referencesIn(operation.body ?? {}, world)) {
        if (isReadOnly(operation, field)) continue
        const reply = await api.call(route.method, fillPath(operation, ours), {
          key: own.key,
          body: { ...smallestBody(document, operation, ours), [field]: theirs[field] },
        })
        const codes = (reply.body?.errors ?? []).map((error: { code: string }) => error.code)
        expect([field, reply.status, codes]).toEqual([field, 400, ['not_found']])
      }
    },
  },
  {
    name: 'shows records of its own organization alone, and finds none by an id of another',
    appliesTo: ({ method, path }) => method === 'GET' && !path.endsWith('}') && !NO_LISTS.has(path),
    async check(route, { api, own, operationOf, ...ids }) {
      const operation = operationOf(route)
      const [ours, theirs] = [namedFor(route.name, ids.ours), namedFor(route.name, ids.theirs)]
      const path = fillPath(operation, ours)
      const query = new URLSearchParams(requiredQuery(operation, ours).slice(1))
      const list = (name?: string) => {
        const asked = new URLSearchParams(query)
        if (name !== undefined) asked.set(name, String(theirs[name]))
        return api.call('GET', `${path}?${asked}`, { key: own.key })
      }
      expect(operation.isList).toBe(true)
      const shown = await list()
      expect(shown.status).toBe(200)
      const id = `${singular(path)}_id`
      if (id in theirs) {
        const ids = shown.body.data.map((record: { id: unknown }) => record.id)
        expect(ids).toContain(ours[id])
        expect(ids).not.toContain(theirs[id])
      }
      for (const { name, in: place } of operation.parameters) {
        if (place !== 'query' || !name.endsWith('_id') || !(name in theirs)) continue
        const { status, body } = await list(name)
        const found = status === 200 ? body.data : []
        expect([name, status === 200 || status === 400, found]).toEqual([name, true, []])
      }
    },
  },
]

const NO_LISTS: ReadonlySet<string> = new Set([
  '/v1/me',
  '/v1/test-clock',
  '/v1/webhooks/{webhook_id}/statistics',
  '/v1/professionals/{professional_id}/hours',
])

/** Names of body fields that refer to a record of which the strangers have one. */
function referencesIn(schema: Schema, { document, theirs }: World): string[] {
  return Object.keys(document.resolve(schema).properties ?? {}).filter(
    (name) => /_ids?$/.test(name) && name in theirs,
  )
}

/** Fields that exist and change only through actions: sending one is refused, whatever it holds. */
function isReadOnly({ name }: Operation, field: string): boolean {
  return (
    name === 'PATCH /v1/appointments/{appointment_id}' &&
    ['professional_id', 'service_ids', 'client_id'].includes(field)
  )
}

/** A date is the same for all. */
function isId(name: string): boolean {
  return name !== 'date'
}

/** `/v1/queue/entries` → `entry`. */
function singular(path: string): string {
  const last = path.split('/').at(-1) ?? ''
  return last.replace(/ies$/, 'y').replace(/s$/, '').replaceAll('-', '_')
}

/** An id of the same form that no record has. */
function neverWas(id: unknown): unknown {
  if (typeof id === 'number') return 2_000_000_000
  return String(id).replace(/.{6}$/, 'zzzzzz')
}
