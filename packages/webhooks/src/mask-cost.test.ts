import { describe, expect, test } from 'vitest'
import { BODY_KEPT_BYTES } from './answer.ts'
import { maskedExcerpt, secretsInHeaders } from './mask.ts'
import { cpuCost } from './testing/cpu-cost.ts'

const MOST_MS = 50
/** The dearest answer full of secrets costs 20 to 45 ms. One that costs the square of its length costs seconds. */
const FULL_MOST_MS = 100
const SECRET_CHARACTERS = 4096

function filled(text: string, length: number): string {
  return text.repeat(Math.ceil(length / text.length)).slice(0, length)
}

/** Letters in an order that repeats nowhere soon. */
function mixed(letters: string, length: number): string {
  const choices = Array.from(letters)
  let state = 7
  const text = Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647
    return choices[state % choices.length] ?? ''
  }).join('')
  return text.slice(0, length)
}

const IDEOGRAPHS = Array.from({ length: 3000 }, (_, at) => String.fromCodePoint(0x4e00 + at))

/** What secrets are made of: runs, periods, chance; letters that encoders write in many ways or in capitals. */
const STUFFS: readonly string[] = [
  'a',
  'A',
  'aA',
  'aaaaaaaaaaaaaaaB',
  'a b',
  mixed('ab', SECRET_CHARACTERS),
  mixed('aAbB', SECRET_CHARACTERS),
  mixed('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', SECRET_CHARACTERS),
  '"',
  '\\',
  '"/<&\'é ~+',
  `${'a'.repeat(4000)}"/<&'é ~+`,
  'é',
  '💜',
  mixed(IDEOGRAPHS.join(''), SECRET_CHARACTERS),
  '\u0001',
  '%61',
  '%25252561',
  '&amp;',
  '\\u0061',
].map((stuff) => filled(stuff, SECRET_CHARACTERS))

/** How an endpoint may repeat them, and fill the rest with escapes. */
const ECHOES: Readonly<Record<string, (text: string) => string>> = {
  'as they are': (text) => text,
  'separated by blanks': (text) => `${text} `,
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  'JSON twice': (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
  'a URL': (text) => encodeURIComponent(text.toWellFormed()),
  HTML: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
  base64: (text) => Buffer.from(text).toString('base64'),
  hex: (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'percent escapes': (text) => Buffer.from(text).toString('hex').replace(/../g, '%$&'),
  'one escape of four layers': (text) => `${text.slice(0, 4000)}%25252561`,
  'every second letter escaped': (text) =>
    text.replace(
      /(.)(.)/gs,
      (_, one: string, two: string) => `${encodeURIComponent(one.toWellFormed())}${two}`,
    ),
  'backslashes between': (text) => text.replace(/.{50}/gs, String.raw`$&\\\\\\\\\/`),
}

/** As many and as long as a webhook can have: secrets, headers, signing secrets. */
function mostSecrets(stuff: string): string[] {
  const headers = Array.from({ length: 20 }, (_, at): [string, string] => [
    `X-${at}`,
    `${at % 2 === 0 ? 'Bearer' : 'Basic'} ${stuff.slice(at, 1000)}`,
  ])
  return [
    ...Array.from({ length: 10 }, (_, at) => stuff.slice(at, SECRET_CHARACTERS - at)),
    ...secretsInHeaders(Object.fromEntries(headers)),
    ...Array.from({ length: 6 }, (_, at) => `whsec_${stuff.slice(at, 122)}`),
  ]
}

describe('covering the secrets of the longest answer', () => {
  test.each(Object.keys(ECHOES))('that repeats them as: %s', (name) => {
    const slow: [string, number][] = []
    for (const stuff of STUFFS) {
      const secrets = mostSecrets(stuff)
      const echo = ECHOES[name]?.(stuff) ?? ''
      const answer = filled(echo, BODY_KEPT_BYTES)
      const took = cpuCost(FULL_MOST_MS, () => maskedExcerpt(answer, secrets, true))
      if (took >= FULL_MOST_MS) slow.push([stuff.slice(0, 20), took])
    }
    expect(slow).toEqual([])
  })

  test('with an escape in an escape in an escape at its end', () => {
    const secrets = Array.from({ length: 10 }, (_, at) => 'a'.repeat(4000 - at))
    const answer = `${'a'.repeat(16_375)}%25252561`
    expect(maskedExcerpt(answer, secrets)).toBe('***')
    expect(cpuCost(MOST_MS, () => maskedExcerpt(answer, secrets))).toBeLessThan(MOST_MS)
  })

  test('that is far longer than what is kept', () => {
    const stuff = filled('aA', SECRET_CHARACTERS)
    const answer = filled(`${stuff}%25252561`, 1024 * BODY_KEPT_BYTES)
    const took = cpuCost(FULL_MOST_MS, () => maskedExcerpt(answer, mostSecrets(stuff), true))
    expect(took).toBeLessThan(FULL_MOST_MS)
  })
})

test.each(['', 'ok', '{"ok":true}', 'accepted\n'])(
  'the usual answer %j costs microseconds',
  (answer) => {
    const secrets = mostSecrets(mixed('abcdefghij', SECRET_CHARACTERS))
    const took = cpuCost(MOST_MS, () => {
      for (let turn = 0; turn < 1000; turn += 1) maskedExcerpt(answer, secrets)
    })
    expect(took).toBeLessThan(MOST_MS)
  },
)
