import { expect, it } from 'vitest'
import { openingText } from './opening.ts'

const ZONE = 'America/Sao_Paulo'
/** A Monday. */
const NOW = Date.parse('2026-11-23T12:00-03:00')

it.each([
  [true, '2026-11-23T18:00:00-03:00', 'Aberto até 18h', 'Open until 18:00'],
  [true, '2026-11-24T00:00:00-03:00', 'Aberto até meia-noite', 'Open until midnight'],
  [true, '2026-11-24T02:00:00-03:00', 'Aberto até 2h', 'Open until 2:00'],
  [true, null, 'Aberto agora', 'Open now'],
  [false, '2026-11-23T13:30:00-03:00', 'Fechado · abre às 13h30', 'Closed · opens at 13:30'],
  [
    false,
    '2026-11-24T08:00:00-03:00',
    'Fechado · abre amanhã às 8h',
    'Closed · opens tomorrow at 8:00',
  ],
  [
    false,
    '2026-11-26T01:05:00-03:00',
    'Fechado · abre quinta à 1h05',
    'Closed · opens on Thursday at 1:05',
  ],
])('open: %j, until %s: %s', (is_open, changes_at, pt, en) => {
  const opening = { is_open, changes_at }
  expect(openingText(opening, 'pt', NOW, ZONE)).toBe(pt)
  expect(openingText(opening, 'en', NOW, ZONE)).toBe(en)
})

it('says nothing where nothing is known', () => {
  expect(openingText(null, 'pt', NOW, ZONE)).toBeNull()
})
