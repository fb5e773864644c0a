import { beforeAll, describe, expect, it } from 'vitest'
import { type TestOrganization, useSharedApi } from '../support/api.ts'

const api = useSharedApi()
let clinic: TestOrganization

beforeAll(async () => {
  clinic = await api.organization()
})

describe('a fault of ours', () => {
  it('answers 500 internal_error without a word of what broke, and logs it with the request id', async () => {
    await api.connection.pool.query(
      'ALTER TABLE professional RENAME COLUMN registry TO registry_gone',
    )
    try {
      const { status, body, text, headers } = await api.call('GET', '/v1/professionals', {
        key: clinic.key,
      })
      expect(status).toBe(500)
      expect(body.code).toBe('internal_error')
      expect(text).not.toMatch(/registry|prisma|column|select/i)
      const errors = api.logged.filter((line) => line.level === 'error')
      expect(errors).toMatchObject([
        {
          message: 'call failed',
          fields: { request_id: headers.get('x-request-id'), route: 'GET /professionals' },
        },
      ])
    } finally {
      await api.connection.pool.query(
        'ALTER TABLE professional RENAME COLUMN registry_gone TO registry',
      )
    }
  })

  it('changes nothing and leaves the Idempotency-Key free', async () => {
    const request = {
      key: clinic.key,
      body: { first_name: 'Ana', email: 'ana@example.com' },
      headers: { 'Idempotency-Key': 'after-a-fault' },
    }
    await api.connection.pool.query('ALTER TABLE event_feed RENAME TO event_feed_gone')
    const failed = await api.call('POST', '/v1/clients', request)
    await api.connection.pool.query('ALTER TABLE event_feed_gone RENAME TO event_feed')
    expect(failed.status).toBe(500)
    expect(await api.db.client.count({ where: { organizationId: clinic.row.id } })).toBe(0)
    const repeated = await api.call('POST', '/v1/clients', request)
    expect(repeated.status).toBe(201)
    expect(repeated.headers.get('idempotent-replayed')).toBeNull()
  })

  it('leaves the key free also where a route refuses with a code that it never promised', async () => {
    const request = {
      key: clinic.key,
      body: { first_name: 'Bia', email: 'bia@example.com' },
      headers: { 'Idempotency-Key': 'after-an-undeclared-code' },
    }
    // A refusal of bookings, which the database raises for a client.
    await api.connection.pool.query(`
      CREATE FUNCTION raise_overlap() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'violates "calendar_hold_no_overlap"' USING ERRCODE = '23P01'; END $$;
      CREATE TRIGGER raise_overlap BEFORE INSERT ON client EXECUTE FUNCTION raise_overlap()`)
    const before = api.logged.length
    const failed = await api.call('POST', '/v1/clients', request)
    await api.connection.pool.query('DROP TRIGGER raise_overlap ON client')
    expect([failed.status, failed.body.code]).toEqual([500, 'internal_error'])
    expect(failed.text).not.toMatch(/slot|taken/i)
    const errors = api.logged.slice(before).filter(({ level }) => level === 'error')
    expect(errors.map(({ message }) => message)).toEqual([
      'call refused with the undeclared code slot_unavailable',
    ])
    const repeated = await api.call('POST', '/v1/clients', request)
    expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([201, null])
  })
})
