import { expect, it } from 'vitest'
import { emailMeant, hintsFor } from './contact-hints.ts'
import { personTexts } from './person-texts.ts'
import { personIn } from './person.ts'

it.each([
  ['ana@gmial.com', 'ana@gmail.com'],
  ['Ana.Lima@GMAIL.CON', 'Ana.Lima@gmail.com'],
  ['ana@hotmial.com.br', 'ana@hotmail.com.br'],
  ['ana@yaho.com.br', 'ana@yahoo.com.br'],
  ['ana@gmail.com', null],
  ['ana@mail.com', null],
  ['ana@ig.com.br', null],
  ['ana@clinica-aurora.com.br', null],
  [`ana@${'gmail.com'.repeat(1000)}`, null],
  ['@gmial.com', null],
  ['gmial.com', null],
])('%s is meant as %j', (email, meant) => {
  expect(emailMeant(email)).toBe(meant)
})

const OFFER = { country: 'BR', channels: { whatsapp: true } }

function hints(typed: Record<string, string>, offer = OFFER) {
  const form = new URLSearchParams({ nome: 'Ana', ...typed })
  const person = personIn({ form, randomBytes: (count) => new Uint8Array(count) })
  return hintsFor(person, personTexts('pt', offer), offer)
}

it('a landline gets a hint only where messages should reach it by WhatsApp', () => {
  const ticked = { telefone: '(11) 3456-7890', whatsapp: '1' }
  expect(hints(ticked)?.landline).toContain('telefone fixo')
  expect(hints({ ...ticked, telefone: '(11) 98765-4321' })).toBeNull()
  expect(hints({ ...ticked, telefone: '+351 21 345 6789' })).toBeNull()
  expect(hints({ telefone: '(11) 3456-7890' })).toBeNull()
  expect(hints(ticked, { ...OFFER, channels: { whatsapp: false } })).toBeNull()
})

it('is said once', () => {
  expect(hints({ email: 'ana@gmial.com' })?.email?.value).toBe('ana@gmail.com')
  expect(hints({ email: 'ana@gmial.com', visto: '1' })).toBeNull()
})

it('is taken by its button', () => {
  const form = new URLSearchParams({ email: 'ana@gmial.com', certo: 'ana@gmail.com' })
  const person = personIn({ form, randomBytes: (count) => new Uint8Array(count) })
  expect(person.email).toBe('ana@gmail.com')
})
