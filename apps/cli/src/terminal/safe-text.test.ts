import { describe, expect, it } from 'vitest'
import { nearest } from './nearest.ts'
import { jsonText, manyLines, oneLine } from './safe-text.ts'
import { withoutSecrets } from './without-secrets.ts'

/** Sequences of terminals, directions, and text that no one sees. */
const HOSTILE = '\u001b[2J\u009b31m\u0007\u202e\u2066\u200b\ufeff\u{e0041}\u2028\r'

describe('text of others', () => {
  it('has no character that a terminal would obey', () => {
    for (const make of [oneLine, manyLines, jsonText]) {
      expect(make(`a${HOSTILE}b`)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    }
    expect(oneLine('a\nb\tc')).toBe('a\\u000ab\\u0009c')
    expect(manyLines('a\r\nb\tc\rd')).toBe('a\nb\tc\\u000dd')
    expect(oneLine('\u{e0041}')).toBe('\\udb40\\udc41')
  })

  it('keeps names and symbols of every script', () => {
    for (const text of ['Conceição', 'Łukasz Đorđević', '中村 さくら', '😀', 'שלום']) {
      expect(oneLine(text)).toBe(text)
    }
  })

  it('is the same value as JSON', () => {
    const value = { [HOSTILE]: [HOSTILE, 'é"\\\n\t', 1, null] }
    expect(JSON.parse(jsonText(value))).toEqual(value)
    expect(JSON.parse(jsonText(value, 2))).toEqual(value)
    expect(jsonText(value)).not.toContain('\n')
  })
})

describe('a mistyped word', () => {
  it.each([
    ['slosts', 'slots'],
    ['SLOTS', 'slots'],
    ['lsot', 'slots'],
    ['trigegr', 'trigger'],
    ['x', null],
    ['completely-else', null],
    ['y'.repeat(100_000), null],
  ])('%.20s means %s', (typed, meant) => {
    expect(nearest(typed, ['slots', 'trigger', 'events'])).toBe(meant)
  })
})

describe('a message', () => {
  it('shows no key and no secret, and says that there was one', () => {
    expect(withoutSecrets('a svc_live_abc123 b svc_test_x whsec_aB+/= c')).toBe(
      'a svc_live_… b svc_test_… whsec_… c',
    )
  })
})
