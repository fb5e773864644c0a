import { expect, it } from 'vitest'
import { joined } from './article.ts'

it.each([
  ['em', 'Clínica Aurora', 'na Clínica Aurora'],
  ['em', 'CLINICA Aurora', 'na CLINICA Aurora'],
  ['de', 'Barbearia do Seu Zé', 'da Barbearia do Seu Zé'],
  ['de', 'Estúdio Lúmen', 'do Estúdio Lúmen'],
  ['em', 'Salão Rosa', 'no Salão Rosa'],
  ['em', 'Clinicão', 'em Clinicão'],
  ['de', 'Dra. Ana Lima', 'de Dra. Ana Lima'],
  ['em', '', 'em '],
] as const)('%s + %s', (preposition, name, expected) => {
  expect(joined(preposition, name)).toBe(expected)
})
