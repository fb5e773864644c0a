import { describe, expect, it } from 'vitest'
import { NO_FACTS } from './facts.ts'
import { madeText } from './texts.ts'

const organization = { id: 1, name: 'Clínica Aurora', timeZone: 'America/Sao_Paulo' }
const now = Date.parse('2026-11-20T08:00:00-03:00')
const FACTS = {
  ...NO_FACTS,
  channel: 'email',
  client_first_name: 'Ana',
  services: 'Consulta',
  professional_name: 'Dra. Renata',
  status: 'CONFIRMED',
  start: '2026-11-30T09:00:00-03:00',
  link: 'https://agenda.example.com/a/x',
}
const place = 'Rua Harmonia, 123'
const map_url = 'https://maps.example.com/aurora'

describe('the standard text', () => {
  it.each([
    ['confirmed', 'pt', { place, map_url }, `\n\nOnde: ${place}\nMapa: ${map_url}`],
    ['moved', 'en', { place, map_url }, `\n\nWhere: ${place}\nMap: ${map_url}`],
    ['reminder', 'pt', { place: null, map_url }, `\n\nMapa: ${map_url}`],
    ['reminder', 'pt', { place: null, map_url: null }, `Veja ou cancele: ${FACTS.link}`],
    ['cancelled', 'pt', { place, map_url }, '30/11/2026 às 09:00.'],
  ] as const)('of %s in %s with %j ends as it should', (purpose, language, where, end) => {
    const facts = { ...FACTS, ...where }
    const { text } = madeText(null, purpose, language, { organization, facts, now })
    expect(text.slice(-end.length)).toBe(end)
  })
})
