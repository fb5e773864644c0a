import type { Client } from '@scheduling/database'
import { describe, expect, it } from 'vitest'
import { NewClient, type NewClientInput } from './client.ts'
import { changedColumns, newColumns } from './columns.ts'

const row = rowOf({
  first_name: 'Ana',
  last_name: 'Souza',
  email: 'ana@example.com',
  phone: '11987654321',
  cpf: '52998224725',
  birth_date: '1988-04-23',
  metadata: { a: '1', b: '2' },
})

describe('newColumns', () => {
  it('derives what is compared and searched', () => {
    expect(row).toMatchObject({
      phone: '+5511987654321',
      phoneKey: '+551187654321',
      searchText: 'ana souza ana@example.com\u001f5511987654321 551187654321 52998224725',
      birthDate: new Date('1988-04-23T00:00:00Z'),
    })
  })
})

describe('changedColumns', () => {
  it('is null when nothing would differ', () => {
    expect(changedColumns(row, {}, '')).toBeNull()
    expect(
      changedColumns(
        row,
        {
          first_name: 'Ana',
          birth_date: '1988-04-23',
          phone: '+5511987654321',
          metadata: { b: '2', c: null },
        },
        '',
      ),
    ).toBeNull()
  })

  it.each([
    [{ first_name: 'Bia' }, { firstName: 'Bia' }],
    [{ last_name: 'Melo' }, { lastName: 'Melo' }],
    [{ email: 'bia@example.com' }, { email: 'bia@example.com' }],
    [{ phone: '+551134567890' }, { phone: '+551134567890' }],
    [{ cpf: '11144477735' }, { cpf: '11144477735' }],
    [{ birth_date: '1988-04-24' }, { birthDate: new Date('1988-04-24T00:00:00Z') }],
    [{ birth_date: null }, { birthDate: null }],
    [{ metadata: { a: '9' } }, { metadata: { a: '9', b: '2' } }],
  ])('one change alone is a change: %j', (changes, columns) => {
    expect(changedColumns(row, changes, '')).toMatchObject(columns)
  })

  it('keeps what is left out, clears what is null, derives again', () => {
    expect(changedColumns(row, { phone: null, last_name: null, birth_date: null }, '')).toEqual({
      firstName: 'Ana',
      lastName: null,
      email: 'ana@example.com',
      phone: null,
      phoneKey: null,
      cpf: '52998224725',
      birthDate: null,
      metadata: { a: '1', b: '2' },
      searchText: 'ana ana@example.com\u001f52998224725',
    })
  })

  it.each([
    [{ c: '3' }, { a: '1', b: '2', c: '3' }],
    [{ a: null }, { b: '2' }],
    [{ a: null, b: null }, {}],
    [null, {}],
    [{ a: '' }, { a: '', b: '2' }],
  ])('metadata %j gives %j', (metadata, merged) => {
    expect(changedColumns(row, { metadata }, '')?.metadata).toEqual(merged)
  })

  it('names the field as the caller wrote it when 51 keys would remain', () => {
    const many = Object.fromEntries(Array.from({ length: 49 }, (_, index) => [`k${index}`, 'v']))
    expect(() => changedColumns(row, { metadata: many }, 'client')).toThrow(
      expect.objectContaining({
        code: 'validation_error',
        errors: [expect.objectContaining({ field: 'client.metadata', code: 'too_many' })],
      }),
    )
  })
})

function rowOf(input: NewClientInput): Client {
  const at = new Date('2026-11-20T11:00:00Z')
  return {
    id: 1,
    organizationId: 1,
    ...newColumns(NewClient.parse(input), ''),
    erasedAt: null,
    createdAt: at,
    updatedAt: at,
  }
}
