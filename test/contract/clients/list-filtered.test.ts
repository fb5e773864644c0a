import { readFileSync } from 'node:fs'
import path from 'node:path'
import { searchText } from '@scheduling/core'
import type { Client } from '@scheduling/database'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { createClientRow } from '../../support/clinic.ts'
import { CPF, ids } from '../../support/clients.ts'

const api = useSharedApi()

const list = (key: string, query = '') => api.call('GET', `/v1/clients${query}`, { key })

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

  it('are made again by the migration, exactly as a write would make them, and nothing else changes', async () => {
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
  ])('200: %s=%s is no one, not an error', async (name, value) => {
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
})
