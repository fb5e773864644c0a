import { array, assert, constantFrom, json, nat, property, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'

import { findJsonFault } from './json-fault.ts'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('agrees with JSON.parse', () => {
  test('on pieces put together at random', () => {
    const piece = constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '"\\u00e9"',
      '"\\x"',
      '"\n"',
      '"\u007f\u0085"',
      ' ',
      '\n',
      '\u00a0',
      '0',
      '01',
      '-',
      '1.5e3',
      '1.',
      'true',
      'nul',
      'null',
      '\\',
      '"💜"',
      '\uD800',
    )
    assert(
      property(array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        return (findJsonFault(text) === null) === isJson(text)
      }),
      { numRuns: 5000, seed: 7 },
    )
  })

  test('on documents with one character taken out', () => {
    assert(
      property(tuple(json(), nat()), ([text, at]) => {
        const broken = text.slice(0, at % text.length) + text.slice((at % text.length) + 1)
        return findJsonFault(text) === null && (findJsonFault(broken) === null) === isJson(broken)
      }),
      { numRuns: 2000, seed: 7 },
    )
  })

  test('on depth and length that a recursive reader or a greedy pattern would not survive', () => {
    expect(findJsonFault('['.repeat(65_536))).toEqual({
      index: 65_536,
      fault: 'expected a value, and it ends',
    })
    expect(findJsonFault(`${'['.repeat(30_000)}${']'.repeat(30_000)}`)).toBeNull()
    expect(findJsonFault(`"${'\\n'.repeat(32_000)}"`)).toBeNull()
    expect(findJsonFault(`"${'x'.repeat(65_000)}`)).toMatchObject({
      index: 0,
      fault: expect.stringContaining('not closed'),
    })
  })
})
