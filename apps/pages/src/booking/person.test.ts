import { expect, it } from 'vitest'
import { personTexts } from './person-texts.ts'
import { faultsOf } from './person.ts'

const BRAZIL = { country: 'BR' }
const ANA = {
  firstName: 'Ana',
  lastName: 'Lima',
  phone: '11987654321',
  email: '',
  whatsapp: '',
  notes: '',
  hinted: '',
  trap: '',
  submission: 'x'.repeat(22),
  proof: '',
}

it.each([
  ['firstName', 80, 'pt', 'Use no máximo 80 caracteres'],
  ['lastName', 120, 'en', 'Write at most 120 characters'],
] as const)('%s longer than %i is told its limit', (key, most, language, text) => {
  const faults = (count: number) =>
    faultsOf({ ...ANA, [key]: 'x'.repeat(count) }, personTexts(language, BRAZIL), BRAZIL)
  expect(faults(most)).toEqual([])
  expect(faults(most + 1)).toMatchObject([{ text }])
})

it('reads a number without a country code as one of the country of the organization', () => {
  const faults = (phone: string, country: string) =>
    faultsOf({ ...ANA, phone }, personTexts('pt', { country }), { country })
  expect(faults('912 345 678', 'PT')).toEqual([])
  expect(faults('912 345 678', 'BR')).toMatchObject([
    { text: 'Digite o celular com DDD e 9 dígitos' },
  ])
  expect(faults('(11) 98765-4321', 'PT')).toMatchObject([
    { text: 'Confira o celular e o código de área' },
  ])
})
