import { describe, expect, it } from 'vitest'
import { clientInputOf, draftOf, isNamed } from './client-choice.ts'

describe('draftOf', () => {
  it.each([
    ['maria@example.com', { email: 'maria@example.com' }],
    ['111.444.777-35', { cpf: '111.444.777-35' }],
    ['(11) 98765-4321', { phone: '(11) 98765-4321' }],
    ['+55 11 98765', { phone: '+55 11 98765' }],
    ['Maria', { first_name: 'Maria' }],
    ['  Maria  da Silva ', { first_name: 'Maria', last_name: 'da Silva' }],
    ['李 小龍', { first_name: '李', last_name: '小龍' }],
    ['12', { first_name: '12' }],
    ['', {}],
  ])('%s', (typed, expected) => {
    const empty = { first_name: '', last_name: '', phone: '', email: '', cpf: '' }
    expect(draftOf(typed)).toEqual({ ...empty, ...expected })
  })
})

describe('clientInputOf', () => {
  it('names a known client by id, and sends no empty texts of a new one', () => {
    expect(clientInputOf({ kind: 'known', id: 5, name: 'Maria' })).toEqual({ client_id: 5 })
    expect(clientInputOf({ kind: 'new', draft: draftOf(' Ana ') })).toEqual({
      client: { first_name: 'Ana', last_name: null, phone: null, email: null, cpf: null },
    })
  })

  it('asks for a new client where another person shares the contact', () => {
    const draft = { ...draftOf('Ana'), isOther: true }
    expect(clientInputOf({ kind: 'new', draft })).toMatchObject({ client: { on_match: 'create' } })
  })
})

describe('isNamed', () => {
  it('asks a new client for a name', () => {
    expect(isNamed(null)).toBe(false)
    expect(isNamed({ kind: 'new', draft: draftOf('11987654321') })).toBe(false)
    expect(isNamed({ kind: 'new', draft: draftOf('Ana') })).toBe(true)
    expect(isNamed({ kind: 'known', id: 1, name: '' })).toBe(true)
  })
})
