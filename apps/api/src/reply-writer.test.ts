import { expect, it } from 'vitest'
import { z } from 'zod'
import { compileReply } from './reply-writer.ts'

it('writes a field that is one of several records, or null', () => {
  const full = z.object({ id: z.int(), amount: z.string() })
  const write = compileReply(
    z.object({ deposit: z.union([full, z.object({ id: z.int(), name: z.string() })]).nullable() }),
  )
  expect(write({ deposit: null })).toBe('{"deposit":null}')
  expect(write({ deposit: { id: 1, amount: '5.00' } })).toBe('{"deposit":{"id":1,"amount":"5.00"}}')
  expect(write({ deposit: { id: 1, name: 'x' } })).toBe('{"deposit":{"id":1,"name":"x"}}')
})
