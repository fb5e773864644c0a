import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { createClientRow, eventsOf } from '../../support/clinic.ts'
import { CPF, newClient } from '../../support/clients.ts'

const api = useSharedApi()

describe('POST /v1/clients with an Idempotency-Key', () => {
  it('201: a repetition answers the same bytes, says so, and creates nothing', async () => {
    const { row, key } = await api.organization({ requireClientIdentifier: false })
    const headers = { 'idempotency-key': randomUUID() }
    const body = { first_name: 'Ana', metadata: { a: '1', b: '2' } }
    const first = await api.call('POST', '/v1/clients', { key, body, headers })
    const reordered = { metadata: { b: '2', a: '1' }, first_name: 'Ana' }
    const second = await api.call('POST', '/v1/clients', { key, body: reordered, headers })
    expect(first.status).toBe(201)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(second.status).toBe(201)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(second.text).toBe(first.text)
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    expect(await api.db.client.count({ where: { organizationId: row.id } })).toBe(1)
    expect(await eventsOf(api.db, row)).toHaveLength(1)
  })

  it('200: an answer about an existing client is repeated too, also after that client changed', async () => {
    const { row, key } = await api.organization()
    const known = await createClientRow(api.db, row, { cpf: CPF })
    const headers = { 'idempotency-key': randomUUID() }
    const body = { first_name: 'X', cpf: CPF }
    const first = await api.call('POST', '/v1/clients', { key, body, headers })
    await api.call('PATCH', `/v1/clients/${known.id}`, { key, body: { first_name: 'Outra' } })
    const second = await api.call('POST', '/v1/clients', { key, body, headers })
    expect(first.status).toBe(200)
    expect(second.status).toBe(200)
    expect(second.text).toBe(first.text)
  })

  it('409 duplicate_request: the same key with another body; the first answer stays', async () => {
    const { row, key } = await api.organization()
    const headers = { 'idempotency-key': randomUUID() }
    const body = newClient()
    const first = await api.call('POST', '/v1/clients', { key, body, headers })
    const other = await api.call('POST', '/v1/clients', { key, body: newClient(), headers })
    expect(other.status).toBe(409)
    expect(other.body.code).toBe('duplicate_request')
    expect(other.headers.get('idempotent-replayed')).toBeNull()
    const again = await api.call('POST', '/v1/clients', { key, body, headers })
    expect(again.text).toBe(first.text)
    expect(await api.db.client.count({ where: { organizationId: row.id } })).toBe(1)
  })

  it('201: ten at the same time with one key create once, and nine repeat it', async () => {
    const { row, key } = await api.organization({ requireClientIdentifier: false })
    const headers = { 'idempotency-key': randomUUID() }
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        api.call('POST', '/v1/clients', { key, body: { first_name: 'Ana' }, headers }),
      ),
    )
    expect(replies.map((reply) => reply.status)).toEqual(Array(10).fill(201))
    expect(new Set(replies.map((reply) => reply.text)).size).toBe(1)
    const replayed = replies.filter((reply) => reply.headers.get('idempotent-replayed') === 'true')
    expect(replayed).toHaveLength(9)
    expect(await api.db.client.count({ where: { organizationId: row.id } })).toBe(1)
  })

  it('422 client_identifier_required: a refusal that would come again is kept; 400 leaves the key free', async () => {
    const { row, key } = await api.organization()
    const refused = { 'idempotency-key': randomUUID() }
    const body = { first_name: 'Ana' }
    const first = await api.call('POST', '/v1/clients', { key, body, headers: refused })
    await api.db.organization.update({
      where: { id: row.id },
      data: { requireClientIdentifier: false },
    })
    const second = await api.call('POST', '/v1/clients', { key, body, headers: refused })
    expect(first.status).toBe(422)
    expect(second.status).toBe(422)
    expect(second.text).toBe(first.text)
    const invalid = { 'idempotency-key': randomUUID() }
    const wrong = { first_name: 'Ana', birth_date: '2999-01-01' }
    expect(
      (await api.call('POST', '/v1/clients', { key, body: wrong, headers: invalid })).status,
    ).toBe(400)
    const right = { first_name: 'Ana' }
    expect(
      (await api.call('POST', '/v1/clients', { key, body: right, headers: invalid })).status,
    ).toBe(201)
  })

  it('201: keys of two API keys and of two organizations are not the same key', async () => {
    const ours = await api.organization({ requireClientIdentifier: false })
    const second = await ours.keyWith(['write'])
    const stranger = await api.organization({ requireClientIdentifier: false })
    const headers = { 'idempotency-key': 'shared' }
    const ids = new Set<number>()
    for (const key of [ours.key, second, stranger.key]) {
      const reply = await api.call('POST', '/v1/clients', {
        key,
        body: { first_name: 'Ana' },
        headers,
      })
      expect(reply.status).toBe(201)
      ids.add(reply.body.id)
    }
    expect(ids.size).toBe(3)
  })

  it.each([
    ['empty', '', 'too_short'],
    ['of 256 characters', 'k'.repeat(256), 'too_long'],
  ])('400 validation_error: a key %s', async (_name, value, code) => {
    const { key } = await api.organization()
    const headers = { 'idempotency-key': value }
    const reply = await api.call('POST', '/v1/clients', { key, body: newClient(), headers })
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toMatchObject([{ field: 'Idempotency-Key', code }])
  })
})
