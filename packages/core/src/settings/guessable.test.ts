import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { isGuessable } from './guessable.ts'

const text = (secret: string) => isGuessable(Buffer.from(secret))

it.each([
  'a'.repeat(64),
  '0123456789'.repeat(4),
  'abcdefgh'.repeat(4),
  'deadbeef'.repeat(8),
  'aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbb',
  'ghijklmnopqrstuvwxyz0123456789-_',
  '00112233445566778899aabbccddeeff',
  'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6',
  'test root secret, thirty-two characters',
  'the Production key of the clinic 0001',
  'ChangeMe-before-you-go-live-7Qk2p',
])('finds %s', (secret) => expect(text(secret)).toBe(true))

it('finds bytes that repeat or count', () => {
  expect(isGuessable(Buffer.alloc(32, 7))).toBe(true)
  expect(isGuessable(Uint8Array.from({ length: 32 }, (_, index) => index))).toBe(true)
  expect(isGuessable(Uint8Array.from({ length: 32 }, (_, index) => 250 - 3 * index))).toBe(true)
})

it('lets through what a generator makes, in every usual form', () => {
  for (let time = 0; time < 500; time += 1) {
    expect(isGuessable(randomBytes(32))).toBe(false)
    expect(text(randomBytes(16).toString('hex'))).toBe(false)
    expect(text(randomBytes(24).toString('base64'))).toBe(false)
    expect(text(randomBytes(32).toString('base64url'))).toBe(false)
  }
})
