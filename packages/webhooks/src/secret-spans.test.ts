import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { secretSpans } from './secret-spans.ts'
import { naivelyCovered } from './testing/naive-mask.ts'

function covered(text: string, secrets: readonly string[], isCut: boolean): boolean[] {
  const units = Array.from({ length: text.length }, () => false)
  for (const { start, end } of secretSpans(text, secrets, isCut)) units.fill(true, start, end)
  return units
}

const ENCODERS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
  (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replaceAll('/', String.raw`\/`),
  (text) => encodeURIComponent(text.toWellFormed()),
  (text) => encodeURIComponent(encodeURIComponent(text.toWellFormed())),
  (text) => new URLSearchParams([['', text]]).toString().slice(1).toLowerCase(),
  (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&#34;'),
  (text) => Buffer.from(text).toString('base64'),
  (text) => Buffer.from(`x${text}`).toString('base64url'),
  (text) => encodeURIComponent(Buffer.from(`xy${text}yz`).toString('base64')),
  (text) =>
    Buffer.from(text)
      .toString('hex')
      .replace(/[a-c]/g, (digit) => digit.toUpperCase()),
  (text) => Buffer.from(text).toString('hex').replace(/../g, '%$&'),
  (text) => text.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  (text) => text.toUpperCase(),
  (text) => text.slice(0, Math.ceil(text.length / 2)),
]

/** Few letters, so that texts hold what they must not by chance: escapes begun, doubled and broken. */
const LETTERS = [
  ...'aab1"/%&\\+ =é💜<',
  '%2',
  '%25',
  '%61',
  '&amp;',
  '&#x',
  '\\u00',
  '\\\\',
  'whsec_',
]

const pieces = fc.array(fc.constantFrom(...LETTERS), { maxLength: 6 }).map((list) => list.join(''))
const secret = fc
  .array(fc.constantFrom(...LETTERS), { minLength: 2, maxLength: 12 })
  .map((list) => list.join(''))

const answers = fc.array(secret, { minLength: 1, maxLength: 4 }).chain((secrets) =>
  fc.record({
    secrets: fc.constant(secrets),
    text: fc
      .array(fc.tuple(pieces, fc.constantFrom(...secrets), fc.constantFrom(...ENCODERS)), {
        minLength: 1,
        maxLength: 4,
      })
      .chain((parts) =>
        pieces.map(
          (end) => parts.map(([before, text, encode]) => before + encode(text)).join('') + end,
        ),
      ),
    isCut: fc.boolean(),
  }),
)

describe('fast-check: an answer that repeats secrets, whole or in part', () => {
  test('is covered where every form, written out and searched for from every place, is found; nowhere else', () => {
    fc.assert(
      fc.property(answers, ({ secrets, text }) => {
        expect(covered(text, secrets, false)).toEqual(naivelyCovered(text, secrets, false))
      }),
      { numRuns: 1000, seed: 11 },
    )
  })

  test('and was cut: no less is covered, and no more but at its end', () => {
    fc.assert(
      fc.property(answers, ({ secrets, text }) => {
        const found = covered(text, secrets, true)
        const expected = naivelyCovered(text, secrets, true)
        // From here to the end all is covered.
        const end = found.lastIndexOf(false) + 1
        expect(found.slice(0, end)).toEqual(expected.slice(0, end))
      }),
      { numRuns: 1000, seed: 12 },
    )
  })
})

describe('an answer that is cut inside an escape', () => {
  const SECRET = 'sécret-💜-value'
  const everyByte = Buffer.from(SECRET).toString('hex').replace(/../g, '%$&')
  const everyUnit = SECRET.replace(
    /./gs,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

  test.each([
    ['percent', everyByte],
    ['percent, twice', everyByte.replaceAll('%', '%25')],
    ['JSON', everyUnit],
    ['JSON, twice', everyUnit.replaceAll('\\', '\\\\')],
    ['JavaScript', everyByte.replaceAll('%', String.raw`\x`)],
    ['HTML', SECRET.replace(/./gu, (letter) => `&#${letter.codePointAt(0)};`)],
  ])('shows no letter of the secret: %s', (_name, encoded) => {
    for (let length = 1; length < encoded.length; length += 1) {
      const text = `key=${encoded.slice(0, length)}`
      // Before its first letter is whole, an escape tells nothing.
      const [span] = secretSpans(text, [SECRET], true)
      const shown = text.slice(4, span?.start)
      expect(encoded.slice(0, 8)).toContain(shown.slice(0, 8))
      expect(shown.length).toBeLessThan(8)
    }
  })
})
