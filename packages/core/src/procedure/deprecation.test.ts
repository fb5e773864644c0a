import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { procedure } from './define.ts'
import { deprecationHeaders, type Deprecation } from './deprecation.ts'

const instead = 'Use `GET /v1/rooms`.'

function declared(rest: {
  deprecated?: Deprecation
  deprecatedFields?: Readonly<Record<string, Deprecation>>
}) {
  return procedure({
    kind: 'read',
    rest: { method: 'GET', path: '/room', tag: 'Rooms', summary: 'See the room', ...rest },
    scope: 'read',
    access: 'everybody',
    input: z.object({ floor: z.string().optional() }),
    output: z.object({ done: z.boolean() }),
    problems: [],
    run: async () => ({ done: true }),
  })
}

describe('a declaration of what ends', () => {
  it.each([
    ['2026-11-29', '2027-11-29'],
    ['2027-01-31', '2030-01-01'],
    ['2028-02-29', '2029-03-01'],
  ])('gives callers twelve months: %s to %s', (since, until) => {
    expect(() => declared({ deprecated: { since, until, instead } })).not.toThrow()
  })

  it.each([
    ['2026-11-29', '2027-11-28', 'GET /room is deprecated since 2026-11-29 and ends on 2027-11-28'],
    ['2026-11-29', '2025-11-29', 'callers have 12 months at least'],
    ['2026-02-30', '2028-01-01', '2026-02-30 is no day.'],
    ['2026-11-29', '29 Nov 2028', '29 Nov 2028 is no day.'],
  ])('stops the start otherwise: %s to %s', (since, until, says) => {
    expect(() => declared({ deprecated: { since, until, instead } })).toThrow(says)
    expect(() => declared({ deprecatedFields: { floor: { since, until, instead } } })).toThrow(
      says.replace('GET /room is', '`floor` of GET /room is'),
    )
  })

  it('stops the start for a field that the route has not', () => {
    const day = { since: '2026-11-29', until: '2027-11-29', instead }
    expect(() => declared({ deprecatedFields: { wing: day } })).toThrow(
      'GET /room has no field `wing`.',
    )
  })
})

it('the headers tell the earliest days of what a request used', () => {
  const one = { since: '2026-11-29', until: '2028-06-01', instead }
  const other = { since: '2026-12-24', until: '2027-12-24', instead }
  expect(deprecationHeaders([one, other], 'https://api.example.com')).toEqual({
    Deprecation: '@1795910400',
    Sunset: 'Fri, 24 Dec 2027 00:00:00 GMT',
    Link: '<https://api.example.com/docs/changes#deprecation>; rel="deprecation"; type="text/html"',
  })
  expect(deprecationHeaders([], 'https://api.example.com')).toEqual({})
})
