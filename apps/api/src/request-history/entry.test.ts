import { expect, it } from 'vitest'
import { z } from 'zod'
import { namedField, pathIdsOf } from './entry.ts'

const input = z.object({
  start: z.string(),
  metadata: z.record(z.string(), z.string()).nullable(),
  client: z.union([z.object({ phone: z.string() }), z.null()]),
  decisions: z.array(z.object({ action: z.string() })).transform((list) => list.length),
})

it.each([
  ['start', 'start'],
  ['metadata', 'metadata'],
  ['metadata.start', 'metadata.*'],
  ['metadata.a.b', 'metadata.*'],
  ['client.phone', 'client.phone'],
  ['client.mother', 'client.*'],
  ['decisions[3].action', 'decisions[3].action'],
  ['decisions[3].reason', 'decisions[3].*'],
  ['start[0]', 'start.*'],
  ['__proto__', '*'],
  ['toString', '*'],
  ['', '*'],
  ['my own', '*'],
  ['body', 'body'],
  ['Idempotency-Key', 'Idempotency-Key'],
])('of the field %j it keeps %j', (field, named) => {
  expect(namedField(field, input)).toBe(named)
})

it('keeps no field where nothing names it', () => {
  expect([namedField('start', null), namedField('body', null)]).toEqual(['*', 'body'])
})

it('keeps what an id can be', () => {
  const pathNames = ['a_id', 'b_id', 'c_id', 'd_id', 'e_id', 'date']
  const pathValues = [
    '7',
    '2147483648',
    '007',
    'evt_01k9xq3v5m8t2r7w4y6z0a1bcd',
    'ana@x.com',
    '2026-11-20',
  ]
  expect(pathIdsOf({ pathNames, pathValues })).toEqual({
    a_id: 7,
    d_id: 'evt_01k9xq3v5m8t2r7w4y6z0a1bcd',
  })
})
