import { describe, expect, it } from 'vitest'
import { hasError, isDynamicPix, parsePix } from 'pix-utils'
import { checksum, pixCode } from './pix-code.ts'

/** `id → value` of an EMV text. */
function fields(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (let at = 0; at < text.length;) {
    const length = Number(text.slice(at + 2, at + 4))
    expect(length).toBeGreaterThan(0)
    found.set(text.slice(at, at + 2), text.slice(at + 4, at + 4 + length))
    at += 4 + length
  }
  return found
}

const CHARGE = {
  location: 'pix.example.com/v2/01j9',
  amount: '50.00',
  payee: 'Clínica São José – Fisioterapia & Pilates',
  city: 'SAO PAULO',
}

describe('pixCode', () => {
  it('has the checksum of the example in the manual of the central bank', () => {
    const example =
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***6304'
    expect(checksum(example)).toBe('1D3D')
    // The standard check value of this checksum.
    expect(checksum('123456789')).toBe('29B1')
  })

  it('is made of fields that say their length, and ends with its checksum', () => {
    const code = pixCode(CHARGE)
    const all = fields(code)
    expect([...all.keys()]).toEqual([
      '00',
      '01',
      '26',
      '52',
      '53',
      '54',
      '58',
      '59',
      '60',
      '62',
      '63',
    ])
    expect(all.get('53')).toBe('986')
    expect(all.get('54')).toBe('50.00')
    expect(all.get('59')).toBe('Clinica Sao Jose  Fisiote')
    expect(fields(all.get('26') ?? '')).toEqual(
      new Map([
        ['00', 'br.gov.bcb.pix'],
        ['25', CHARGE.location],
      ]),
    )
    expect(all.get('63')).toBe(checksum(code.slice(0, -4)))
    expect(/^[ -~]+$/.test(code)).toBe(true)
  })

  it('says the same to a reader that others wrote', () => {
    const read = parsePix(pixCode(CHARGE))
    if (hasError(read) || !isDynamicPix(read)) throw new Error(JSON.stringify(read))
    expect(read).toMatchObject({
      type: 'DYNAMIC',
      url: CHARGE.location,
      merchantName: 'Clinica Sao Jose  Fisiote',
      merchantCity: 'SAO PAULO',
      merchantCategoryCode: '0000',
      transactionCurrency: '986',
      countryCode: 'BR',
    })
    // One digit changed on the way.
    expect(hasError(parsePix(pixCode(CHARGE).replace('50.00', '51.00')))).toBe(true)
  })

  it('a payee without a Latin letter still has a name', () => {
    expect(fields(pixCode({ ...CHARGE, payee: '診療所' })).get('59')).toBe('RECEBEDOR')
  })

  it('refuses a location that fits no field', () => {
    expect(() => pixCode({ ...CHARGE, location: 'x'.repeat(78) })).toThrow(RangeError)
  })
})
