import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOldFormOf, normalPhone, phoneForms, phoneKey } from './phone.ts'

describe('normalPhone', () => {
  it.each([
    ['(11) 98765-4321', '+5511987654321'],
    ['11987654321', '+5511987654321'],
    ['11 9 8765 4321', '+5511987654321'],
    ['11.98765.4321', '+5511987654321'],
    ['011 98765-4321', '+5511987654321'],
    ['(011) 98765-4321', '+5511987654321'],
    ['0 15 11 98765-4321', '+5511987654321'],
    ['0xx11 98765-4321', '+5511987654321'],
    ['(0xx11) 98765-4321', '+5511987654321'],
    ['0**11 98765-4321', '+5511987654321'],
    ['+55 (0)11 98765-4321', '+5511987654321'],
    ['+55 11 98765-4321', '+5511987654321'],
    ['5511987654321', '+5511987654321'],
    ['0055 11 98765-4321', '+5511987654321'],
    ['00 55 11 98765-4321', '+5511987654321'],
    ['tel:+55-11-98765-4321', '+5511987654321'],
    ['  +55 11 98765-4321\n', '+5511987654321'],
    ['\u202a+55\u00a011 98765\u20114321\u202c', '+5511987654321'],
    ['１１９８７６５４３２１', '+5511987654321'],
    ['11 3456-7890', '+551134567890'],
    ['0800 123 4567', '+558001234567'],
    ['4004-1234', '+5540041234'],
    // Without the ninth digit, as messaging apps still show many numbers.
    ['11 8765-4321', '+551187654321'],
    ['551187654321', '+551187654321'],
    ['(31) 6765-4321', '+553167654321'],
    ['+1 415 555 2671', '+14155552671'],
    ['001 415 555 2671', '+14155552671'],
    ['+351 912 345 678', '+351912345678'],
    ['+54 9 11 2345-6789', '+5491123456789'],
  ])('%s → %s', (text, phone) => {
    expect(normalPhone(text)).toBe(phone)
  })

  it.each([
    '',
    ' ',
    '+',
    '0',
    'call me',
    '98765-4321',
    '3456-7890',
    '190',
    '(20) 98765-4321',
    '(00) 98765-4321',
    '1111111111',
    '11 98765 43',
    '11 98765 4321 4321',
    '+55 11 98765-4321 / 11 3456-7890',
    '11 3456-7890 ramal 12',
    '11 3456-7890 x12',
    '+5511987654321;ext=3',
    '+999 12345678',
    'mobile: 11987654321',
    '9'.repeat(100_000),
    '+'.repeat(100_000),
    ' '.repeat(100_000),
    '0xx'.repeat(10_000),
  ])('%s is none', (text) => {
    const before = process.cpuUsage()
    expect(normalPhone(text)).toBeNull()
    const { user, system } = process.cpuUsage(before)
    // Work that grew with the square of 100,000 would take far longer.
    expect((user + system) / 1000).toBeLessThan(500)
  })

  it('never throws, answers E.164 or null, and what it answered stays as it is', () => {
    const digit = fc.constantFrom(...'0123456789+-() .x')
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: digit, maxLength: 20 })),
        (text) => {
          const phone = normalPhone(text)
          if (phone === null) return
          expect(phone).toMatch(/^\+[1-9]\d{3,14}$/)
          expect(normalPhone(phone)).toBe(phone)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

describe('phoneKey', () => {
  it('is one for a Brazilian mobile with and without its ninth digit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 11, max: 99 }).filter((area) => area % 10 !== 0),
        fc.integer({ min: 60_000_000, max: 99_999_999 }),
        (area, number) => {
          expect(phoneKey(`+55${area}9${number}`)).toBe(phoneKey(`+55${area}${number}`))
        },
      ),
    )
  })

  it('keeps apart what is not the same number', () => {
    const apart = [
      '+551134567890',
      '+5511934567890',
      '+5511987654321',
      '+5521987654321',
      '+5511987654322',
      '+14155552671',
      '+351912345678',
    ]
    expect(new Set(apart.map(phoneKey)).size).toBe(apart.length)
  })
})

describe('phoneForms', () => {
  it.each([
    ['+5511987654321', ['+5511987654321', '+551187654321']],
    ['+551187654321', ['+551187654321', '+5511987654321']],
    // These never had eight digits, or are not mobile numbers.
    ['+5511934567890', ['+5511934567890']],
    ['+551134567890', ['+551134567890']],
    ['+351912345678', ['+351912345678']],
  ])('%s', (phone, forms) => {
    expect(phoneForms(phone)).toEqual(forms)
  })
})

describe('isOldFormOf', () => {
  it.each([
    ['+551187654321', '+5511987654321', true],
    ['+5511987654321', '+551187654321', false],
    ['+5511987654321', '+5511987654321', false],
    ['+552187654321', '+5511987654321', false],
    ['+551134567890', '+5511934567890', false],
    [null, '+5511987654321', false],
    ['+551187654321', null, false],
  ])('%s of %s: %s', (phone, kept, isOldForm) => {
    expect(isOldFormOf(phone, kept)).toBe(isOldForm)
  })
})
