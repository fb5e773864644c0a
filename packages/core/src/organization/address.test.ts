import { describe, expect, it } from 'vitest'
import { Problem } from '../contract/problems.ts'
import {
  addressColumns,
  AddressInput,
  addressOf,
  mapLink,
  whatsappLink,
  writtenAddress,
} from './address.ts'

const AURORA = {
  street: 'Rua Harmonia',
  number: '123',
  complement: 'sala 4',
  district: 'Vila Madalena',
  city: 'São Paulo',
  state: 'SP',
  postal_code: '05435-000',
}

/** As it is kept, and read again. */
const kept = (typed: object | null, country = 'BR') =>
  addressOf(addressColumns(AddressInput.parse(typed), country))

function faultsOf(typed: object, country = 'BR'): string[] {
  const read = AddressInput.safeParse(typed)
  if (!read.success) return read.error.issues.map(({ path }) => path.join('.'))
  try {
    addressColumns(read.data, country)
    return []
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.errors.map(({ field, code }) => `${field} ${code}`)
  }
}

describe('an address', () => {
  it.each([
    [AURORA, 'Rua Harmonia, 123, sala 4 · Vila Madalena · São Paulo – SP · 05435-000'],
    [
      { ...AURORA, complement: null },
      'Rua Harmonia, 123 · Vila Madalena · São Paulo – SP · 05435-000',
    ],
    [{ street: 'Praça da Sé', complement: 'loja 2' }, 'Praça da Sé, loja 2'],
    [{ district: 'Vila Madalena', city: 'São Paulo' }, 'Vila Madalena · São Paulo'],
    [{ street: 'Rua Harmonia' }, 'Rua Harmonia'],
    [{ district: 'Centro' }, 'Centro'],
    [{ city: 'Manaus' }, 'Manaus'],
    [{ state: 'am' }, 'AM'],
    [{ postal_code: '69005010' }, '69005-010'],
  ])('%j is written %s', (typed, text) => {
    const address = kept(typed)
    expect(address === null ? null : writtenAddress(address)).toBe(text)
  })

  it.each([[null], [{}], [{ street: '  ', city: null, number: '' }]])('%j is none', (typed) => {
    expect(kept(typed)).toBeNull()
  })

  it.each([
    [
      'BR',
      { state: ' sp ', postal_code: ' 01310-100 ' },
      { state: 'SP', postal_code: '01310-100' },
    ],
    ['BR', { postal_code: '01.310 100' }, { postal_code: '01310-100' }],
    [
      'PT',
      { state: 'Lisboa', postal_code: '1100-048' },
      { state: 'Lisboa', postal_code: '1100-048' },
    ],
    ['GB', { postal_code: 'SW1A 1AA' }, { postal_code: 'SW1A 1AA' }],
  ])('in %s: %j is kept as %j', (country, typed, expected) => {
    expect(kept(typed, country)).toMatchObject(expected)
  })

  it.each([
    ['BR', { postal_code: '0131-100' }, ['address.postal_code invalid_format']],
    ['BR', { postal_code: '٠١٣١٠-١٠٠' }, ['address.postal_code invalid_format']],
    ['BR', { state: 'São Paulo' }, ['address.state invalid_format']],
    [
      'BR',
      { state: 'S1', postal_code: 'x' },
      ['address.state invalid_format', 'address.postal_code invalid_format'],
    ],
    ['PT', { number: '12' }, ['address.street required']],
    ['BR', { complement: 'sala 4', city: 'Manaus' }, ['address.street required']],
    ['BR', { street: 'Rua\nHarmonia' }, ['street']],
    ['BR', { city: 'a\u0000b' }, ['city']],
    ['BR', { district: 'a\u202eb' }, ['district']],
    ['BR', { complement: '\u200b' }, ['complement']],
  ])('in %s: %j is refused on %j', (country, typed, faults) => {
    expect(faultsOf(typed, country)).toEqual(faults)
  })
})

describe('the link to a map', () => {
  const organization = (typed: object | null, mapUrl: string | null = null) => ({
    ...addressColumns(AddressInput.parse(typed), 'BR'),
    country: 'BR',
    mapUrl,
  })

  it('is a search for the address, without what is inside of the house', () => {
    const url = new URL(mapLink(organization(AURORA)) ?? '')
    expect(`${url.origin}${url.pathname}`).toBe('https://www.google.com/maps/search/')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      api: '1',
      query: 'Rua Harmonia, 123, Vila Madalena, São Paulo – SP, 05435-000, Brazil',
    })
  })

  it.each([
    [AURORA, 'https://maps.app.goo.gl/abc'],
    [null, 'https://maps.app.goo.gl/abc'],
    [null, null],
  ])('of %j with %j is what its owner gave', (typed, given) => {
    expect(mapLink(organization(typed, given))).toBe(given)
  })
})

it('a chat begins at the number without its plus', () => {
  expect(whatsappLink('+5511987654321')).toBe('https://wa.me/5511987654321')
})
