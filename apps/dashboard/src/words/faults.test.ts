import { describe, expect, it } from 'vitest'
import { boundText } from './faults.ts'

describe('boundText', () => {
  it.each([
    ['At most 200.', 'No máximo 200.', 'At most 200.'],
    ['At least 1.', 'No mínimo 1.', 'At least 1.'],
    ['At most 10000 characters.', 'No máximo 10.000 caracteres.', 'At most 10,000 characters.'],
    ['At least 1 character.', 'No mínimo 1 caractere.', 'At least 1 character.'],
    ['At most 20 entries.', 'No máximo 20 itens.', 'At most 20 entries.'],
    ['At most 1 keys.', 'No máximo 1 item.', 'At most 1 entry.'],
    [
      'The amount must be between 0.01 and 1250.50.',
      'Entre 0,01 e 1.250,50.',
      'Between 0.01 and 1,250.50.',
    ],
  ])('%s', (message, pt, en) => {
    expect([boundText(message, 'pt'), boundText(message, 'en')]).toEqual([pt, en])
  })

  it.each(['', '`end` must be after `start`.', 'At most a few.', 'Between noon and 3.'])(
    'null: %j names no bound',
    (message) => {
      expect(boundText(message, 'pt')).toBe(null)
    },
  )
})
