import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { boundsOf } from './input-bounds.ts'
import { LIMITS } from './limits.ts'
import { text } from '../ground/fields.ts'
import { mapOf } from '../ground/map-fields.ts'
import { proceduresOf } from '../procedure/procedure-list.ts'
import { appRouter } from '../router.ts'
import { readInput } from './validation.ts'

const touched: unknown[] = []

const Shape = z.object({
  name: text(5).optional(),
  digits: z
    .string()
    .max(5)
    .transform((value) => {
      touched.push(value)
      return value.normalize('NFKC')
    })
    .optional(),
  tags: z
    .array(
      z
        .string()
        .max(3)
        .refine((tag) => {
          touched.push(tag)
          return true
        }),
    )
    .max(2)
    .optional(),
  notes: mapOf(z.string().regex(/^[a-z]+$/), z.string().max(3).nullable(), { most: 2 }).optional(),
  body: z.union([z.string().max(4), mapOf(z.string(), z.string().max(4), { most: 2 })]).optional(),
  person: z.object({ age: z.int().max(9), tags: z.array(z.int()).max(2).optional() }).optional(),
})

function faults(input: unknown, isStrict = false): string[] {
  touched.length = 0
  const reading = readInput(Shape, input, isStrict)
  return 'faults' in reading ? reading.faults.map(({ field, code }) => `${field} ${code}`) : []
}

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'x']))

describe('what is longer than it may be', () => {
  it.each([
    ['a text', { digits: '1'.repeat(11) }, ['digits too_long']],
    ['a list', { tags: ['a', 'b', 'c'] }, ['tags too_many']],
    ['a text in a list', { tags: ['a', 'b'.repeat(7)] }, ['tags[1] too_long']],
    ['a map', { notes: many(3) }, ['notes too_many']],
    ['a text in a map', { notes: { a: 'x'.repeat(7) } }, ['notes.a too_long']],
    ['one of two forms', { body: many(3) }, ['body too_many']],
    ['the other of them', { body: 'x'.repeat(9) }, ['body too_long']],
    ['a list in an object', { person: { age: 1, tags: [1, 2, 3] } }, ['person.tags too_many']],
  ])('is named and never looked into: %s', (_, input, expected) => {
    expect(faults(input)).toEqual(expected)
    expect(touched.filter((value) => String(value).length > 5 || value === 'c')).toEqual([])
  })

  it('is named beside every other fault of the input', () => {
    const input = { digits: '1'.repeat(11), person: { age: 10 }, tags: ['aaaa'], notes: { A: '' } }
    expect(faults(input)).toEqual([
      'digits too_long',
      'tags[0] too_long',
      'notes.A invalid_format',
      'person.age out_of_range',
    ])
  })

  it('leaves room for what trimming takes away', () => {
    expect(faults({ name: '  abc  ' })).toEqual([])
    expect(faults({ name: ' '.repeat(9) + 'abc' })).toEqual(['name too_long'])
    expect(faults({ name: 'abcdef' })).toEqual(['name too_long'])
  })

  it('is cut where it names the fault', () => {
    const [fault = ''] = faults({ notes: { [`a${'b'.repeat(5000)}`]: 'x' } })
    expect(fault.length).toBeLessThan(160)
    expect(fault).toContain('… too_long')
  })
})

it('text that PostgreSQL cannot keep is named wherever it stands, all of it at once', () => {
  const input = { name: 'a\0', tags: ['\ud800', 'b'], notes: { a: '\0' } }
  expect(faults(input)).toEqual([
    'tags[0] invalid_value',
    'notes.a invalid_value',
    // A line of text tells it in its own words.
    'name invalid_format',
  ])
})

describe('a list of faults', () => {
  const Numbers = z.object({ ids: z.array(z.int()).max(500), texts: z.array(text(2)).max(500) })

  it('ends at a hundred, whether they are of size or of form', () => {
    const wrong = { ids: Array.from({ length: 500 }, () => 'x'), texts: [] }
    const long = { ids: [], texts: Array.from({ length: 500 }, () => 'x'.repeat(9)) }
    for (const input of [wrong, long]) {
      const reading = readInput(Numbers, input)
      expect('faults' in reading && reading.faults.length).toBe(LIMITS.faultsPerAnswer)
    }
  })
})

describe('strictly', () => {
  it('an unknown field is a fault at every depth, but not a name in a map', () => {
    const input = { nmae: 'x', person: { age: 1, heigth: 2 }, notes: { free: 'x' } }
    expect(faults(input, true)).toEqual(['nmae unknown_field', 'person.heigth unknown_field'])
    expect(faults(input)).toEqual([])
  })

  it('hundreds of them are told as a hundred', () => {
    expect(faults(many(3000), true)).toHaveLength(LIMITS.faultsPerAnswer)
  })
})

describe('every procedure', () => {
  const procedures = proceduresOf(appRouter)

  it('names a cap for every text, list and map that it takes', () => {
    expect(procedures.length).toBeGreaterThan(40)
    const uncapped = procedures.flatMap(({ name, input }) =>
      input === null ? [] : boundsOf(input).uncapped.map((field) => `${name} ${field}`),
    )
    expect(uncapped).toEqual([])
  })

  it('is told of a schema without one', () => {
    const Free = z.object({ a: z.string(), b: z.array(z.int()), c: z.record(z.string(), z.int()) })
    expect(boundsOf(Free).uncapped).toEqual(['a', 'b', 'c'])
    const { faults } = boundsOf(Free).apply({ a: 'x'.repeat(9000), b: [] }, false)
    expect(faults.map(({ field, code }) => `${field} ${code}`)).toEqual(['a too_long'])
  })
})
