import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalCpf } from './cpf.ts'

describe('normalCpf', () => {
  it.each([
    ['529.982.247-25', '52998224725'],
    ['52998224725', '52998224725'],
    [' 529 982 247 25 ', '52998224725'],
    ['529.982.247/25', '52998224725'],
    ['529.982.247\u201325', '52998224725'],
    ['５２９９８２２４７２５', '52998224725'],
    ['111.444.777-35', '11144477735'],
    // Check digits of 10 count as 0.
    ['12345600209', '12345600209'],
  ])('%s → %s', (text, cpf) => {
    expect(normalCpf(text)).toBe(cpf)
  })

  it.each([
    '',
    '52998224724',
    '52998224735',
    '5299822472',
    '529982247255',
    '000.000.000-00',
    '999.999.999-99',
    '529.982.247-2x',
    'a52998224725',
    '+52998224725',
    '٥٢٩٩٨٢٢٤٧٢٥',
  ])('%s is none', (text) => {
    expect(normalCpf(text)).toBeNull()
  })

  it('accepts exactly one pair of check digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_998 }), (number) => {
        const stem = String(number).padStart(9, '0')
        fc.pre(!/^(.)\1{8}$/.test(stem))
        const valid = Array.from(
          { length: 100 },
          (_, pair) => stem + String(pair).padStart(2, '0'),
        ).filter((text) => normalCpf(text) !== null)
        expect(valid).toHaveLength(1)
      }),
      { numRuns: 200 },
    )
  })
})
