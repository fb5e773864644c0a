import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi, type TestOrganization } from '../support/api.ts'
import {
  fillPath,
  readDocument,
  requiredQuery,
  smallestBody,
  type ApiDocument,
  type Operation,
  type Schema,
} from '../support/document.ts'
import { createRecords, type Records } from '../support/records.ts'

let api: TestApi
let own: TestOrganization
let stranger: TestOrganization
let ours: Records
let theirs: Records
let document: ApiDocument

beforeAll(async () => {
  api = await startTestApi()
  own = await api.organization()
  stranger = await api.organization({ name: 'Outra clínica' })
  theirs = await createRecords(api, stranger)
  ours = await createRecords(api, own)
  document = await readDocument(api.url)
})

afterAll(() => api.close())

const pathNames = (operation: Operation): string[] =>
  operation.parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name)

describe('an id of another organization in the path', () => {
  it('404 not_found: on every route, in every place, as for an id that never was', async () => {
    const routes = document.operations.filter((operation) => pathNames(operation).length > 0)
    expect(routes.length).toBeGreaterThan(10)
    const before = await fingerprint(stranger)
    for (const operation of routes) {
      const body = smallestBody(document, operation, ours)
      const call = { key: own.key, ...(body === undefined ? {} : { body }) }
      const answers = []
      for (const name of pathNames(operation)) {
        const known = { ...ours, [name]: theirs[name as keyof Records] }
        const unknown = { ...ours, [name]: neverWas(theirs[name as keyof Records]) }
        for (const values of [known, unknown]) {
          const reply = await api.call(operation.method, fillPath(operation, values), call)
          expect([operation.name, name, reply.status, reply.body?.code]).toEqual([
            operation.name,
            name,
            404,
            'not_found',
          ])
          const { request_id: _, ...rest } = reply.body
          answers.push(JSON.stringify(rest))
        }
      }
      expect(new Set(answers.slice(0, 2)).size, `${operation.name} tells them apart`).toBe(1)
    }
    expect(await fingerprint(stranger)).toEqual(before)
  })

  it('our own ids in the same requests are found', async () => {
    const routes = document.operations.filter(
      (operation) => pathNames(operation).length > 0 && operation.method === 'GET',
    )
    for (const operation of routes) {
      const reply = await api.call('GET', fillPath(operation, ours), { key: own.key })
      expect([operation.name, reply.status]).toEqual([operation.name, 200])
    }
  })
})

describe('an id of another organization elsewhere', () => {
  it('400 not_found: in every reference of every body', async () => {
    let references = 0
    for (const operation of document.operations.filter(({ body }) => body !== null)) {
      for (const field of referencesIn(operation.body ?? {})) {
        if (isReadOnly(operation, field)) continue
        const smallest = smallestBody(document, operation, ours)
        const reply = await api.call(operation.method, fillPath(operation, ours), {
          key: own.key,
          body: { ...smallest, [field]: theirs[field as keyof Records] },
        })
        const codes = (reply.body?.errors ?? []).map((error: { code: string }) => error.code)
        const told = [operation.name, field, reply.status, codes]
        expect(told).toEqual([operation.name, field, 400, ['not_found']])
        references += 1
      }
    }
    expect(references).toBeGreaterThan(5)
  })

  it('in a filter of a list it finds nothing, and no list shows a record of theirs', async () => {
    const lists = document.operations.filter(({ isList }) => isList)
    expect(lists.length).toBeGreaterThan(10)
    for (const operation of lists) {
      const path = fillPath(operation, ours)
      const shown = await api.call('GET', path + requiredQuery(operation, ours), { key: own.key })
      expect([operation.name, shown.status]).toEqual([operation.name, 200])
      const id = `${singular(path)}_id` as keyof Records
      if (id in theirs) {
        const ids = shown.body.data.map((record: { id: unknown }) => record.id)
        expect(ids, operation.name).toContain(ours[id])
        expect(ids, operation.name).not.toContain(theirs[id])
      }
      for (const { name, in: place } of operation.parameters) {
        const value = theirs[name as keyof Records]
        if (place !== 'query' || !name.endsWith('_id') || value === undefined) continue
        const query = new URLSearchParams(requiredQuery(operation, ours).slice(1))
        query.set(name, String(value))
        const reply = await api.call('GET', `${path}?${query}`, { key: own.key })
        if (reply.status === 200)
          expect([operation.name, name, reply.body.data]).toEqual([operation.name, name, []])
        else expect([operation.name, name, reply.status]).toEqual([operation.name, name, 400])
      }
    }
  })

  it('a cursor of theirs is refused', async () => {
    await api.db.client.createMany({
      data: [stranger, own].flatMap(({ row }) =>
        ['A', 'B'].map((firstName) => ({
          organizationId: row.id,
          firstName,
          searchText: firstName.toLowerCase(),
        })),
      ),
    })
    const page = await api.call('GET', '/v1/clients?limit=1', { key: stranger.key })
    const cursor: string = page.body.next_cursor
    const reply = await api.call('GET', `/v1/clients?limit=1&cursor=${cursor}`, { key: own.key })
    expect([reply.status, reply.body.errors[0]]).toMatchObject([
      400,
      { field: 'cursor', code: 'invalid_value' },
    ])
  })
})

/** Names of body fields that refer to a record of which the strangers have one. */
function referencesIn(schema: Schema): string[] {
  return Object.keys(document.resolve(schema).properties ?? {}).filter(
    (name) => /_ids?$/.test(name) && name in theirs,
  )
}

/** Fields that exist and change only through actions: sending one is refused, whatever it holds. */
function isReadOnly(operation: Operation, field: string): boolean {
  return (
    operation.name === 'PATCH /v1/appointments/{appointment_id}' &&
    ['professional_id', 'service_ids', 'client_id'].includes(field)
  )
}

/** `/v1/queue/entries` → `entry`. */
function singular(path: string): string {
  const last = path.split('/').at(-1) ?? ''
  return last.replace(/ies$/, 'y').replace(/s$/, '')
}

/** An id of the same form that no record has. */
function neverWas(id: unknown): unknown {
  if (typeof id === 'number') return 2_000_000_000
  return String(id).replace(/.{6}$/, 'zzzzzz')
}

/** Everything of an organization that a request could have changed. */
async function fingerprint({ row }: TestOrganization): Promise<unknown> {
  const where = { organizationId: row.id }
  return {
    clients: await api.db.client.findMany({ where }),
    appointments: await api.db.appointment.findMany({ where }),
    entries: await api.db.queueEntry.findMany({ where }),
    deposits: await api.db.deposit.findMany({ where }),
    webhooks: await api.db.webhook.findMany({ where }),
    events: await api.db.event.count({ where }),
  }
}
