import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { createClientRow } from '../../support/clinic.ts'
import { CPF, newClient } from '../../support/clients.ts'

// 23:30 in São Paulo: already the next day in UTC.
const api = useSharedApi({ now: Date.parse('2026-11-20T23:30:00-03:00') })

const post = (key: string, body: unknown) => api.call('POST', '/v1/clients', { key, body })

describe('POST /v1/clients', () => {
  it.each<[string, object, string, string]>([
    ['no first name', { first_name: undefined }, 'first_name', 'required'],
    ['first name null', { first_name: null }, 'first_name', 'invalid_type'],
    ['first name a number', { first_name: 7 }, 'first_name', 'invalid_type'],
    ['first name blank', { first_name: ' \t ' }, 'first_name', 'too_short'],
    ['first name of 81', { first_name: 'x'.repeat(81) }, 'first_name', 'too_long'],
    ['first name with NUL', { first_name: 'A\0na' }, 'first_name', 'invalid_format'],
    ['first name of two lines', { first_name: 'Ana\nBia' }, 'first_name', 'invalid_format'],
    ['first name turned round', { first_name: '\u202eanA' }, 'first_name', 'invalid_format'],
    ['first name that no one sees', { first_name: '\u200b\u200d' }, 'first_name', 'invalid_format'],
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
    const reply = await post(key, { ...newClient(), ...fault })
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
    const list = await post(key, [newClient()])
    expect(list.body.errors).toMatchObject([{ field: 'body', code: 'invalid_type' }])
    const form = await api.call('POST', '/v1/clients', {
      key,
      body: 'first_name=Ana',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(form.body.errors).toMatchObject([{ field: 'body', code: 'invalid_type' }])
    const expanded = await api.call('POST', '/v1/clients?expand=appointments', {
      key,
      body: newClient(),
    })
    expect(expanded.body.errors).toMatchObject([{ field: 'expand', code: 'invalid_value' }])
  })

  it('403 forbidden_scope: a key without write', async () => {
    const organization = await api.organization()
    const key = await organization.keyWith(['read', 'webhooks:manage'])
    const reply = await post(key, newClient())
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

function keys(count: number, prefix = 'k') {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 'v']))
}
