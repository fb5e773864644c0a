import { readFileSync } from 'node:fs'
import path from 'node:path'
import { searchText } from '@scheduling/core'
import type { Client } from '@scheduling/database'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi, type TestOrganization } from '../../support/api.ts'
import { createClientRow } from '../../support/clinic.ts'
import { reportStatistics } from '../../support/statistics.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const CPF = '52998224725'

describe('GET /v1/clients', () => {
  it('200: an empty organization has an empty page', async () => {
    const { key } = await api.organization()
    const reply = await list(key)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({ data: [], has_more: false, next_cursor: null, next: null })
  })

  it('200: by id, each as the route of one shows it', async () => {
    const { row, key } = await api.organization()
    const zilda = await createClientRow(api.db, row, { first_name: 'Zilda', metadata: { a: '1' } })
    const ana = await createClientRow(api.db, row, { cpf: CPF, birth_date: '1988-04-23' })
    const reply = await list(key)
    expect(ids(reply)).toEqual([zilda.id, ana.id])
    for (const client of reply.body.data) {
      expect((await api.call('GET', `/v1/clients/${client.id}`, { key })).body).toEqual(client)
    }
  })

  it('200: strangers see only their own, whatever they filter by', async () => {
    const ours = await api.organization()
    const stranger = await api.organization()
    await createClientRow(api.db, ours.row, {
      email: 'ana@example.com',
      phone: '11987654321',
      cpf: CPF,
      metadata: { crm: '1' },
    })
    for (const query of [
      '',
      '?q=ana',
      '?email=ana@example.com',
      '?phone=11987654321',
      `?cpf=${CPF}`,
      '?metadata[crm]=1',
      '?updated_since=2001-01-01T00:00:00Z',
      '?created_since=2001-01-01T00:00:00Z',
    ]) {
      expect(ids(await list(ours.key, query)), query).toHaveLength(1)
      expect(ids(await list(stranger.key, query)), query).toEqual([])
    }
  })

  it('403 forbidden_scope: a key without read', async () => {
    const organization = await api.organization()
    const reply = await list(await organization.keyWith(['write']))
    expect(reply.status).toBe(403)
    expect(reply.body.code).toBe('forbidden_scope')
  })
})

describe('GET /v1/clients?q=', () => {
  it.each([
    ['conceicao', true],
    ['CONCEIÇÃO', true],
    ['  araujo   conceição ', true],
    ['ceic rauj', true],
    ['ção', true],
    ['mari@clinica', true],
    ['conceicao clinica.com', true],
    ['987654321', true],
    ['98765-4321', true],
    ['(11) 98765-4321', true],
    ['+55 11 98765-4321', true],
    ['5511', true],
    ['529.982.247-25', true],
    ['52998224725 conceicao', true],
    ['982247', true],
    ['co', true],
    ['a', true],
    ['ã', true],
    ['conceicao silva', false],
    ['conceicaoaraujo', false],
    ['43215299', false],
    ['11 98765-0000', false],
    ['%', false],
    ['_', false],
    ['co_ceicao', false],
    ['%a%', false],
    ['\\', false],
    ["' OR true --", false],
    ['zq', false],
  ])('200: %s finds her: %s', async (q, isFound) => {
    const { row, key } = await api.organization()
    const her = await createClientRow(api.db, row, {
      first_name: 'Conceição',
      last_name: "d'Araújo",
      email: 'mari@clinica.com.br',
      phone: '11987654321',
      cpf: CPF,
    })
    const reply = await list(key, `?q=${encodeURIComponent(q)}`)
    expect(reply.status).toBe(200)
    expect(ids(reply)).toEqual(isFound ? [her.id] : [])
  })

  it('200: percent, underscore and backslash stand for themselves', async () => {
    const { row, key } = await api.organization()
    const odd = await createClientRow(api.db, row, { first_name: '100%_a\\b' })
    await createClientRow(api.db, row, { first_name: '100xya/b' })
    for (const q of ['100%', '%_a', '_a\\', 'a\\b', '\\']) {
      expect(ids(await list(key, `?q=${encodeURIComponent(q)}`)), q).toEqual([odd.id])
    }
  })

  it('200: a number in some punctuation is sought among the numbers only', async () => {
    const { row, key } = await api.organization()
    await createClientRow(api.db, row, {
      first_name: 'Sala',
      last_name: '112233',
      phone: '2134567890',
    })
    expect(ids(await list(key, '?q=11.22.33'))).toEqual([])
    expect(ids(await list(key, '?q=112233'))).toHaveLength(1)
    expect(ids(await list(key, '?q=3456-7890'))).toHaveLength(1)
  })

  it.each([
    [{ first_name: 'Łukasz', last_name: 'Ørsted' }, ['lukasz', 'łukasz', 'ORSTED', 'ørsted']],
    [{ first_name: 'Đorđe', last_name: 'Strauß' }, ['dorde', 'đorđe', 'strauss', 'STRAUẞ']],
    [{ first_name: 'Æsa', last_name: 'Işık' }, ['aesa', 'æsa', 'isik', 'ISIK', 'ışık']],
    [
      { first_name: 'Ana-Maria', last_name: "D'Ávila" },
      ['ana-maria', 'anamaria', 'ana maria', 'ana–maria', 'davila', 'd’avila', 'D´Ávila'],
    ],
    [{ first_name: 'Ana Maria', last_name: 'Sant’Anna' }, ['ana-maria', "sant'anna", 'santanna']],
    [{ first_name: 'Bia', email: 'ana-b@ex-ample.com' }, ['ana-b@ex-ample.com', 'anab@example']],
    [
      { first_name: 'Caio', phone: '11987654321' },
      ['1187654321', '(11) 8765-4321', '+55 11 8765-4321', '118765', '11 98765 4321'],
    ],
    [
      { first_name: 'Davi', phone: '1187654321' },
      ['11987654321', '(11) 98765-4321', '98765-4321', '119876', '8765-4321'],
    ],
  ])('200: %o is found however it is typed', async (values, searches) => {
    const { row, key } = await api.organization()
    const wanted = await createClientRow(api.db, row, values)
    await createClientRow(api.db, row, { first_name: 'Outra', phone: '11934567890' })
    for (const q of searches) {
      expect(ids(await list(key, `?q=${encodeURIComponent(q)}`)), q).toEqual([wanted.id])
    }
  })

  it('200: of a mobile that never had eight digits nothing is made up', async () => {
    const { row, key } = await api.organization()
    await createClientRow(api.db, row, { phone: '11934567890' })
    expect(ids(await list(key, '?q=1134567890'))).toEqual([])
  })

  it('200: other scripts are found by any part of them', async () => {
    const { row, key } = await api.organization()
    const one = await createClientRow(api.db, row, { first_name: 'Ольга', last_name: '山田花子' })
    for (const q of ['ольг', 'ОЛЬГА', '山田', '子', 'ольга 花']) {
      expect(ids(await list(key, `?q=${encodeURIComponent(q)}`)), q).toEqual([one.id])
    }
  })

  it('200: 100 characters and fifty words', async () => {
    const { row, key } = await api.organization()
    const one = await createClientRow(api.db, row, { first_name: 'Ana' })
    const words = Array.from({ length: 50 }, () => 'a').join(' ')
    expect(ids(await list(key, `?q=${encodeURIComponent(words)}`))).toEqual([one.id])
    expect((await list(key, `?q=${'a'.repeat(100)}`)).status).toBe(200)
  })
})

describe('the search texts of clients that were there before', () => {
  const MIGRATION = path.join(
    import.meta.dirname,
    '../../../prisma/migrations/20261122040001_folded_search/migration.sql',
  )

  /** As they were made until then. */
  const formerText = (client: Client): string => {
    const words = [client.firstName, client.lastName, client.email]
      .filter(Boolean)
      .join(' ')
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase()
    const numbers = [client.phone?.slice(1), client.cpf].filter(Boolean).join(' ')
    return `${words.replaceAll('\u001f', ' ')}\u001f${numbers}`
  }

  it('are made anew by the migration, exactly as a write would make them, and nothing else changes', async () => {
    const { row, key } = await api.organization()
    const folds = "ŁłØøĐđßẞÆæŒœıİÞþðŋĳﬁﬂǆəςΣ'’´`-–\u00ad\u200b\u200d\u202e\ufe0f\u001f %_\\"
    const name = fc
      .array(fc.oneof(fc.constantFrom(...folds), fc.string({ unit: 'grapheme', maxLength: 3 })), {
        minLength: 1,
        maxLength: 20,
      })
      .map((parts) => parts.join(''))
      .filter((text) => text.trim() !== '' && text.trim().length <= 80)
    const phones = ['11987654321', '1187654321', '11934567890', '1134567890', '+351912345678', null]
    const made: Client[] = []
    for (const [index, [first, last]] of fc
      .sample(fc.tuple(name, fc.option(name)), 300)
      .entries()) {
      const input = { firstName: first.trim(), lastName: last?.trim() || null }
      const phone = phones[index % phones.length] ?? null
      const client = await createClientRow(api.db, row, {
        first_name: 'X',
        phone,
        email: index % 3 === 0 ? `o'neil-${index}@ex-ample.com` : null,
        ...(index === 0 ? { cpf: CPF } : {}),
      })
      const columns = { ...client, ...input }
      const before = { ...input, searchText: formerText(columns) }
      made.push(await api.db.client.update({ where: { id: client.id }, data: before }))
    }
    const known = await createClientRow(api.db, row, { first_name: 'Łukasz', phone: '1187654321' })
    await api.db.client.update({
      where: { id: known.id },
      data: { searchText: formerText(known) },
    })
    const search = async (q: string) => ids(await list(key, `?q=${encodeURIComponent(q)}`))
    expect(await search('lukasz 11987654321')).not.toContain(known.id)
    await api.connection.pool.query(readFileSync(MIGRATION, 'utf8'))
    expect(await search('lukasz 11987654321')).toContain(known.id)
    const after = await api.db.client.findMany({
      where: { id: { in: made.map(({ id }) => id) } },
      orderBy: { id: 'asc' },
    })
    for (const [index, client] of after.entries()) {
      expect(client).toEqual({ ...made[index], searchText: searchText(client) })
    }
  })
})

describe('GET /v1/clients, exact filters', () => {
  it.each([
    ['phone', '+5511987654321'],
    ['phone', '(11) 98765-4321'],
    ['phone', '11 8765-4321'],
    ['phone', '551187654321'],
    ['phone', '0 11 98765 4321'],
    ['email', 'Ana@Example.com'],
    ['email', ' ana@example.com '],
    ['cpf', '529.982.247-25'],
    ['cpf', CPF],
  ])('200: %s=%s is the same after normalization', async (name, value) => {
    const { row, key } = await api.organization()
    const ana = await createClientRow(api.db, row, {
      phone: '11987654321',
      email: 'ana@example.com',
      cpf: CPF,
    })
    await createClientRow(api.db, row, {
      phone: '11987654322',
      email: 'ana@example.com.br',
      cpf: '11144477735',
    })
    expect(ids(await list(key, `?${name}=${encodeURIComponent(value)}`))).toEqual([ana.id])
  })

  it('200: a plus that was not escaped is still a plus', async () => {
    const { row, key } = await api.organization()
    const brazil = await createClientRow(api.db, row, { phone: '+5511987654321' })
    const portugal = await createClientRow(api.db, row, { phone: '+351912345678' })
    expect(ids(await list(key, '?phone=+5511987654321'))).toEqual([brazil.id])
    expect(ids(await list(key, '?phone=+351912345678'))).toEqual([portugal.id])
  })

  it('200: a plus of an address that was not escaped is still a plus', async () => {
    const { row, key } = await api.organization()
    const tagged = await createClientRow(api.db, row, { email: 'ana+clinic+2@example.com' })
    await createClientRow(api.db, row, { email: 'ana@example.com' })
    for (const written of ['ana+clinic+2@example.com', 'ana%2Bclinic+2@example.com']) {
      expect(ids(await list(key, `?email=${written}`)), written).toEqual([tagged.id])
    }
    expect(ids(await list(key, '?email=%20ana%2Bclinic%2B2@example.com%20'))).toEqual([tagged.id])
  })

  it.each([
    ['phone', '123'],
    ['phone', 'call me'],
    ['phone', ''],
    ['phone', '%'],
    ['email', 'ana'],
    ['email', ''],
    ['email', '%@example.com'],
    ['cpf', '52998224724'],
    ['cpf', 'x'],
    ['cpf', ''],
  ])('200: %s=%s is nobody, not an error', async (name, value) => {
    const { row, key } = await api.organization()
    await createClientRow(api.db, row, { phone: '11987654321', email: 'ana@example.com', cpf: CPF })
    await createClientRow(api.db, row, { first_name: 'Without' })
    const reply = await list(key, `?${name}=${encodeURIComponent(value)}`)
    expect(reply.status).toBe(200)
    expect(reply.body.data).toEqual([])
  })

  it('200: all filters must hold', async () => {
    const { row, key } = await api.organization()
    const mother = await createClientRow(api.db, row, { first_name: 'Mãe', phone: '11987654321' })
    const child = await createClientRow(api.db, row, { first_name: 'Filha', phone: '11987654321' })
    expect(ids(await list(key, '?phone=11987654321'))).toEqual([mother.id, child.id])
    expect(ids(await list(key, '?phone=11987654321&q=filha'))).toEqual([child.id])
    expect(ids(await list(key, '?phone=11987654321&q=filha&email=a@b.co'))).toEqual([])
  })

  it('200: metadata by key and value; several must all hold', async () => {
    const { row, key } = await api.organization()
    const both = await createClientRow(api.db, row, { metadata: { crm: '7', origin: 'site' } })
    const one = await createClientRow(api.db, row, { metadata: { crm: '7', origin: 'phone' } })
    const found = async (query: string) => ids(await list(key, `?${query}`))
    expect(await found('metadata[crm]=7')).toEqual([both.id, one.id])
    expect(await found('metadata%5Bcrm%5D=7&metadata[origin]=site')).toEqual([both.id])
    expect(await found('metadata[crm]=7&metadata[origin]=shop')).toEqual([])
    expect(await found('metadata[crm]=7&metadata[crm]=8')).toEqual([])
    expect(await found(`${'a&'.repeat(1500)}metadata[crm]=8`), 'behind many others').toEqual([])
    expect(await found('metadata[crm]=7&metadata[crm]=7')).toEqual([both.id, one.id])
    expect(await found('metadata[crm]=')).toEqual([])
    expect(await found('metadata[CRM]=7')).toEqual([])
    expect(await found('metadata[absent]=7')).toEqual([])
  })

  it('200: metadata keys and values of every form', async () => {
    const { row, key } = await api.organization()
    const metadata = {
      '0': 'zero',
      '7': 'seven',
      '300': 'many',
      'a.b-c_D': 'x,y',
      constructor: 'built',
      empty: '',
      quoted: '"} OR true; \\ \' %',
      spaced: ' 1 ',
    }
    const one = await createClientRow(api.db, row, { metadata })
    await createClientRow(api.db, row, { metadata: { '0': 'seven', '7': 'zero' } })
    for (const [name, value] of Object.entries(metadata)) {
      const query = `?metadata[${name}]=${encodeURIComponent(value)}`
      expect(ids(await list(key, query)), query).toEqual([one.id])
    }
  })

  it.each([
    ['q=', 'q', 'too_short'],
    ['q=%20%20', 'q', 'too_short'],
    [`q=${'a'.repeat(101)}`, 'q', 'too_long'],
    ['q=a%00b', 'q', 'invalid_value'],
    ['q[]=a', 'q', 'invalid_type'],
    ['phone[]=1', 'phone', 'invalid_type'],
    ['metadata=x', 'metadata', 'invalid_type'],
    ['metadata[a][b]=x', 'metadata.a', 'invalid_type'],
    ['metadata[a]=%00', 'metadata.a', 'invalid_value'],
    // The parser would leave these out, and the list would then hold everybody.
    ['metadata[__proto__]=x', 'metadata.__proto__', 'invalid_format'],
    ['metadata%5B__proto__%5D=x', 'metadata.__proto__', 'invalid_format'],
    ['metadata[__proto__][a]=x', 'metadata.__proto__', 'invalid_format'],
    ['metadata[a]=1&metadata[__proto__]=x', 'metadata.__proto__', 'invalid_format'],
    ['limit=0', 'limit', 'out_of_range'],
    ['limit=201', 'limit', 'out_of_range'],
    [`limit=${'9'.repeat(20)}`, 'limit', 'out_of_range'],
    ['limit=1.5', 'limit', 'invalid_type'],
    ['updated_since=2026-11-20', 'updated_since', 'invalid_format'],
    ['updated_since=2026-11-20T09:00:00', 'updated_since', 'offset_required'],
    ['created_since=2026-02-30T09:00:00Z', 'created_since', 'invalid_format'],
    ['created_since=', 'created_since', 'invalid_format'],
    ['cursor=AAAA', 'cursor', 'invalid_value'],
    ['expand=appointments', 'expand', 'invalid_value'],
  ])('400 validation_error: %s', async (query, field, code) => {
    const { key } = await api.organization()
    const reply = await list(key, `?${query}`)
    expect(reply.status).toBe(400)
    expect(reply.body.code).toBe('validation_error')
    expect(reply.body.errors).toMatchObject([{ field, code }])
  })
})

describe('GET /v1/clients, whatever is asked', () => {
  it('200 and 400: no filter makes it fail', async () => {
    const { row, key } = await api.organization()
    await createClientRow(api.db, row, { phone: '11987654321', metadata: { a: '1' } })
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom(
        '%',
        '\\',
        "'",
        '"',
        '{}',
        '[',
        '\u0000',
        '\ud800',
        '+55',
        '1e9',
        '٣',
        '🙂',
        '',
      ),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    )
    const name = fc.oneof(
      fc.constantFrom('q', 'phone', 'email', 'cpf', 'updated_since', 'created_since', 'limit'),
      fc.constantFrom('cursor', 'metadata', 'metadata[a]', 'metadata[]', 'expand', 'q[]', 'q[x]'),
      value.map((key) => `metadata[${key}]`),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 5 }), async (filters) => {
        const query = filters
          .map(([key, text]) => `${encodeURIComponent(key.toWellFormed())}=${encoded(text)}`)
          .join('&')
        const reply = await list(key, `?${query}`)
        expect([200, 400]).toContain(reply.status)
      }),
      { numRuns: 300 },
    )
  })
})

describe('GET /v1/clients, page by page', () => {
  it('200: next leads through all, filters included; rows that come or go lose nobody', async () => {
    const { row, key } = await api.organization()
    const made: number[] = []
    for (let index = 0; index < 7; index += 1) {
      made.push((await createClientRow(api.db, row, { first_name: `Ana ${index}` })).id)
      await createClientRow(api.db, row, { first_name: 'Bia', last_name: null })
    }
    const first = await list(key, '?q=ana%20souza&limit=3')
    expect(ids(first)).toEqual(made.slice(0, 3))
    expect(first.body.next).toMatch(
      /^http:\/\/api\.test\/v1\/clients\?q=ana(\+|%20)souza&limit=3&cursor=/,
    )
    await api.db.client.delete({ where: { id: made[2] ?? 0 } })
    made.push((await createClientRow(api.db, row, { first_name: 'Ana 7' })).id)
    const second = await list(key, new URL(first.body.next).search)
    expect(ids(second)).toEqual(made.slice(3, 6))
    const third = await list(key, new URL(second.body.next).search)
    expect(ids(third)).toEqual(made.slice(6))
    expect(third.body).toMatchObject({ has_more: false, next_cursor: null, next: null })
  })

  it('200: a page that is exactly full is the last', async () => {
    const { row, key } = await api.organization()
    await createClientRow(api.db, row)
    await createClientRow(api.db, row)
    expect((await list(key, '?limit=2')).body).toMatchObject({ has_more: false, next: null })
  })

  it('200: rows of one microsecond are parted by id and none is repeated', async () => {
    const { row, key } = await api.organization()
    const made: number[] = []
    for (let index = 0; index < 5; index += 1) made.push((await createClientRow(api.db, row)).id)
    await asIfWritten(row.id, '2026-11-20T11:00:00.123456Z')
    const seen: number[] = []
    let query = '?limit=2&updated_since=2026-11-20T11:00:00Z'
    for (;;) {
      const page = await list(key, query)
      seen.push(...ids(page))
      if (page.body.next === null) break
      query = new URL(page.body.next).search
    }
    expect(seen).toEqual(made)
  })

  it('400 validation_error: a cursor belongs to its filters, its order, its route and its organization', async () => {
    const ours = await api.organization()
    const stranger = await api.organization()
    await createClientRow(api.db, ours.row)
    await createClientRow(api.db, ours.row)
    const { next_cursor: cursor } = (await list(ours.key, '?limit=1&q=ana')).body
    const misused = [
      await list(ours.key, `?cursor=${cursor}`),
      await list(ours.key, `?q=bia&cursor=${cursor}`),
      await list(ours.key, `?q=ana&email=a@b.co&cursor=${cursor}`),
      await list(ours.key, `?q=ana&created_since=2020-01-01T00:00:00Z&cursor=${cursor}`),
      await api.call('GET', `/v1/professionals?cursor=${cursor}`, { key: ours.key }),
      await list(stranger.key, `?q=ana&cursor=${cursor}`),
      await list(ours.key, `?q=ana&cursor=${cursor}AAAA`),
    ]
    for (const reply of misused) {
      expect(reply.status).toBe(400)
      expect(reply.body.errors).toMatchObject([{ field: 'cursor', code: 'invalid_value' }])
    }
    expect(ids(await list(ours.key, `?cursor=${cursor}&limit=9&q=ana`))).toHaveLength(1)
  })
})

describe('GET /v1/clients, incremental sync', () => {
  it('200: updated_since is inclusive, in any offset, ordered by updated_at, then id', async () => {
    const { row, key } = await api.organization()
    const [a, b, c, d] = [
      await createClientRow(api.db, row),
      await createClientRow(api.db, row),
      await createClientRow(api.db, row),
      await createClientRow(api.db, row),
    ]
    await asIfWritten(row.id, '2026-11-20T10:59:59.999999Z', a.id)
    await asIfWritten(row.id, '2026-11-20T11:00:05Z', b.id)
    await asIfWritten(row.id, '2026-11-20T11:00:00Z', c.id)
    await asIfWritten(row.id, '2026-11-20T11:00:05Z', d.id)
    const expected = [c.id, b.id, d.id]
    for (const since of [
      '2026-11-20T11:00:00Z',
      '2026-11-20T08:00:00-03:00',
      '2026-11-20T12:00:00+01:00',
      '2026-11-20T12:00:00%2B01:00',
      '2026-11-20T11:00:00.000Z',
    ]) {
      expect(ids(await list(key, `?updated_since=${since}`)), since).toEqual(expected)
    }
    expect(ids(await list(key, '?updated_since=2026-11-20T11:00:00.001Z'))).toEqual([b.id, d.id])
    expect(ids(await list(key, '?updated_since=2026-11-20T10:59:59.999Z'))).toEqual([
      a.id,
      ...expected,
    ])
  })

  it('200: created_since orders by created_at; with updated_since both hold, in order of updated_at', async () => {
    const { row, key } = await api.organization()
    const [a, b, c] = [
      await createClientRow(api.db, row),
      await createClientRow(api.db, row),
      await createClientRow(api.db, row),
    ]
    await asIfWritten(row.id, '2026-11-20T11:00:09Z', a.id, '2026-11-20T11:00:03Z')
    await asIfWritten(row.id, '2026-11-20T11:00:08Z', b.id, '2026-11-20T11:00:02Z')
    await asIfWritten(row.id, '2026-11-20T11:00:07Z', c.id, '2026-11-20T11:00:01Z')
    expect(ids(await list(key, '?created_since=2026-11-20T11:00:00Z'))).toEqual([c.id, b.id, a.id])
    expect(ids(await list(key, '?created_since=2026-11-20T11:00:02Z'))).toEqual([b.id, a.id])
    expect(
      ids(
        await list(key, '?created_since=2026-11-20T11:00:02Z&updated_since=2026-11-20T11:00:00Z'),
      ),
    ).toEqual([b.id, a.id])
    expect(
      ids(
        await list(key, '?created_since=2026-11-20T11:00:01Z&updated_since=2026-11-20T11:00:08Z'),
      ),
    ).toEqual([b.id, a.id])
  })

  it('200: a future or an ancient value', async () => {
    const { row, key } = await api.organization()
    await createClientRow(api.db, row)
    for (const since of ['9999-12-31T23:59:59-14:00', '2100-01-01T00:00:00Z']) {
      expect(ids(await list(key, `?updated_since=${since}`))).toEqual([])
      expect(ids(await list(key, `?created_since=${since}`))).toEqual([])
    }
    for (const since of ['0001-01-01T00:00:00%2B14:00', '1900-01-01T00:00:00Z']) {
      expect(ids(await list(key, `?updated_since=${since}`))).toHaveLength(1)
    }
  })

  it('200: what was written after the oldest open write began is held back until that ends', async () => {
    const { row, key } = await api.organization()
    const early = await createClientRow(api.db, row)
    const writer = await api.connection.pool.connect()
    try {
      await writer.query('BEGIN')
      const { rows } = await writer.query<{ id: number }>(
        `INSERT INTO client (organization_id, first_name, search_text) VALUES ($1, 'Slow', 'slow') RETURNING id`,
        [row.id],
      )
      const quick = await createClientRow(api.db, row)
      for (const name of ['updated_since', 'created_since']) {
        expect(ids(await list(key, `?${name}=2020-01-01T00:00:00Z`))).toEqual([early.id])
      }
      expect(ids(await list(key))).toEqual([early.id, quick.id])
      await writer.query('COMMIT')
      for (const name of ['updated_since', 'created_since']) {
        expect(ids(await list(key, `?${name}=2020-01-01T00:00:00Z`))).toEqual([
          early.id,
          rows[0]?.id,
          quick.id,
        ])
      }
    } finally {
      writer.release(true)
    }
  })

  it('200: a reader that goes on from the last updated_at sees every change, also those that commit late', async () => {
    const { row, key } = await api.organization()
    const slow = await createClientRow(api.db, row, { first_name: 'Slow' })
    const quick = await createClientRow(api.db, row, { first_name: 'Quick' })
    const seen = new Map<number, unknown>()
    let since = '2020-01-01T00:00:00Z'
    const read = async () => {
      const { body } = await list(key, `?updated_since=${encodeURIComponent(since)}`)
      for (const client of body.data) seen.set(client.id, client)
      since = body.data.at(-1)?.updated_at ?? since
    }
    const writer = await api.connection.pool.connect()
    try {
      await writer.query('BEGIN')
      await writer.query(`UPDATE client SET last_name = 'late' WHERE id = $1`, [slow.id])
      // What the API tells is as of a whole second that every writer has left behind.
      const seconds = new Set<string>()
      for (let count = 0; seconds.size < 4; count += 1) {
        const body = { last_name: `${count}` }
        const changed = await api.call('PATCH', `/v1/clients/${quick.id}`, { key, body })
        seconds.add(changed.body.updated_at)
        await read()
      }
      await writer.query('COMMIT')
    } finally {
      writer.release(true)
    }
    await read()
    await read()
    const { body } = await list(key)
    expect([...seen.values()].sort(byIdOf)).toEqual(body.data)
    expect(seen.get(slow.id)).toMatchObject({ last_name: 'late' })
  })

  it('200: no row is shown as it became after the horizon, however fast rows change', async () => {
    const { row, key } = await api.organization()
    await api.connection.pool.query(
      `INSERT INTO client (organization_id, first_name, search_text)
       SELECT $1, 'N' || n, 'n' FROM generate_series(1, 1500) AS n`,
      [row.id],
    )
    const writer = await api.connection.pool.connect()
    try {
      await writer.query('BEGIN')
      const { rows } = await writer.query<{ at: Date }>(
        'SELECT pg_current_xact_id(), date_trunc($1, now()) AS at',
        ['second'],
      )
      const horizon = rows[0]?.at.getTime() ?? 0
      await until(() => Date.now() > horizon + 1_100)
      const writes = { areDone: false }
      const writing = api.connection.pool
        .query(
          `DO $$ BEGIN
             FOR i IN 1..1500 LOOP
               UPDATE client SET last_name = 'x' WHERE organization_id = ${row.id} AND first_name = 'N' || i;
               COMMIT;
             END LOOP;
           END $$`,
        )
        .then(() => (writes.areDone = true))
      while (!writes.areDone) {
        const { body } = await list(key, '?limit=200&updated_since=2020-01-01T00:00:00Z')
        for (const client of body.data) {
          expect(Date.parse(client.updated_at)).toBeLessThanOrEqual(horizon)
          expect(client.last_name).toBeNull()
        }
      }
      await writing
    } finally {
      await writer.query('ROLLBACK')
      writer.release(true)
    }
  })
})

describe('GET /v1/clients of an organization with 200,000', () => {
  let big: TestOrganization

  beforeAll(async () => {
    big = await api.organization()
    const small = await api.organization()
    const filler = await api.connection.pool.connect()
    try {
      const { rows: indexes } = await filler.query<{ name: string; definition: string }>(
        `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
         WHERE tablename = 'client' AND indexdef NOT LIKE 'CREATE UNIQUE%'`,
      )
      for (const { name } of indexes) await filler.query(`DROP INDEX "${name}"`)
      // Foreign keys of rows that are right by construction cost more than the rows.
      await filler.query('SET session_replication_role = replica')
      for (const [organization, count] of [
        [big, 200_000],
        [small, 500],
      ] as const) {
        await filler.query(
          `INSERT INTO client (organization_id, first_name, last_name, email, phone, phone_key, metadata, search_text)
           SELECT $1, first, last, email, '+5511' || number, '+5511' || number, jsonb_build_object('crm_id', n::text),
             lower(first || ' ' || last || ' ' || email) || chr(31) || '5511' || number
           FROM (
             SELECT n, (ARRAY['Ana','Bruno','Carla','Daniel','Elisa','Fabio','Gabriela'])[1 + n % 7] AS first,
               (ARRAY['Souza','Silva','Santos','Oliveira','Pereira','Lima'])[1 + n % 6] || ' ' || substr(md5(n::text), 1, 5) AS last,
               'c' || n || '@example.com' AS email, (30000000 + n)::text AS number
             FROM generate_series(1, $2::int) AS n
           ) AS made`,
          [organization.row.id, count],
        )
      }
      await filler.query('RESET session_replication_role')
      for (const { definition } of indexes) await filler.query(definition)
      await filler.query('ANALYZE client')
    } finally {
      filler.release()
    }
  }, 120_000)

  it.each([
    ['a word that nobody has', '?q=xyzxyz'],
    ['a word of one client', '?q=c123456@example.com'],
    ['digits in punctuation', '?q=3012-3456'],
    ['two frequent words', '?q=ana%20souza'],
    ['a rare and a frequent word', '?q=xyzxyz%20silva'],
    ['a rare word and one letter', '?q=xyzxyz%20a'],
    ['a phone', '?phone=11+3012-3456'],
    ['an e-mail', '?email=c123456@example.com'],
    ['metadata', '?metadata[crm_id]=123456'],
    ['metadata that nobody has', '?metadata[crm_id]=0'],
    ['no filter', '?limit=200'],
    ['updated_since', '?updated_since=2020-01-01T00:00:00Z'],
    ['updated_since and a word', '?updated_since=2020-01-01T00:00:00Z&q=xyzxyz'],
  ])('200: %s reads no table from end to end', async (_name, query) => {
    const before = await scans()
    const reply = await list(big.key, query)
    expect(reply.status).toBe(200)
    const after = await scans()
    expect(after.whole).toBe(before.whole)
    // Nor every row of the organization by an index.
    expect(after.rowsByIndex - before.rowsByIndex).toBeLessThan(20_000)
  })

  it('200: a short word, which no trigram helps, reads each row once at most, wherever it leads', async () => {
    const everybody = await api.db.client.count()
    for (const q of ['a', 'si', '9', 'zq', 'zq zx']) {
      const before = await scans()
      const reply = await list(big.key, `?q=${encodeURIComponent(q)}`)
      expect(reply.status).toBe(200)
      const after = await scans()
      const rows = after.rows + after.rowsByIndex - before.rows - before.rowsByIndex
      expect(rows, q).toBeGreaterThan(0)
      expect(rows, q).toBeLessThanOrEqual(everybody)
    }
  })
})

/** What the database says it read of `client`, by all sessions so far. */
async function scans(): Promise<{ whole: number; rows: number; rowsByIndex: number }> {
  await reportStatistics(api.connection.pool)
  const { rows } = await api.connection.pool.query<{
    whole: string
    rows: string
    by_index: string
  }>(
    `SELECT seq_scan AS whole, seq_tup_read AS rows, idx_tup_fetch AS by_index FROM pg_stat_user_tables WHERE relname = 'client'`,
  )
  const [read] = rows
  return {
    whole: Number(read?.whole),
    rows: Number(read?.rows),
    rowsByIndex: Number(read?.by_index),
  }
}

/** Percent-encoded, halves of surrogate pairs as bytes that are no UTF-8. */
function encoded(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80'
}

function list(key: TestOrganization['key'], query = '') {
  return api.call('GET', `/v1/clients${query}`, { key })
}

/** Sets the times of all clients of an organization, or of one, past the trigger that would. */
async function asIfWritten(organizationId: number, at: string, id?: number, createdAt?: string) {
  const session = await api.connection.pool.connect()
  try {
    await session.query('SET session_replication_role = replica')
    await session.query(
      `UPDATE client SET updated_at = $2, created_at = coalesce($4, created_at)
       WHERE organization_id = $1 AND ($3::int IS NULL OR id = $3)`,
      [organizationId, at, id ?? null, createdAt ?? null],
    )
    await session.query('RESET session_replication_role')
  } finally {
    session.release()
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10))
}

const ids = (reply: { body: { data: { id: number }[] } }) =>
  reply.body.data.map((client) => client.id)

function byIdOf(one: unknown, other: unknown): number {
  return (one as { id: number }).id - (other as { id: number }).id
}
