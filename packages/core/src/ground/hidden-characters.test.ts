import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hiddenCharacter } from './hidden-characters.ts'

describe('hiddenCharacter', () => {
  it.each([
    'Ana Souza',
    "José d'Ávila-Œuvre (mãe) 2º",
    'Conceic\u0327a\u0303o',
    'Ольга 山田 花子 김철수',
    'علی\u200cرضا',
    'نامه\u200cهای ۲۰\u200cساله',
    'क्\u200dष ක්\u200dර',
    // Ends in a letter that older texts write with a joiner.
    'രാജന്\u200d',
    'বাক্\u200c',
    'Ana ❤️ 👩‍👩‍👧‍👦 🧑🏽‍⚕️ 👁️‍🗨️ 🏳️‍🌈',
    '1️⃣ #️⃣ ☎︎',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇧🇷',
    '葛\u{e0100}城',
    '\u00a0x\u3000y',
  ])('%s has none', (text) => {
    expect(hiddenCharacter(text, 'line')).toBeNull()
    expect(hiddenCharacter(text, 'lines')).toBeNull()
  })

  it.each([
    ['Ana\0', 'U+0000'],
    ['A\u0007na', 'U+0007'],
    ['A\u001bna', 'U+001B'],
    ['A\u007fna', 'U+007F'],
    ['A\u0085na', 'U+0085'],
    ['\u202eanA', 'U+202E'],
    ['Ana\u200e', 'U+200E'],
    ['Ana\u200fSouza', 'U+200F'],
    ['\u061cAna', 'U+061C'],
    ['A\u2066n\u2069a', 'U+2066'],
    ['Ana\u200bSouza', 'U+200B'],
    ['An\u2060a', 'U+2060'],
    ['A\ufeffna', 'U+FEFF'],
    ['An\u00ada', 'U+00AD'],
    ['\u3164', 'U+3164'],
    ['\u115f\u1160', 'U+115F'],
    ['\u200d', 'U+200D'],
    ['Ana\u200d', 'U+200D'],
    ['\u200cAna', 'U+200C'],
    ['Ana \u200d Souza', 'U+200D'],
    ['An\u200c\u200ca', 'U+200C'],
    ['Ana\u0301\u200d', 'U+200D'],
    ['❤\u200d', 'U+200D'],
    ['❤\u200cx', 'U+200C'],
    ['\ufe0f', 'U+FE0F'],
    ['Ana \ufe0f', 'U+FE0F'],
    ['❤\ufe0f\ufe0f', 'U+FE0F'],
    ['\u{e0041}\u{e006e}', 'U+E0041'],
    ['🏴\u{e0067}', 'U+E0067'],
    [`🏴${'\u{e0061}'.repeat(7)}\u{e007f}`, 'U+E0061'],
    ['A\u034fna', 'U+034F'],
    ['A\u206ana', 'U+206A'],
  ])('%j has %s, in one line and in several', (text, found) => {
    expect(hiddenCharacter(text, 'line')).toBe(found)
    expect(hiddenCharacter(text, 'lines')).toBe(found)
  })

  it.each([
    ['a\nb', 'U+000A'],
    ['a\r\nb', 'U+000D'],
    ['a\tb', 'U+0009'],
    ['a\u2028b', 'U+2028'],
    ['a\u2029b', 'U+2029'],
  ])('%j is of several lines', (text, found) => {
    expect(hiddenCharacter(text, 'line')).toBe(found)
    expect(hiddenCharacter(text, 'lines')).toBeNull()
  })

  it('is linear in the text, whatever stands in it', () => {
    for (const part of [
      '\u200d',
      'a\u200d',
      '❤\u200d',
      '🏴\u{e0061}',
      '🏴\u{e0061}\u{e0061}\u{e0061}',
      '\ufe0f',
      'a\n',
    ]) {
      const text = part.repeat(200_000 / part.length)
      const before = process.cpuUsage()
      hiddenCharacter(text, 'lines')
      const { user, system } = process.cpuUsage(before)
      // Milliseconds, on a slow machine too; one that is not linear takes minutes.
      expect((user + system) / 1000, JSON.stringify(part)).toBeLessThan(5000)
    }
  })

  it('finds what only hides wherever it is put', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(
        word,
        word,
        fc.constantFrom('\u202e', '\u2067', '\u200b', '\u0000'),
        (one, other, mark) => {
          expect(hiddenCharacter(`${one}${mark}${other}`, 'lines')).not.toBeNull()
        },
      ),
    )
  })
})
