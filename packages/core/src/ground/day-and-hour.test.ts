import { expect, it } from 'vitest'
import { dayAndHour, zoneName } from './day-and-hour.ts'

it.each([
  ['2026-12-01T10:30:00-03:00', 'terça, 1º de dezembro, às 10h30', 'Tuesday, 1 December, at 10:30'],
  ['2026-11-28T09:00:00-03:00', 'sábado, 28 de novembro, às 9h', 'Saturday, 28 November, at 09:00'],
  ['2026-11-29T01:05:00-03:00', 'domingo, 29 de novembro, à 1h05', 'Sunday, 29 November, at 01:05'],
  [
    '2027-01-05T23:59:00+14:00',
    'terça, 5 de janeiro de 2027, às 23h59',
    'Tuesday, 5 January 2027, at 23:59',
  ],
])('%s is %s and %s', (instant, pt, en) => {
  expect([dayAndHour(instant, 'pt', 2026), dayAndHour(instant, 'en', 2026)]).toEqual([pt, en])
})

it('a zone has the name that people call it by at that instant', () => {
  const instant = '2026-11-24T09:30:00-03:00'
  expect(zoneName(instant, 'pt', 'America/Sao_Paulo')).toBe('Horário Padrão de Brasília')
  expect(zoneName('2026-07-01T12:00:00Z', 'en', 'Europe/Lisbon')).toContain('Western European')
})
