import { describe, expect, it } from 'vitest'
import { dayAndHour, hour, length, money, nearDay, shortDay, sum } from './written.ts'

const AT = '2026-11-24T09:30:00-03:00'
const ZONE = 'America/Sao_Paulo'

describe('what pages write', () => {
  it('is a day and an hour of the zone, in both languages', () => {
    const before = Date.parse('2026-01-01T03:00:00Z')
    expect(dayAndHour(AT, 'pt', ZONE, before)).toBe('terça, 24 de novembro, às 9h30')
    expect(dayAndHour(AT, 'en', ZONE, before - 1)).toBe('Tuesday, 24 November 2026, at 09:30')
    expect(hour(AT, 'pt', 'Europe/Lisbon')).toBe('12:30')
    expect(hour('2026-11-24T00:05:00-03:00', 'en', ZONE)).toBe('00:05')
  })

  it('is a date without a zone', () => {
    expect(nearDay('2026-11-24', 'pt')).toBe('terça-feira, 24 de novembro')
    expect(shortDay('2026-11-24', 'pt')).toBe('ter, 24 nov')
    expect(shortDay('2026-11-24', 'en')).toBe('Tue, 24 Nov')
  })

  it('is money, and nothing where there is no price', () => {
    expect(money('1180.5', 'pt')).toBe('R$ 1.180,50')
    expect(money('50.00', 'en')).toBe('R$50.00')
    expect(money(null, 'pt')).toBeNull()
  })

  it('is a sum to the cent, of what is known', () => {
    expect(sum(['0.10', '0.20', null])).toBe('0.30')
    expect(sum(['999999.99', '0.01'])).toBe('1000000.00')
    expect(sum([null])).toBeNull()
  })

  it('is a length in hours and minutes', () => {
    expect([45, 60, 90, 0].map(length)).toEqual(['45 min', '1 h', '1 h 30 min', '0 min'])
  })
})
