import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText, searchPatterns, searchText } from './search.ts'

describe('plainText', () => {
  it.each([
    ['Conceição', 'conceicao'],
    ['ÀÉÎÕÜ ñç', 'aeiou nc'],
    ['Conceic\u0327a\u0303o', 'conceicao'],
    ['İstanbul', 'istanbul'],
    ['Ольга', 'ольга'],
    ['山田', '山田'],
    ['Łukasz Ørsted Đoković', 'lukasz orsted dokovic'],
    ['Strauß STRAUẞ', 'strauss strauss'],
    ['Ægir Œuvre æœ', 'aegir oeuvre aeoe'],
    ['Işıl Isil', 'isil isil'],
    ['Þór Guðrún', 'thor gudrun'],
    ["D'Ávila D’Ávila D´Ávila Dávila", 'davila davila davila davila'],
    ['Ana-Maria Ana\u2011Maria Ana–Maria', 'anamaria anamaria anamaria'],
    ['Mari\u00ada Jo\u200bão \u202aAna\u202c', 'maria joao ana'],
    ['ΟΔΥΣΣΕΥΣ οδυσσευς', 'οδυσσευσ οδυσσευσ'],
  ])('%s → %s', (text, plain) => {
    expect(plainText(text)).toBe(plain)
  })

  it('is plain already when made plain', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(plainText(plainText(text))).toBe(plainText(text))
      }),
    )
  })
})

describe('searchText', () => {
  it('holds words, then numbers without their signs', () => {
    expect(
      searchText({
        firstName: 'Conceição',
        lastName: 'Araújo',
        email: 'mari@example.com',
        phone: '+5511987654321',
        cpf: '52998224725',
      }),
    ).toBe('conceicao araujo mari@example.com\u001f5511987654321 551187654321 52998224725')
  })

  it('has both parts whatever is missing, and no name can begin the second', () => {
    const noOne = { lastName: null, email: null, phone: null, cpf: null }
    expect(searchText({ firstName: 'Zé', ...noOne })).toBe('ze\u001f')
    expect(searchText({ firstName: 'Z\u001f7', ...noOne })).toBe('z 7\u001f')
  })
})

describe('searchPatterns', () => {
  it('one list of patterns per word', () => {
    expect(searchPatterns('  Ana   SOUZA ')).toEqual([['%ana%'], ['%souza%']])
    expect(searchPatterns('98765-4321')).toEqual([['%987654321%']])
    expect(searchPatterns('(11)98765-4321')).toEqual([['%(11)987654321%', '%\u001f%11987654321%']])
    expect(searchPatterns('529.982.247-25')).toEqual([['%529.982.24725%', '%\u001f%52998224725%']])
    expect(searchPatterns('987654321')).toEqual([['%987654321%']])
    expect(searchPatterns('c-1')).toEqual([['%c1%', '%c 1%']])
    expect(searchPatterns("Ana-Maria d'Ávila")).toEqual([
      ['%anamaria%', '%ana maria%'],
      ['%davila%'],
    ])
  })

  it('of many words the ten longest different ones count', () => {
    const words = Array.from({ length: 14 }, (_, index) => 'abcdefghijklmno'.slice(0, index + 1))
    const counted = words.slice(4).map((word) => [`%${word}%`])
    expect(searchPatterns([...words, ...words].join(' '))).toEqual(counted)
  })

  it('escapes what LIKE would read', () => {
    expect(searchPatterns('100%_\\')).toEqual([['%100\\%\\_\\\\%']])
  })

  it('a text that is nothing but accents, hyphens and apostrophes asks for nothing', () => {
    expect(searchPatterns("\u0301 \u0327 - ' \u200d")).toEqual([])
  })
})
