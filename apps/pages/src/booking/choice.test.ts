import { LIMITS } from '@scheduling/core'
import { describe, expect, it } from 'vitest'
import { addressOf, choiceIn } from './choice.ts'

const all = (address: string) => new URL(address, 'http://localhost').searchParams

describe('what was chosen', () => {
  it('is the same after a round through the address', () => {
    const query =
      'servico=3&servico=1&profissional=2&dia=2026-11-24&desde=2026-11-23&inicio=2026-11-24T09%3A00%3A00-03%3A00&idioma=en&embed=1d2b3a'
    const choice = choiceIn('aurora', new URLSearchParams(query))
    expect(choice).toEqual({
      slug: 'aurora',
      serviceIds: [3, 1],
      professionalId: 2,
      date: '2026-11-24',
      since: '2026-11-23',
      month: null,
      start: '2026-11-24T09:00:00-03:00',
      language: 'en',
      embed: '1d2b3a',
    })
    const address = addressOf(choice, 'details')
    expect(address.startsWith('/aurora/dados?')).toBe(true)
    expect(choiceIn('aurora', all(address))).toEqual(choice)
  })

  it.each([
    'servico=x&servico=-1&servico=1e9&servico=0&profissional=abc',
    'dia=2026-02-30&desde=tomorrow&inicio=now&idioma=fr',
    `inicio=${'2026-11-24T09:00:00-03:00'.repeat(100)}`,
    'inicio=2026-11-24T%3Cscript%3E',
    'inicio=2026-11-24T23%3A59%3A60Z',
    'inicio=2026-11-24T09%3A00%3A00',
  ])('is nothing where it is not shaped as we write it: %s', (query) => {
    expect(choiceIn('aurora', new URLSearchParams(query))).toEqual(
      choiceIn('aurora', new URLSearchParams()),
    )
  })

  it('is each service once, and no more than a visit can have', () => {
    const many = Array.from({ length: 500 }, (_, at) => `servico=${(at % 50) + 1}`).join('&')
    const { serviceIds } = choiceIn('aurora', new URLSearchParams(many))
    expect(serviceIds).toHaveLength(LIMITS.servicesPerAppointment)
    expect(new Set(serviceIds).size).toBe(serviceIds.length)
  })
})
