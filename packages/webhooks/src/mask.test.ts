import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maskedExcerpt, maskSecrets, secretsInHeaders } from './mask.ts'

const SECRET = 'pa55+w/rd "ção" <&\'>=~'
const utf8 = Buffer.from(SECRET, 'utf8')

describe('every form of a secret is covered', () => {
  test.each([
    ['as it is', SECRET],
    ['JSON', JSON.stringify(SECRET).slice(1, -1)],
    ['JSON in JSON', JSON.stringify(JSON.stringify(SECRET)).slice(3, -3)],
    ['JSON with slashes escaped', JSON.stringify(SECRET).slice(1, -1).replace('/', '\\/')],
    ['JSON in ASCII', 'pa55+w/rd \\"\\u00e7\\u00e3o\\" <&\'>=~'],
    ['JSON in ASCII, upper case', 'pa55+w/rd \\"\\u00E7\\u00E3o\\" <&\'>=~'],
    ['JSON with PHP’s slashes', 'pa55+w\\/rd \\"\\u00e7\\u00e3o\\" <&\'>=~'],
    ['URL', encodeURIComponent(SECRET)],
    ['URL, lower case', encodeURIComponent(SECRET).replace(/%../g, (hex) => hex.toLowerCase())],
    ['URL, strict', 'pa55%2Bw%2Frd%20%22%C3%A7%C3%A3o%22%20%3C%26%27%3E%3D%7E'],
    ['form', new URLSearchParams({ s: SECRET }).toString().slice(2)],
    ['HTML', 'pa55+w/rd &quot;ção&quot; &lt;&amp;&#39;&gt;=~'],
    ['HTML, numeric', 'pa55+w/rd &#34;ção&#34; &lt;&amp;&#x27;&gt;=~'],
    ['base64', utf8.toString('base64')],
    ['base64 without padding', utf8.toString('base64').replace(/=+$/, '')],
    ['base64url', utf8.toString('base64url')],
    ['base64 in a query', encodeURIComponent(utf8.toString('base64'))],
    ['hex', utf8.toString('hex')],
    ['hex, upper case', utf8.toString('hex').toUpperCase()],
  ])('%s', (_form, text) => {
    expect(maskSecrets(`before ${text} after`, [SECRET])).toBe('before *** after')
  })

  test.each(['', 'x', 'xy', 'xyz:'])('base64 of a longer text, after %j', (before) => {
    const encoded = Buffer.from(`${before}correct horse battery${before}`).toString('base64')
    const masked = maskSecrets(encoded, ['correct horse battery'])
    expect(masked).toContain('***')
    const shown = masked.split('***').map((part) => Buffer.from(part, 'base64').toString('latin1'))
    expect(shown.join('')).not.toMatch(/corr|orre|horse|batt|tery/)
    expect(masked.length).toBeLessThan(3 + 2 * (before.length * 2 + 4))
  })

  test('a signing secret, with and without its prefix', () => {
    const rest = 'C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
    expect(maskSecrets(`${rest} whsec_${rest}`, [`whsec_${rest}`])).toBe('*** ***')
  })
})

describe('several secrets', () => {
  test('that overlap do not uncover each other', () => {
    expect(maskSecrets('<abcdefghi>', ['abcdef', 'defghi'])).toBe('<***>')
    expect(maskSecrets('<abcdefghi>', ['abcdefghi', 'cdef'])).toBe('<***>')
    expect(maskSecrets('aaaaaaa', ['aaaa'])).toBe('***')
  })

  test('side by side and repeated', () => {
    expect(maskSecrets('one1two2-one1', ['one1', 'two2'])).toBe('***-***')
  })

  test('fast-check: none is left in the text, whatever surrounds it', () => {
    const word = fc.string({ minLength: 4, maxLength: 12, unit: fc.constantFrom('a', 'b', 'c') })
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 4 }),
        fc.array(word),
        (secrets, rest) => {
          const text = [...rest, ...secrets, ...rest].join('')
          const masked = maskSecrets(text, secrets)
          for (const secret of secrets) expect(masked).not.toContain(secret)
        },
      ),
    )
  })
})

test('shorter than four characters is not a secret', () => {
  expect(maskSecrets('a1 a1 {"on":1}', ['1', 'on', 'a1', '', 'on"'])).toBe('a1 a1 {"on":1}')
})

test('pattern characters in secrets and stars in texts mean nothing special', () => {
  expect(maskSecrets('a.*+b $& a.*+b', ['a.*+b'])).toBe('*** $& ***')
  expect(maskSecrets('axxxb', ['a.*b'])).toBe('axxxb')
})

describe('the excerpt', () => {
  test('is cut after masking, so no half secret is left at the cut', () => {
    const secret = 'a-very-long-secret-value'
    const text = 'x'.repeat(1015) + secret + 'tail'
    expect(maskedExcerpt(text, [secret])).toBe(`${'x'.repeat(1015)}***tail`)
    expect(maskedExcerpt('y'.repeat(1020) + secret, [secret])).toBe(`${'y'.repeat(1020)}***`)
  })

  test('covers a secret that the end of a shortened body cuts in two', () => {
    const secret = 'swordfish-42'
    for (let length = 1; length < secret.length; length += 1) {
      const masked = maskedExcerpt(`key: ${secret.slice(0, length)}`, [secret], true)
      expect(masked).toBe('key: ***')
    }
    expect(maskedExcerpt('key: sword', [secret], false)).toBe('key: sword')
  })

  test('covers the cut secret also when what came before shrank', () => {
    const secret = 'aab-aab-aac'
    const body = secret.repeat(2000).slice(0, 16_380)
    const masked = maskedExcerpt(body, [secret], true) ?? ''
    expect(masked.replaceAll('*', '')).toBe('')
  })

  test('has at most 1024 characters and splits none', () => {
    const text = '👋'.repeat(2000)
    const excerpt = maskedExcerpt(text, [])
    expect(excerpt).toBe('👋'.repeat(1024))
    expect(maskedExcerpt(`x${text}`, [])?.isWellFormed()).toBe(true)
  })

  test('of no body is none', () => {
    expect(maskedExcerpt(null, ['secret'])).toBeNull()
  })

  test('is made quickly from the longest body and the longest secrets', () => {
    const secrets = Array.from({ length: 10 }, (_, at) => 'a'.repeat(4095) + String(at))
    const started = performance.now()
    maskedExcerpt('a'.repeat(16_384), secrets, true)
    expect(performance.now() - started).toBeLessThan(1500)
  })
})

test('header values are masked whole, by their credentials and by what these decode to', () => {
  const basic = `Basic ${Buffer.from('crm:open sesame').toString('base64')}`
  const secrets = secretsInHeaders({
    Authorization: basic,
    'X-Token': 'tok_12345',
    Auth: 'Bearer abcd1234',
  })
  expect(secrets).toContain('open sesame')
  expect(secrets).toContain('abcd1234')
  const text = `${basic}|${basic.slice(6)}|open sesame|crm:open sesame|tok_12345|abcd1234|Bearer abcd1234`
  expect(maskSecrets(text, secrets)).toBe('***|***|***|***|***|***|***')
})
