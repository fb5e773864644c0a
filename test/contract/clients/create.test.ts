import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { createClientRow, eventsOf } from '../../support/clinic.ts'
import { CPF, newClient } from '../../support/clients.ts'

// 23:30 in São Paulo: already the next day in UTC.
const api = useSharedApi({ now: Date.parse('2026-11-20T23:30:00-03:00') })

const post = (key: string, body: unknown) => api.call('POST', '/v1/clients', { key, body })

describe('POST /v1/clients', () => {
  it('201: every field, normalized, and one client.created', async () => {
    const { row, key } = await api.organization()
    const reply = await post(key, {
      first_name: '  Ana Maria ',
      last_name: ' de Souza  ',
      email: ' Ana.Souza@Example.COM ',
      phone: '(11) 98765-4321',
      cpf: '529.982.247-25',
      birth_date: '1988-04-23',
      metadata: { crm_id: '4711', 'origem.canal': '' },
    })
    expect(reply.status).toBe(201)
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-03:00$/)
    const client = {
      object: 'client',
      id: expect.any(Number),
      first_name: 'Ana Maria',
      last_name: 'de Souza',
      name: 'Ana Maria de Souza',
      email: 'ana.souza@example.com',
      phone: '+5511987654321',
      cpf: CPF,
      birth_date: '1988-04-23',
      metadata: { crm_id: '4711', 'origem.canal': '' },
      created_at: time,
      updated_at: time,
    }
    expect(reply.body).toEqual(client)
    expect(Object.keys(reply.body)).toEqual(Object.keys(client))
    const events = await eventsOf(api.db, row)
    expect(events).toMatchObject([
      {
        type: 'client.created',
        sequence: 1,
        payload: { object: reply.body, changes: null, batch_id: null },
        context: {
          actor: { type: 'api_key', name: 'Test key' },
          source: 'api',
          request_id: reply.headers.get('x-request-id'),
        },
      },
    ])
    expect(events[0]?.payload.object).toEqual(reply.body)
    const again = await api.call('GET', `/v1/clients/${reply.body.id}`, { key })
    expect(again.body).toEqual(reply.body)
  })

  it('201: the smallest client; what it lacks is null, empty texts count as null', async () => {
    const { key } = await api.organization({ requireClientIdentifier: false })
    const smallest = await post(key, { first_name: 'Zé' })
    expect(smallest.status).toBe(201)
    const nothing = {
      last_name: null,
      name: 'Zé',
      email: null,
      phone: null,
      cpf: null,
      birth_date: null,
      metadata: {},
    }
    expect(smallest.body).toMatchObject(nothing)
    const blanks = { last_name: ' ', email: '', phone: '  ', cpf: '', birth_date: '' }
    const blank = await post(key, { first_name: 'Zé', ...blanks, metadata: null })
    expect(blank.status).toBe(201)
    expect(blank.body).toMatchObject(nothing)
    expect(blank.body.id).not.toBe(smallest.body.id)
  })

  it('201: without identifiers no one is matched', async () => {
    const { key } = await api.organization({ requireClientIdentifier: false })
    const one = await post(key, { first_name: 'Ana', last_name: 'Souza' })
    const two = await post(key, { first_name: 'Ana', last_name: 'Souza' })
    expect([one.status, two.status]).toEqual([201, 201])
    expect(two.body.id).not.toBe(one.body.id)
  })

  it('201: a null in metadata is a key that is not there', async () => {
    const { key } = await api.organization()
    const reply = await post(key, { ...newClient(), metadata: { a: null, b: 'x' } })
    expect(reply.body.metadata).toEqual({ b: 'x' })
  })

  it('201: 50 metadata keys of 40 characters with 500 characters each', async () => {
    const { key } = await api.organization()
    const metadata = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`${index}`.padStart(40, 'k_.-'), 'é'.repeat(500)]),
    )
    const reply = await post(key, { ...newClient(), metadata })
    expect(reply.status).toBe(201)
    expect(reply.body.metadata).toEqual(metadata)
  })

  it('201: keys that JavaScript objects are born with are keys like others', async () => {
    const { key } = await api.organization()
    const metadata = { constructor: 'a', toString: 'b', hasOwnProperty: 'c', length: '1' }
    const reply = await post(key, { ...newClient(), metadata })
    expect(reply.status).toBe(201)
    expect(reply.body.metadata).toEqual(metadata)
  })

  it('201: born today, by the calendar of the organization', async () => {
    const { key } = await api.organization()
    const today = await post(key, { ...newClient(), birth_date: '2026-11-20' })
    expect(today.body.birth_date).toBe('2026-11-20')
    const oldest = await post(key, { ...newClient(), birth_date: '1900-01-01' })
    expect(oldest.body.birth_date).toBe('1900-01-01')
    const tokyo = await api.organization({ timeZone: 'Asia/Tokyo' })
    const ahead = await post(tokyo.key, { ...newClient(), birth_date: '2026-11-21' })
    expect(ahead.status).toBe(201)
  })

  it('201: unknown fields are ignored, and no caller chooses id, organization or times', async () => {
    const { row, key } = await api.organization()
    const stranger = await api.organization()
    const reply = await post(key, {
      ...newClient(),
      id: 77,
      organization_id: stranger.row.id,
      organizationId: stranger.row.id,
      created_at: '2001-01-01T00:00:00Z',
      search_text: 'x',
      nickname: 'Aninha',
    })
    expect(reply.status).toBe(201)
    expect(reply.body).not.toHaveProperty('nickname')
    const stored = await api.db.client.findUniqueOrThrow({ where: { id: reply.body.id } })
    expect(stored.organizationId).toBe(row.id)
    expect(stored.createdAt.getUTCFullYear()).toBeGreaterThan(2001)
  })

  it("201: another organization's client with the same CPF, phone and e-mail is not seen", async () => {
    const identity = { cpf: CPF, phone: '11 98765-4321', email: 'ana@example.com' }
    const stranger = await api.organization()
    const theirs = await createClientRow(api.db, stranger.row, identity)
    const { key } = await api.organization()
    const reply = await post(key, { first_name: 'Ana', ...identity })
    expect(reply.status).toBe(201)
    expect(reply.body.id).not.toBe(theirs.id)
  })
})

describe('POST /v1/clients, whatever is sent', () => {
  it('no body makes it fail, and what is created reads back the same', async () => {
    const { key } = await api.organization()
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 90 }),
      fc.string({ unit: 'grapheme', maxLength: 90 }),
      fc.constantFrom('', ' ', '\0', '\ud800', '11987654321', 'a@b.co', CPF, '2000-02-29', 'x\ny'),
    )
    const value = fc.oneof({ weight: 6, arbitrary: text }, { weight: 1, arbitrary: fc.jsonValue() })
    const body = fc.record(
      {
        first_name: value,
        last_name: value,
        email: fc.oneof(value, fc.emailAddress()),
        phone: fc.oneof(value, fc.integer({ min: 11e9, max: 99e9 }).map(String)),
        cpf: value,
        birth_date: fc.oneof(
          value,
          fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
        ),
        metadata: fc.oneof(value, fc.dictionary(text, fc.oneof(text, fc.constant(null)))),
        on_match: fc.oneof(value, fc.constantFrom('return', 'update')),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(body, async (input) => {
        const reply = await post(key, input)
        expect([200, 201, 400, 422]).toContain(reply.status)
        if (reply.status !== 201) return
        const again = await api.call('GET', `/v1/clients/${reply.body.id}`, { key })
        expect(again.body).toEqual(reply.body)
      }),
      { numRuns: 400 },
    )
  })
})
