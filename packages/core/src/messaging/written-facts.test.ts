import { describe, expect, it } from 'vitest'
import { SAMPLE_FACTS, type Facts } from './facts.ts'
import { writtenFacts } from './written-facts.ts'

const organization = { name: 'Clínica Aurora', timeZone: 'America/Sao_Paulo' }
const now = Date.parse('2026-11-20T08:00:00-03:00')
const of = (facts: Partial<Facts>, language: 'pt' | 'en' = 'pt') =>
  writtenFacts({ ...SAMPLE_FACTS, ...facts }, language, { organization, now })

describe('facts as people write them', () => {
  it.each([
    ['pt', '1234.50', '1.234,50'],
    ['en', '1234.50', '1,234.50'],
    ['pt', '100.00', '100,00'],
    ['pt', '999999999999.99', '999.999.999.999,99'],
    ['pt', null, null],
  ] as const)('money in %s: %s is written %s', (language, amount, written) => {
    const facts = of({ amount, refunded_amount: amount }, language)
    expect([facts.amount, facts.refunded_amount]).toEqual([written, written])
  })

  it('have what, when, where and what it costs in lines', () => {
    const facts = { services: 'Consulta', professional_name: 'Dra. Helena', place: 'Sala 2' }
    expect(of(facts).details?.split('\n')).toEqual([
      'Clínica Aurora',
      'Consulta com Dra. Helena',
      'segunda, 30 de novembro, às 9h',
      'Sala 2',
      'Valor: R$ 180,00',
      'Sinal: R$ 50,00, até segunda, 23 de novembro, às 9h30',
    ])
    const over = { ...facts, booking_status: 'CANCELLED_CLIENT', status: 'EXPIRED', place: null }
    expect(of(over, 'en').details?.split('\n')).toEqual([
      'Clínica Aurora',
      'Consulta with Dra. Helena',
      'Monday, 30 November, at 09:00',
    ])
  })

  it.each([
    ['PENDING', null, 'Online: o link da sala vem com a confirmação'],
    ['CONFIRMED', null, 'Online: enviamos o link assim que a sala estiver pronta'],
    ['CONFIRMED', 'https://meet.example/7', 'Online'],
    ['CANCELLED_CLIENT', null, 'Online'],
  ])('say how an online appointment that is %s takes place (room: %s)', (status, room, line) => {
    const facts = of({ type: 'TELEMEDICINE', booking_status: status, meeting_url: room })
    expect(facts.details?.split('\n')).toContain(line)
  })
})
