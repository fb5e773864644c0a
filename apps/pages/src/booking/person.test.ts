import { expect, it } from 'vitest'
import { PERSON_TEXTS } from './person-texts.ts'
import { faultsOf } from './person.ts'

const ANA = {
  firstName: 'Ana',
  lastName: 'Lima',
  phone: '11987654321',
  email: '',
  notes: '',
  trap: '',
  submission: 'x'.repeat(22),
  proof: '',
}

it.each([
  ['firstName', 80, 'pt', 'Escreva no máximo 80 letras'],
  ['lastName', 120, 'en', 'Write at most 120 characters'],
] as const)('%s longer than %i is told its limit', (key, most, language, text) => {
  const faults = (count: number) =>
    faultsOf({ ...ANA, [key]: 'x'.repeat(count) }, PERSON_TEXTS[language])
  expect(faults(most)).toEqual([])
  expect(faults(most + 1)).toMatchObject([{ text }])
})
