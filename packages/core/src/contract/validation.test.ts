import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { distinctIds } from '../ground/fields.ts'
import { MetadataInput } from '../ground/map-fields.ts'
import { Problem } from './problems.ts'
import { parsed } from './validation.ts'

const Shape = z
  .object({
    limit: z.int().min(1).max(200).optional(),
    name: z.string().min(2).max(3).optional(),
    word: z.string().min(1).optional(),
    status: z.enum(['PENDING', 'CONFIRMED']).optional(),
    service_ids: distinctIds(2).optional(),
    metadata: MetadataInput.optional(),
    pair: z.object({}).optional(),
  })
  .refine(({ pair }) => pair !== null, {
    path: ['pair'],
    params: { code: 'mutually_exclusive' },
    when: () => true,
  })

function refusal(input: unknown): Problem {
  try {
    parsed(Shape, input)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('was accepted')
}

describe('a refused value', () => {
  it.each([
    [{ limit: 201 }, 'limit', 'out_of_range', 'At most 200.'],
    [{ limit: 0 }, 'limit', 'out_of_range', 'At least 1.'],
    [{ limit: 1e30 }, 'limit', 'out_of_range', 'At most 200.'],
    [{ limit: -1e30 }, 'limit', 'out_of_range', 'At least 1.'],
    [{ name: 'a' }, 'name', 'too_short', 'At least 2 characters.'],
    [{ name: 'abcd' }, 'name', 'too_long', 'At most 3 characters.'],
    [{ status: 'X' }, 'status', 'invalid_value', 'One of: PENDING, CONFIRMED.'],
    [{ service_ids: [1, 2, 3] }, 'service_ids', 'too_many', 'At most 2 entries.'],
    [{ service_ids: [1e30] }, 'service_ids[0]', 'out_of_range', 'At most 2147483647.'],
    [{ limit: 'x' }, 'limit', 'invalid_type', 'This value has the wrong type. Expected: integer.'],
    [{ limit: 1.5 }, 'limit', 'invalid_type', 'This value has the wrong type. Expected: integer.'],
    [{ word: '' }, 'word', 'too_short', 'At least 1 character.'],
    [
      { word: 'a\u0000' },
      'word',
      'invalid_value',
      'The text contains a character that cannot be stored: NUL, or half of a surrogate pair.',
    ],
    [
      { metadata: 'x' },
      'metadata',
      'invalid_type',
      'This value has the wrong type. Expected: object.',
    ],
    [
      { metadata: { '': 'x' } },
      'metadata',
      'invalid_format',
      'A metadata key must have 1 to 40 characters: letters, digits, "_", "." or "-".',
    ],
    [{ pair: null }, 'pair', 'invalid_type', 'This value has the wrong type. Expected: object.'],
  ])('%j is named once, in plain words', (input, field, code, message) => {
    const problem = refusal(input)
    expect(problem.errors).toEqual([{ field, code, message }])
    expect(problem.message).toBe(`Not valid: \`${field}\`. ${message}`)
  })

  it('among others is only named in the detail', () => {
    expect(refusal({ limit: 0, name: 'a' }).message).toBe('Not valid: `limit`, `name`.')
  })
})
