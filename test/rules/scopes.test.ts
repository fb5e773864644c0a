import { createApiKey, SCOPES, type Scope } from '@scheduling/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, TEST_NOW, type TestApi, type TestOrganization } from '../support/api.ts'
import {
  fillPath,
  readDocument,
  requiredQuery,
  smallestBody,
  type ApiDocument,
  type Operation,
} from '../support/document.ts'
import { createRecords, type Records } from '../support/records.ts'

let api: TestApi
let organization: TestOrganization
let document: ApiDocument
let records: Records
/** Routes that need a key. */
let operations: readonly Operation[]

beforeAll(async () => {
  api = await startTestApi()
  organization = await api.organization()
  records = await createRecords(api, organization)
  document = await readDocument(api.url)
  operations = document.operations.filter(({ scope }) => scope !== undefined)
  expect(operations.length).toBeGreaterThan(15)
})

afterAll(() => api.close())

function send(operation: Operation, headers: Readonly<Record<string, string>>, query = '') {
  const body = smallestBody(document, operation, records)
  return api.call(operation.method, fillPath(operation, records) + query, {
    headers,
    ...(body === undefined ? {} : { body }),
  })
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

describe('every route', () => {
  it('403 forbidden_scope: with a key that has every scope but the one it needs', async () => {
    for (const lacking of SCOPES) {
      const key = await organization.keyWith(SCOPES.filter((scope) => scope !== lacking))
      for (const operation of operations.filter(({ scope }) => scope === lacking)) {
        const reply = await send(operation, bearer(key))
        expect([operation.name, reply.status, reply.body.code]).toEqual([
          operation.name,
          403,
          'forbidden_scope',
        ])
        expect(reply.body.detail).toContain(`\`${lacking}\``)
      }
    }
  })

  it('403 forbidden_scope: before the body is read, the id looked up or the parameters judged', async () => {
    const key = await organization.keyWith([])
    for (const operation of operations.filter(({ scope }) => scope !== null)) {
      const path = operation.path.replaceAll(/\{\w+\}/g, '999999999')
      const reply = await api.call(operation.method, `${path}?limit=abc`, {
        key,
        ...(operation.method === 'GET' ? {} : { body: '{' }),
      })
      expect([operation.name, reply.body?.code]).toEqual([operation.name, 'forbidden_scope'])
    }
  })

  it('with the scope that it needs alone, it is not refused for a scope', async () => {
    for (const operation of operations) {
      const scopes: Scope[] = operation.scope == null ? [] : [operation.scope]
      const key = await organization.keyWith(scopes)
      const reply = await send(operation, bearer(key), requiredQuery(operation, records))
      expect(reply.body?.code, operation.name).not.toBe('forbidden_scope')
      expect(reply.status, operation.name).toBeLessThan(500)
    }
  })

  it('401 unauthorized: with no key, an empty one, another scheme, a malformed, unknown, revoked or expired one', async () => {
    const dead = async (columns: { revokedAt?: Date; expiresAt?: Date }) => {
      const { row, value } = await createApiKey(api.db, api.service, organization.row, {
        name: 'Dead',
        scopes: SCOPES,
      })
      await api.db.apiKey.update({ where: { id: row.id }, data: columns })
      return value
    }
    const { key } = organization
    const unknown = await createApiKey(api.db, api.service, organization.row, {
      name: 'Gone',
      scopes: SCOPES,
    })
    await api.db.apiKey.delete({ where: { id: unknown.row.id } })
    const wrong: Readonly<Record<string, Record<string, string>>> = {
      'no header': {},
      'an empty header': { authorization: '' },
      'a scheme alone': { authorization: 'Bearer' },
      'the key alone': { authorization: key },
      'another scheme': { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
      'two keys': { authorization: `Bearer ${key} ${key}` },
      'a list': { authorization: `Bearer ${key}, Bearer ${key}` },
      malformed: bearer('nonsense'),
      'one character off': bearer(key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')),
      'another letter case': bearer(key.toUpperCase()),
      unknown: bearer(unknown.value),
      revoked: bearer(await dead({ revokedAt: new Date(TEST_NOW) })),
      expired: bearer(await dead({ expiresAt: new Date(TEST_NOW) })),
      'in a cookie': { cookie: `api_key=${key}; authorization=Bearer ${key}; session=${key}` },
      'in other headers': { 'x-api-key': key, 'proxy-authorization': `Bearer ${key}` },
    }
    for (const operation of operations) {
      for (const [what, headers] of Object.entries(wrong)) {
        const reply = await send(operation, headers)
        expect([operation.name, what, reply.status, reply.body.code]).toEqual([
          operation.name,
          what,
          401,
          'unauthorized',
        ])
        expect(reply.headers.get('www-authenticate')).toBe('Bearer')
      }
      for (const name of ['api_key', 'key', 'token', 'access_token', 'authorization']) {
        const reply = await send(operation, {}, `?${name}=${key}`)
        expect([operation.name, name, reply.status]).toEqual([operation.name, name, 401])
      }
    }
  })

  it('403 feature_not_enabled: with a key of an organization whose plan has no API', async () => {
    const without = await api.organization({ planFeatures: ['webhooks', 'online_queue'] })
    for (const operation of operations) {
      const reply = await send(operation, bearer(without.key))
      expect([operation.name, reply.body?.code]).toEqual([operation.name, 'feature_not_enabled'])
    }
  })
})

describe('the Authorization header', () => {
  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('accepts the scheme as %s', async (scheme) => {
    const headers = { authorization: `${scheme} ${organization.key}` }
    expect((await api.call('GET', '/v1/me', { headers })).status).toBe(200)
  })

  it('accepts more than one space around the key', async () => {
    const headers = { authorization: `Bearer   ${organization.key}  ` }
    expect((await api.call('GET', '/v1/me', { headers })).status).toBe(200)
  })

  it('serves a key that expires later, until then', async () => {
    const { value } = await createApiKey(api.db, api.service, organization.row, {
      name: 'Soon',
      scopes: ['read'],
      expiresAt: new Date(TEST_NOW + 1),
    })
    expect((await api.call('GET', '/v1/me', { key: value })).status).toBe(200)
  })
})
