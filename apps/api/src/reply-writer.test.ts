import { keepStored } from '@scheduling/events'
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

it('writes a map of anything as it is, and no field beside it that is not declared', () => {
  const write = compileReply(z.object({ data: z.record(z.string(), z.unknown()), id: z.int() }))
  const data = { of: [1, { a: null }], 'key "with" marks': 'é', none: undefined }
  const written = '{"data":{"of":[1,{"a":null}],"key \\"with\\" marks":"é"},"id":1}'
  expect(write({ data, id: 1, secret: 'x' })).toBe(written)
  expect(() => write({ id: 1 })).toThrow('"data" is required')
})

it('writes a long list in parts as it writes a short one', () => {
  const write = compileReply(
    z.object({ data: z.array(z.object({ name: z.string() })), has_more: z.boolean() }),
  )
  for (const length of [0, 1, 250, 251, 750, 751]) {
    const data = Array.from({ length }, (_, place) => ({ name: `José ${place}` }))
    const withMore = data.map((one) => ({ ...one, secret: 'x' }))
    const written = write({ data: withMore, has_more: false, secret: 'x' })
    expect(String(written)).toBe(JSON.stringify({ data, has_more: false }))
  }
})

it('writes stored JSON as its text, in a record and in a page', () => {
  const record = z.object({
    id: z.int(),
    data: z.record(z.string(), z.unknown()),
    context: z.object({ source: z.string() }),
  })
  const stored = (id: number) => {
    const one = { id, secret: 'x', data: {}, context: { source: 'read' } }
    keepStored(one, { data: '{"a": "é"}', context: '{"source": "stored"}' })
    return one
  }
  const text = (id: number) => `{"id":${id},"data":{"a": "é"},"context":{"source": "stored"}}`
  expect(compileReply(record)(stored(1))).toBe(text(1))
  const page = compileReply(z.object({ data: z.array(record), has_more: z.boolean() }))
  const written = page({ data: [stored(1), stored(2), { ...stored(3) }], has_more: true })
  expect(String(written)).toBe(
    `{"data":[${text(1)},${text(2)},{"id":3,"data":{},"context":{"source":"read"}}],"has_more":true}`,
  )
  const turned = z.object({ context: record.shape.context, data: record.shape.data })
  expect(() => compileReply(turned)(stored(1))).toThrow('not the last fields')
})
