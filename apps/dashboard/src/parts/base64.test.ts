import { expect, it } from 'vitest'
import { base64Of } from './base64.ts'

it.each([0, 1, 2, 3, 8191, 8192, 8193, 100_000])('keeps every one of %i bytes', (length) => {
  const bytes = Uint8Array.from({ length }, (_, at) => (at * 31) % 256)
  expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString('base64'))
})
