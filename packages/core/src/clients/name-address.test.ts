import { expect, it } from 'vitest'
import { hasAddress } from './name-address.ts'

it.each([
  'J.P.Silva',
  'Ma.Eduarda',
  'Sr.João',
  'A.Souza',
  'S.Souza',
  'Dr.Paulo',
  'José.Carlos',
  'Dr. J.P.',
  'A.Li',
  'MARIA.SILVA',
  'jose.carlos',
  'd’Ávila Jr.',
  'Ana (Aninha) S.',
])('%s is a name', (name) => expect(hasAddress(name)).toBe(false))

it.each([
  'Ganhe em https://evil.example/x',
  'veja www.evil',
  'ana@evil',
  'evil.com',
  'Evil.com',
  'EVIL.COM/x',
  'veja (evil.com.br)!',
  'evil.com,',
  'evil.Com',
  'evil\u3002com',
  'bit.ly/3x',
  '1.2.3.4',
])('%s has an address', (name) => expect(hasAddress(name)).toBe(true))
