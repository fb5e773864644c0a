import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type Reply, type TestApi, type TestOrganization } from '../../support/api.ts'
import { createClientRow, eventsOf } from '../../support/clinic.ts'
import { untilWaiting } from '../../support/overtaking.ts'

let api: TestApi

beforeAll(async () => {
  // 23:30 in São Paulo: already the next day in UTC.
  api = await startTestApi({ now: Date.parse('2026-11-20T23:30:00-03:00') })
})
afterAll(() => api.close())

const CPF = '52998224725'
const OTHER_CPF = '11144477735'

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

  it('201: without identifiers nobody is matched', async () => {
    const { key } = await api.organization({ requireClientIdentifier: false })
    const one = await post(key, { first_name: 'Ana', last_name: 'Souza' })
    const two = await post(key, { first_name: 'Ana', last_name: 'Souza' })
    expect([one.status, two.status]).toEqual([201, 201])
    expect(two.body.id).not.toBe(one.body.id)
  })

  it('201: a null in metadata is a key that is not there', async () => {
    const { key } = await api.organization()
    const reply = await post(key, { ...somebody(), metadata: { a: null, b: 'x' } })
    expect(reply.body.metadata).toEqual({ b: 'x' })
  })

  it('201: 50 metadata keys of 40 characters with 500 characters each', async () => {
    const { key } = await api.organization()
    const metadata = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`${index}`.padStart(40, 'k_.-'), 'é'.repeat(500)]),
    )
    const reply = await post(key, { ...somebody(), metadata })
    expect(reply.status).toBe(201)
    expect(reply.body.metadata).toEqual(metadata)
  })

  it('201: keys that JavaScript objects are born with are keys like others', async () => {
    const { key } = await api.organization()
    const metadata = { constructor: 'a', toString: 'b', hasOwnProperty: 'c', length: '1' }
    const reply = await post(key, { ...somebody(), metadata })
    expect(reply.status).toBe(201)
    expect(reply.body.metadata).toEqual(metadata)
  })

  it('201: born today, by the calendar of the organization', async () => {
    const { key } = await api.organization()
    const today = await post(key, { ...somebody(), birth_date: '2026-11-20' })
    expect(today.body.birth_date).toBe('2026-11-20')
    const oldest = await post(key, { ...somebody(), birth_date: '1900-01-01' })
    expect(oldest.body.birth_date).toBe('1900-01-01')
    const tokyo = await api.organization({ timeZone: 'Asia/Tokyo' })
    const ahead = await post(tokyo.key, { ...somebody(), birth_date: '2026-11-21' })
    expect(ahead.status).toBe(201)
  })

  it('201: unknown fields are ignored, and no caller chooses id, organization or times', async () => {
    const { row, key } = await api.organization()
    const stranger = await api.organization()
    const reply = await post(key, {
      ...somebody(),
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

  it.each([
    ['cpf', { cpf: '529.982.247-25' }],
    ['phone', { phone: '+55 11 98765-4321' }],
    ['phone without its ninth digit', { phone: '011 8765-4321' }],
    ['email', { email: 'ANA@example.com' }],
  ])('200: the same %s returns the client as it is and changes nothing', async (_name, same) => {
    const { row, key } = await api.organization()
    const known = await createClientRow(api.db, row, {
      cpf: CPF,
      phone: '11987654321',
      email: 'ana@example.com',
    })
    const reply = await post(key, {
      first_name: 'Outra',
      last_name: 'Pessoa',
      birth_date: '2000-01-01',
      metadata: { a: '1' },
      ...same,
    })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      id: known.id,
      first_name: 'Ana',
      birth_date: null,
      metadata: {},
    })
    const after = await api.db.client.findMany({ where: { organizationId: row.id } })
    expect(after).toEqual([known])
    expect(await eventsOf(api.db, row)).toEqual([])
  })

  it('200: a phone stored without its ninth digit is found with it', async () => {
    const { row, key } = await api.organization()
    const known = await createClientRow(api.db, row, { phone: '+55 11 8765-4321' })
    expect(known.phone).toBe('+551187654321')
    const reply = await post(key, { first_name: 'Ana', phone: '+55 11 98765-4321' })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ id: known.id, phone: '+551187654321' })
  })

  it('201: a mobile is not taken for the landline that its last eight digits make', async () => {
    const { row, key } = await api.organization()
    await createClientRow(api.db, row, { phone: '(11) 3456-7890' })
    const reply = await post(key, { first_name: 'Bia', phone: '(11) 93456-7890' })
    expect(reply.status).toBe(201)
  })

  it('200: CPF counts before phone, phone before e-mail', async () => {
    const { row, key } = await api.organization()
    const byEmail = await createClientRow(api.db, row, { email: 'familia@example.com' })
    const byPhone = await createClientRow(api.db, row, { phone: '11987654321' })
    const byCpf = await createClientRow(api.db, row, { cpf: CPF })
    const match = async (input: object) => (await post(key, { first_name: 'X', ...input })).body.id
    const email = 'familia@example.com'
    const phone = '(11) 98765-4321'
    expect(await match({ cpf: CPF, phone, email })).toBe(byCpf.id)
    expect(await match({ cpf: OTHER_CPF, phone, email })).toBe(byPhone.id)
    expect(await match({ phone, email })).toBe(byPhone.id)
    expect(await match({ phone: '21 3456-7890', email })).toBe(byEmail.id)
  })

  it('200: of several with the same phone or e-mail the lowest id', async () => {
    const { row, key } = await api.organization()
    const mother = await createClientRow(api.db, row, { phone: '11987654321' })
    await createClientRow(api.db, row, { phone: '1187654321' })
    const reply = await post(key, { first_name: 'Filha', phone: '11987654321' })
    expect(reply.body.id).toBe(mother.id)
  })

  it('200: on_match update overwrites what is sent and not null, merges metadata, and tells', async () => {
    const { row, key } = await api.organization()
    const known = await createClientRow(api.db, row, {
      first_name: 'Ana',
      last_name: 'Souza',
      cpf: CPF,
      phone: '11987654321',
      email: 'old@example.com',
      birth_date: '1988-04-23',
      metadata: { keep: '1', change: '1', drop: '1' },
    })
    const reply = await post(key, {
      first_name: 'Ana Maria',
      last_name: null,
      cpf: CPF,
      email: 'new@example.com',
      birth_date: null,
      metadata: { change: '2', drop: null, add: '3' },
      on_match: 'update',
    })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      id: known.id,
      first_name: 'Ana Maria',
      last_name: 'Souza',
      name: 'Ana Maria Souza',
      email: 'new@example.com',
      phone: '+5511987654321',
      birth_date: '1988-04-23',
      metadata: { keep: '1', change: '2', add: '3' },
    })
    const after = await api.db.client.findUniqueOrThrow({ where: { id: known.id } })
    expect(after.updatedAt.getTime()).toBeGreaterThan(known.updatedAt.getTime())
    const events = await eventsOf(api.db, row)
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ type: 'client.updated', payload: { batch_id: null } })
    expect(events[0]?.payload.object).toEqual(reply.body)
    expect(events[0]?.payload.changes).toEqual({
      first_name: { from: 'Ana', to: 'Ana Maria' },
      email: { from: 'old@example.com', to: 'new@example.com' },
      metadata: {
        from: { change: '1', drop: '1', add: null },
        to: { change: '2', drop: null, add: '3' },
      },
    })
  })

  it('200: on_match update that changes nothing leaves updated_at alone and tells nobody', async () => {
    const { row, key } = await api.organization()
    const known = await createClientRow(api.db, row, {
      phone: '11987654321',
      metadata: { b: '2', a: '1' },
    })
    const reply = await post(key, {
      first_name: 'Ana',
      last_name: 'Souza',
      phone: '+5511987654321',
      metadata: { a: '1', absent: null },
      on_match: 'update',
    })
    expect(reply.status).toBe(200)
    expect(await api.db.client.findUniqueOrThrow({ where: { id: known.id } })).toEqual(known)
    expect(await eventsOf(api.db, row)).toEqual([])
  })

  it('200: on_match update: null clears nothing, metadata included', async () => {
    const { row, key } = await api.organization()
    const known = await createClientRow(api.db, row, {
      first_name: 'Ana',
      last_name: 'Souza',
      cpf: CPF,
      phone: '11987654321',
      email: 'ana@example.com',
      birth_date: '1988-04-23',
      metadata: { a: '1' },
    })
    const reply = await post(key, {
      first_name: 'Ana',
      last_name: null,
      cpf: CPF,
      phone: null,
      email: null,
      birth_date: null,
      metadata: null,
      on_match: 'update',
    })
    expect(reply).toMatchObject({ status: 200, body: { metadata: { a: '1' } } })
    expect(await api.db.client.findUniqueOrThrow({ where: { id: known.id } })).toEqual(known)
    expect(await eventsOf(api.db, row)).toEqual([])
  })

  it('200: on_match update keeps the ninth digit of a mobile, and adds it where it was missing', async () => {
    const { row, key } = await api.organization()
    const phoneAfter = async (stored: string, sent: string) => {
      const { id } = await createClientRow(api.db, row, { cpf: CPF, phone: stored })
      const body = { first_name: 'Ana', cpf: CPF, phone: sent, on_match: 'update' }
      const reply = await post(key, body)
      expect(reply).toMatchObject({ status: 200, body: { id } })
      await api.db.client.delete({ where: { id } })
      return reply.body.phone
    }
    expect(await phoneAfter('11987654321', '(11) 8765-4321')).toBe('+5511987654321')
    expect(await eventsOf(api.db, row)).toEqual([])
    expect(await phoneAfter('1187654321', '(11) 98765-4321')).toBe('+5511987654321')
    // Another number, that only ends in the same digits.
    expect(await phoneAfter('11987654321', '(21) 8765-4321')).toBe('+552187654321')
    expect(await phoneAfter('11934567890', '(11) 3456-7890')).toBe('+551134567890')
  })

  it('200: what on_match update wrote can be searched for and matched', async () => {
    const { row, key } = await api.organization()
    const known = await createClientRow(api.db, row, { cpf: CPF, phone: '11987654321' })
    await post(key, {
      first_name: 'Conceição',
      cpf: CPF,
      phone: '(21) 99876-5432',
      on_match: 'update',
    })
    const found = await api.call('GET', '/v1/clients?q=conceicao', { key })
    expect(found.body.data).toMatchObject([{ id: known.id }])
    const matched = await post(key, { first_name: 'X', phone: '21 9876-5432' })
    expect(matched).toMatchObject({ status: 200, body: { id: known.id } })
    const former = await post(key, { first_name: 'X', phone: '11987654321' })
    expect(former.status).toBe(201)
  })

  it.each<[string, object, string, string]>([
    ['no first name', { first_name: undefined }, 'first_name', 'required'],
    ['first name null', { first_name: null }, 'first_name', 'invalid_type'],
    ['first name a number', { first_name: 7 }, 'first_name', 'invalid_type'],
    ['first name blank', { first_name: ' \t ' }, 'first_name', 'too_short'],
    ['first name of 81', { first_name: 'x'.repeat(81) }, 'first_name', 'too_long'],
    ['first name with NUL', { first_name: 'A\0na' }, 'first_name', 'invalid_format'],
    ['first name of two lines', { first_name: 'Ana\nBia' }, 'first_name', 'invalid_format'],
    ['first name turned round', { first_name: '\u202eanA' }, 'first_name', 'invalid_format'],
    ['first name that nobody sees', { first_name: '\u200b\u200d' }, 'first_name', 'invalid_format'],
    ['last name with a joiner alone', { last_name: 'Souza\u200d' }, 'last_name', 'invalid_format'],
    ['first name with half a pair', { first_name: 'A\ud83d' }, 'first_name', 'invalid_value'],
    ['last name of 121', { last_name: 'x'.repeat(121) }, 'last_name', 'too_long'],
    ['e-mail without @', { email: 'ana.example.com' }, 'email', 'invalid_format'],
    [
      'e-mail of 255',
      {
        email: `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.fffffffff`,
      },
      'email',
      'too_long',
    ],
    ['e-mail a list', { email: ['a@b.co'] }, 'email', 'invalid_type'],
    ['phone too short', { phone: '98765-4321' }, 'phone', 'invalid_format'],
    ['phone of no area', { phone: '(20) 98765-4321' }, 'phone', 'invalid_format'],
    ['phone a number', { phone: 11987654321 }, 'phone', 'invalid_type'],
    ['phone with an extension', { phone: '11 3456-7890 ramal 2' }, 'phone', 'invalid_format'],
    ['phone of words', { phone: 'call me' }, 'phone', 'invalid_format'],
    ['CPF with a wrong digit', { cpf: '529.982.247-24' }, 'cpf', 'invalid_value'],
    ['CPF of equal digits', { cpf: '111.111.111-11' }, 'cpf', 'invalid_value'],
    ['CPF too short', { cpf: '5299822472' }, 'cpf', 'invalid_value'],
    ['CPF a number', { cpf: 52998224725 }, 'cpf', 'invalid_type'],
    ['birth date malformed', { birth_date: '23/04/1988' }, 'birth_date', 'invalid_format'],
    ['birth date that is none', { birth_date: '2026-02-29' }, 'birth_date', 'invalid_format'],
    ['birth date a moment', { birth_date: '1988-04-23T00:00:00Z' }, 'birth_date', 'invalid_format'],
    ['birth date in 1899', { birth_date: '1899-12-31' }, 'birth_date', 'out_of_range'],
    ['birth date tomorrow', { birth_date: '2026-11-21' }, 'birth_date', 'out_of_range'],
    ['metadata a list', { metadata: ['x'] }, 'metadata', 'invalid_type'],
    ['metadata of 51 keys', { metadata: keys(51) }, 'metadata', 'too_many'],
    ['metadata value a number', { metadata: { a: 1 } }, 'metadata.a', 'invalid_type'],
    ['metadata value of 501', { metadata: { a: 'x'.repeat(501) } }, 'metadata.a', 'too_long'],
    ['metadata value with NUL', { metadata: { a: '\0' } }, 'metadata.a', 'invalid_value'],
    ['metadata key with a space', { metadata: { 'a b': 'x' } }, 'metadata.a b', 'invalid_format'],
    [
      'metadata key of 41',
      { metadata: { ['k'.repeat(41)]: 'x' } },
      `metadata.${'k'.repeat(41)}`,
      'invalid_format',
    ],
    ['metadata key empty', { metadata: { '': 'x' } }, 'metadata', 'invalid_format'],
    ['on_match unknown', { on_match: 'merge' }, 'on_match', 'invalid_value'],
  ])('400 validation_error: %s', async (_name, fault, field, code) => {
    const { row, key } = await api.organization()
    const reply = await post(key, { ...somebody(), ...fault })
    expect(reply.status).toBe(400)
    expect(reply.body.code).toBe('validation_error')
    expect(reply.body.errors).toMatchObject([{ field, code }])
    expect(reply.body.errors[0].message).toMatch(/\.$/)
    expect(await api.db.client.count({ where: { organizationId: row.id } })).toBe(0)
  })

  it('400 validation_error: the key __proto__ is named, not lost', async () => {
    const { key } = await api.organization()
    const body = '{"first_name":"Ana","email":"ana@example.com","metadata":{"__proto__":"x"}}'
    const reply = await api.call('POST', '/v1/clients', { key, body })
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toMatchObject([
      { field: 'metadata.__proto__', code: 'invalid_format' },
    ])
  })

  it('400 validation_error: every faulty field is named at once', async () => {
    const { key } = await api.organization()
    const reply = await post(key, { email: 'x', phone: 'y', cpf: 'z', birth_date: 'w' })
    expect(reply.body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'first_name',
      'email',
      'phone',
      'cpf',
      'birth_date',
    ])
  })

  it('400 validation_error: no answer repeats what a person is identified by', async () => {
    const { key } = await api.organization()
    const reply = await post(key, {
      first_name: 'Ana',
      email: 'secret-mail',
      phone: '0-secret-phone',
      cpf: '52998224724',
      birth_date: 'secret-day',
    })
    expect(reply.status).toBe(400)
    expect(reply.text).not.toMatch(/secret|52998224724/)
  })

  it('400 validation_error: merged metadata of an update over 50 keys; nothing is written', async () => {
    const { row, key } = await api.organization()
    const known = await createClientRow(api.db, row, { cpf: CPF, metadata: keys(30, 'a') })
    const update = { first_name: 'Nova', cpf: CPF, on_match: 'update' }
    const over = await post(key, { ...update, metadata: keys(21, 'b') })
    expect(over.status).toBe(400)
    expect(over.body.errors).toMatchObject([{ field: 'metadata', code: 'too_many' }])
    expect(await api.db.client.findUniqueOrThrow({ where: { id: known.id } })).toEqual(known)
    const swapped = await post(key, {
      ...update,
      metadata: { ...keys(21, 'b'), a0: null },
    })
    expect(swapped.status).toBe(200)
    expect(Object.keys(swapped.body.metadata)).toHaveLength(50)
  })

  it('400 validation_error: no body, a list, another media type, an unknown expansion', async () => {
    const { key } = await api.organization()
    const none = await api.call('POST', '/v1/clients', { key })
    expect(none.status).toBe(400)
    expect(none.body.errors).toMatchObject([{ field: 'first_name', code: 'required' }])
    const list = await post(key, [somebody()])
    expect(list.body.errors).toMatchObject([{ field: 'body', code: 'invalid_type' }])
    const form = await api.call('POST', '/v1/clients', {
      key,
      body: 'first_name=Ana',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(form.body.errors).toMatchObject([{ field: 'body', code: 'invalid_type' }])
    const expanded = await api.call('POST', '/v1/clients?expand=appointments', {
      key,
      body: somebody(),
    })
    expect(expanded.body.errors).toMatchObject([{ field: 'expand', code: 'invalid_value' }])
  })

  it('403 forbidden_scope: a key without write', async () => {
    const organization = await api.organization()
    const key = await organization.keyWith(['read', 'webhooks:manage'])
    const reply = await post(key, somebody())
    expect(reply.status).toBe(403)
    expect(reply.body.code).toBe('forbidden_scope')
  })

  it('422 client_identifier_required: neither phone nor e-mail nor CPF, normalization included', async () => {
    const { row, key } = await api.organization()
    for (const body of [
      { first_name: 'Ana' },
      { first_name: 'Ana', phone: null, email: null, cpf: null },
      { first_name: 'Ana', phone: ' ', email: '', cpf: '\t' },
    ]) {
      const reply = await post(key, body)
      expect(reply.status).toBe(422)
      expect(reply.body).toMatchObject({ code: 'client_identifier_required', errors: [] })
    }
    expect(await api.db.client.count({ where: { organizationId: row.id } })).toBe(0)
    for (const identifier of [{ phone: '1134567890' }, { email: 'a@b.co' }, { cpf: CPF }]) {
      expect((await post(key, { first_name: 'Ana', ...identifier })).status).toBe(201)
    }
  })
})

describe('POST /v1/clients, whatever is sent', () => {
  it('201, 200, 400 and 422: no body makes it fail, and what is created reads back the same', async () => {
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
    const body = somebody()
    const first = await api.call('POST', '/v1/clients', { key, body, headers })
    const other = await api.call('POST', '/v1/clients', { key, body: somebody(), headers })
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
    const reply = await api.call('POST', '/v1/clients', { key, body: somebody(), headers })
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toMatchObject([{ field: 'Idempotency-Key', code }])
  })
})

describe('POST /v1/clients, many at the same time', () => {
  beforeAll(async () => {
    // So that connections to the database are open, and the first requests meet one another.
    const { key } = await api.organization()
    await Promise.all(Array.from({ length: 40 }, () => post(key, somebody())))
  })

  it('201 and 200: 30 equal requests make one client and one event', async () => {
    const { row, key } = await api.organization()
    const body = { first_name: 'Ana', phone: '11987654321', email: 'ana@example.com', cpf: CPF }
    const replies = await Promise.all(Array.from({ length: 30 }, () => post(key, body)))
    expect(statuses(replies)).toEqual([...Array(29).fill(200), 201])
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1)
    expect(await api.db.client.count({ where: { organizationId: row.id } })).toBe(1)
    expect(await eventsOf(api.db, row)).toHaveLength(1)
  })

  it('201 and 200: one phone with and without its ninth digit is one client', async () => {
    const { row, key } = await api.organization()
    const phones = ['+55 11 98765-4321', '11 8765-4321', '(11)98765.4321', '+551187654321']
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        post(key, { first_name: 'Ana', phone: phones[index % phones.length] }),
      ),
    )
    expect(statuses(replies)).toEqual([...Array(19).fill(200), 201])
    expect(await api.db.client.count({ where: { organizationId: row.id } })).toBe(1)
  })

  it('201 and 200: identifiers that overlap crosswise neither deadlock nor double anybody', async () => {
    const { row, key } = await api.organization()
    const bodies = Array.from({ length: 24 }, (_, index) => ({
      first_name: `P${index}`,
      phone: `+55 11 98765-${1000 + (index % 4)}`,
      email: `p${index % 3}@example.com`,
      ...(index % 2 === 0 ? { cpf: CPF } : {}),
      on_match: index % 5 === 0 ? 'update' : 'return',
    }))
    const replies = await Promise.all(bodies.map((body) => post(key, body)))
    expect(replies.every((reply) => reply.status === 200 || reply.status === 201)).toBe(true)
    const rows = await api.db.client.findMany({ where: { organizationId: row.id } })
    expect(rows.filter((client) => client.cpf === CPF)).toHaveLength(1)
    const events = await eventsOf(api.db, row)
    expect(events.filter((event) => event.type === 'client.created')).toHaveLength(rows.length)
    expect(events.map((event) => event.sequence)).toEqual(events.map((_, index) => index + 1))
    expect(api.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('201: clients that share nothing do not wait for one another', async () => {
    const { row, key } = await api.organization()
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(key, somebody())))
    expect(statuses(replies)).toEqual(Array(20).fill(201))
    expect(await eventsOf(api.db, row)).toHaveLength(20)
  })

  it('200: a client that is taking over a CPF by PATCH is waited for, and then found', async () => {
    const { row, key } = await api.organization()
    const known = await createClientRow(api.db, row, { phone: '11987654321' })
    const outsider = await api.connection.pool.connect()
    try {
      await outsider.query('BEGIN')
      await outsider.query('SELECT FROM client WHERE id = $1 FOR UPDATE', [known.id])
      const patching = api.call('PATCH', `/v1/clients/${known.id}`, { key, body: { cpf: CPF } })
      await untilWaiting(api, 1)
      const posting = post(key, { first_name: 'Outra', cpf: CPF })
      await untilWaiting(api, 2)
      await outsider.query('COMMIT')
      expect((await patching).status).toBe(200)
      expect(await posting).toMatchObject({ status: 200, body: { id: known.id, cpf: CPF } })
    } finally {
      outsider.release(true)
    }
  })

  it('201: a client that loses the phone while its row is waited for is not the one that is meant', async () => {
    const { row, key } = await api.organization()
    const known = await createClientRow(api.db, row, { phone: '1134567890' })
    const next = await createClientRow(api.db, row, { email: 'next@example.com' })
    const outsider = await api.connection.pool.connect()
    try {
      await outsider.query('BEGIN')
      await outsider.query('UPDATE client SET phone = NULL, phone_key = NULL WHERE id = $1', [
        known.id,
      ])
      const alone = post(key, { first_name: 'X', phone: '1134567890', on_match: 'update' })
      await untilWaiting(api, 1)
      const orNext = post(key, { first_name: 'X', phone: '1134567890', email: next.email })
      await untilWaiting(api, 2)
      await outsider.query('COMMIT')
      const replies = [await alone, await orNext]
      expect(replies[0]?.status).toBe(201)
      // By then the first has the phone.
      expect(replies[1]).toMatchObject({ status: 200, body: { id: replies[0]?.body.id } })
      expect((await api.db.client.findUniqueOrThrow({ where: { id: known.id } })).firstName).toBe(
        'Ana',
      )
    } finally {
      outsider.release(true)
    }
  })

  it('201 and 400: of a PATCH and a POST with one CPF each goes before or after the other', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { row, key } = await api.organization()
      const known = await createClientRow(api.db, row, { phone: '11987654321' })
      const [patched, posted] = await Promise.all([
        api.call('PATCH', `/v1/clients/${known.id}`, { key, body: { cpf: CPF } }),
        post(key, { first_name: 'Outra', cpf: CPF }),
      ])
      // POST creates and PATCH is refused, or PATCH changes and POST finds.
      const orders = [
        [400, 201],
        [200, 200],
      ]
      expect(orders).toContainEqual([patched.status, posted.status])
      expect(await api.db.client.count({ where: { organizationId: row.id, cpf: CPF } })).toBe(1)
    }
  })
})

function post(key: TestOrganization['key'], body: unknown) {
  return api.call('POST', '/v1/clients', { key, body })
}

/** A client with an identifier that nobody else has. */
function somebody() {
  return { first_name: 'Ana', email: `${randomUUID()}@example.com` }
}

function keys(count: number, prefix = 'k') {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 'v']))
}

function statuses(replies: readonly Reply[]): number[] {
  return replies.map((reply) => reply.status).sort((a, b) => a - b)
}
