import { beforeAll, describe, expect, it } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { createClientRow } from '../../support/clinic.ts'

const api = useSharedApi()
let organization: TestOrganization

beforeAll(async () => {
  organization = await api.organization()
})

describe('GET /v1/clients/{client_id}', () => {
  it('200: the whole record', async () => {
    const row = await createClientRow(api.db, organization.row, {
      first_name: 'Ana',
      last_name: 'Souza',
      email: 'ana@example.com',
      phone: '11987654321',
      cpf: '52998224725',
      birth_date: '1988-04-23',
      metadata: { crm_id: '4711' },
    })
    await api.db.$executeRaw`ALTER TABLE client DISABLE TRIGGER client_touch`
    // Summer time stood in São Paulo on the first instant, not on the second; fractions are cut, not rounded.
    await api.db.$executeRaw`
      UPDATE client SET created_at = '2018-12-31T23:59:59.999999Z', updated_at = '2026-06-01T00:00:00.5Z'
      WHERE id = ${row.id}`
    await api.db.$executeRaw`ALTER TABLE client ENABLE TRIGGER client_touch`
    const reply = await get(row.id)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      object: 'client',
      id: row.id,
      first_name: 'Ana',
      last_name: 'Souza',
      name: 'Ana Souza',
      email: 'ana@example.com',
      phone: '+5511987654321',
      cpf: '52998224725',
      birth_date: '1988-04-23',
      metadata: { crm_id: '4711' },
      created_at: '2018-12-31T21:59:59-02:00',
      updated_at: '2026-05-31T21:00:00-03:00',
    })
  })

  it('200: what a client lacks is present as null, and no inner column is shown', async () => {
    const row = await createClientRow(api.db, organization.row, {
      first_name: 'Zé',
      last_name: null,
    })
    const { body } = await get(row.id)
    expect(body).toMatchObject({
      last_name: null,
      name: 'Zé',
      email: null,
      phone: null,
      cpf: null,
      birth_date: null,
      metadata: {},
    })
    expect(Object.keys(body)).toHaveLength(12)
  })

  it('200: HEAD answers the headers alone', async () => {
    const row = await createClientRow(api.db, organization.row)
    const response = await fetch(`${api.url}/v1/clients/${row.id}`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${organization.key}` },
    })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })

  it.each([
    ['0', 'client_id', 'out_of_range'],
    ['-7', 'client_id', 'out_of_range'],
    ['2147483648', 'client_id', 'out_of_range'],
    ['9'.repeat(17), 'client_id', 'out_of_range'],
    ['9'.repeat(400), 'client_id', 'out_of_range'],
    [`-${'9'.repeat(400)}`, 'client_id', 'out_of_range'],
    ['ana', 'client_id', 'invalid_type'],
    ['1e3', 'client_id', 'invalid_type'],
    ["1' OR '1'='1", 'client_id', 'invalid_type'],
    ['1?expand=appointments', 'expand', 'invalid_value'],
  ])('400 validation_error: %s', async (path, field, code) => {
    const reply = await get(encodeURI(path))
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toMatchObject([{ field, code }])
  })

  it('403 forbidden_scope: a key without read', async () => {
    const key = await organization.keyWith(['write'])
    const reply = await api.call('GET', '/v1/clients/1', { key })
    expect(reply.status).toBe(403)
    expect(reply.body.code).toBe('forbidden_scope')
  })

  it('404 not_found: no one has this id, or only another organization', async () => {
    const stranger = await api.organization()
    const theirs = await createClientRow(api.db, stranger.row, { first_name: 'Segredo' })
    const ours = await get(theirs.id)
    const noOne = await get(2_147_483_647)
    for (const reply of [ours, noOne]) {
      expect(reply.status).toBe(404)
      expect(reply.body.code).toBe('not_found')
      expect(reply.text).not.toContain('Segredo')
    }
    expect(ours.body.detail).toBe(noOne.body.detail)
  })
})

function get(id: number | string) {
  return api.call('GET', `/v1/clients/${id}`, { key: organization.key })
}
