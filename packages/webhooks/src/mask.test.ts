import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maskedExcerpt, secretsInHeaders } from './mask.ts'

const SECRET = 'pa55+w/rd "ção" <&\'>=~'
const utf8 = Buffer.from(SECRET, 'utf8')
const hexOf = (text: string) => Buffer.from(text).toString('hex')
const unicodeEscape = (letter: string) =>
  String.raw`\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`

describe('an answer with a secret in an encoding is withheld', () => {
  test.each([
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
    ['hex, either case', utf8.toString('hex').replace(/[a-c]/g, (digit) => digit.toUpperCase())],
    ['URL, every byte', utf8.toString('hex').replace(/../g, '%$&')],
    ['URL, either case', encodeURIComponent(SECRET).replace(/%C3/, '%c3')],
    ['URL, twice', encodeURIComponent(encodeURIComponent(SECRET))],
    ['URL, three times', encodeURIComponent(encodeURIComponent(encodeURIComponent(SECRET)))],
    [
      'URL, every byte, four times',
      utf8
        .toString('hex')
        .replace(/../g, '%$&')
        .replaceAll('%', '%25')
        .replaceAll('%', '%25')
        .replaceAll('%', '%25'),
    ],
    ['JSON, every letter', SECRET.replace(/./gs, (letter) => unicodeEscape(letter))],
    ['JSON, three times', [1, 2, 3].reduce((text) => JSON.stringify(text).slice(1, -1), SECRET)],
    ['JavaScript, every byte', utf8.toString('hex').replace(/../g, String.raw`\x$&`)],
    ['HTML, every letter', SECRET.replace(/./gs, (letter) => `&#${letter.codePointAt(0)};`)],
    ['HTML, hex', SECRET.replace(/./gs, (letter) => `&#X${letter.charCodeAt(0).toString(16)};`)],
    ['HTML in JSON', JSON.stringify('pa55+w/rd &quot;ção&quot; &lt;&amp;&#39;&gt;=~').slice(1, -1)],
    ['JSON in a URL', encodeURIComponent(JSON.stringify(SECRET).slice(1, -1))],
    ['base64 in JSON', utf8.toString('base64').replaceAll('/', String.raw`\/`)],
    ['base64, every byte percent', hexOf(utf8.toString('base64')).replace(/../g, '%$&')],
    ['half JSON, half HTML', 'pa55+w\\/rd \\u0022ç\\u00e3o&quot; &lt;&amp;&#39;\\u003e=~'],
  ])('%s', (_form, text) => {
    expect(maskedExcerpt(`before ${text} after`, [SECRET])).toBe('***')
  })

  test.each(['£-£-£', '€uro-€€€', '日本語のキー', '🔑🗝️🔑-key'])(
    'letters of several bytes, written byte by byte: %s',
    (secret) => {
      const bytes = hexOf(secret).replace(/../g, String.raw`\x$&`)
      expect(maskedExcerpt(`before ${bytes} after`, [secret])).toBe('***')
    },
  )

  test.each(['', 'x', 'xy', 'xyz:'])('base64 of a longer text, after %j', (before) => {
    const encoded = Buffer.from(`${before}correct horse battery${before}`).toString('base64')
    expect(maskedExcerpt(encoded, ['correct horse battery'])).toBe('***')
  })

  // Of 18, 19 and 20 bytes: the last letter holds all, a third or two thirds of what is left.
  test.each(['correct horse batt', 'correct horse batte', 'correct horse batter'])(
    'base64, alone and before other text: %j',
    (secret) => {
      for (const text of [secret, `${secret}~~~`]) {
        expect(maskedExcerpt(Buffer.from(text).toString('base64'), [secret])).toBe('***')
        expect(maskedExcerpt(Buffer.from(text).toString('base64url'), [secret])).toBe('***')
      }
    },
  )

  test('however long the answer is that has it at its end, and however long the secret', () => {
    const secret = `"${'ção'.repeat(500)}"`
    const answer = (length: number) => 'x'.repeat(length) + encodeURIComponent(secret)
    expect(maskedExcerpt(answer(1000), [secret])).toBe('***')
    expect(maskedExcerpt(answer(10_000), [secret])).toBe('x'.repeat(1024))
  })
})

describe('a secret that stands in an answer is covered', () => {
  test('by its first 32 characters, and as far as the text goes on with it', () => {
    const secret = 'abcdefghijklmnopqrstuvwxyz-0123456789'
    const answer = (length: number) => `It was sent: ${secret.slice(0, length)}.`
    expect(maskedExcerpt(answer(31), [secret])).toBe(answer(31))
    expect(maskedExcerpt(answer(32), [secret])).toBe('It was sent: ***.')
    expect(maskedExcerpt(answer(35), [secret])).toBe('It was sent: ***.')
    const inHex = hexOf(secret.slice(0, 32)).replace(/../g, '%$&')
    expect(maskedExcerpt(`<${inHex}>`, [secret])).toBe('***')
  })

  test('of four characters, and in other letters from eight on', () => {
    expect(maskedExcerpt('<abcd> <ABCD>', ['abcd'])).toBe('<***> <ABCD>')
    expect(maskedExcerpt('<ABCDEFGH>', ['abcdefgh'])).toBe('<***>')
  })

  test('a signing secret, with and without its prefix', () => {
    const rest = 'C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
    expect(maskedExcerpt(`${rest} whsec_${rest}`, [`whsec_${rest}`])).toBe('*** ***')
  })
})

test('fast-check: a secret in any mixture of escapes is covered, and nothing else is', () => {
  const spellings = [
    // Bare among escapes, a sign that begins one would mean something else.
    (letter: string) => (/[\\&]/.test(letter) ? encodeURIComponent(letter) : letter),
    (letter: string) => encodeURIComponent(letter),
    (letter: string) => hexOf(letter).replace(/../g, '%$&'),
    (letter: string) => hexOf(letter).toUpperCase().replace(/../g, '%$&'),
    (letter: string) => (letter.length === 1 ? unicodeEscape(letter) : letter),
    (letter: string) => `&#${letter.codePointAt(0)};`,
    (letter: string) => (letter === '&' ? '&amp;' : JSON.stringify(letter).slice(1, -1)),
  ]
  const letters = fc.string({
    minLength: 8,
    maxLength: 20,
    unit: fc.constantFrom(...'aZ9 "/<&é💜~\\'),
  })
  fc.assert(
    fc.property(
      letters,
      fc.array(fc.nat(spellings.length - 1), { minLength: 20 }),
      (secret, how) => {
        const echoed = Array.from(secret, (letter, at) => spellings[how[at] ?? 0]?.(letter)).join(
          '',
        )
        expect(maskedExcerpt(`[[${echoed}]]`, [secret])).toMatch(/^(?:\[\[\*\*\*\]\]|\*\*\*)$/)
      },
    ),
    { numRuns: 500, seed: 7 },
  )
})

test('a token in other letters than it was given', () => {
  expect(maskedExcerpt('DEADBEEF01 deadbeef01 dEaDbEeF01', ['deadbeef01'])).toBe('*** *** ***')
  expect(maskedExcerpt('TOKEN: T secret-value', ['token', 't secret-value'])).toBe(
    'TOKEN: T secret-value',
  )
})

test('escapes without a secret are left as they are', () => {
  const text = 'a%20b &amp; \\u0041 %zz &#x110000; \\x41 %C3 %e9%'
  expect(maskedExcerpt(text, ['another secret'])).toBe(text)
})

describe('several secrets', () => {
  test('that overlap do not uncover each other', () => {
    expect(maskedExcerpt('<abcdefghi>', ['abcdef', 'defghi'])).toBe('<***>')
    expect(maskedExcerpt('<abcdefghi>', ['abcdefghi', 'cdef'])).toBe('<***>')
    expect(maskedExcerpt('aaaaaaaa', ['aaaa'])).toBe('***')
  })

  test('side by side and repeated', () => {
    expect(maskedExcerpt('one1two2-one1', ['one1', 'two2'])).toBe('***-***')
  })

  test('fast-check: no secret is left in the text, whatever surrounds it', () => {
    const word = fc.string({ minLength: 4, maxLength: 12, unit: fc.constantFrom('a', 'b', 'c') })
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 4 }),
        fc.array(word),
        (secrets, rest) => {
          const text = [...rest, ...secrets, ...rest].join('')
          const masked = maskedExcerpt(text, secrets)
          for (const secret of secrets) expect(masked).not.toContain(secret)
        },
      ),
    )
  })
})

test('shorter than four characters is not a secret', () => {
  expect(maskedExcerpt('a1 a1 {"on":1}', ['1', 'on', 'a1', '', 'on"'])).toBe('a1 a1 {"on":1}')
})

test('pattern characters in secrets and stars in texts mean nothing special', () => {
  expect(maskedExcerpt('a.*+b $& a.*+b', ['a.*+b'])).toBe('*** $& ***')
  expect(maskedExcerpt('axxxb', ['a.*b'])).toBe('axxxb')
})

describe('the excerpt', () => {
  test('shows no half of a secret at its end', () => {
    const secret = 'a-very-long-secret-value'
    const text = 'x'.repeat(1015) + secret + 'tail'
    expect(maskedExcerpt(text, [secret])).toBe(`${'x'.repeat(1015)}***`)
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

  test('covers a secret that is longer than the excerpt', () => {
    const secret = Array.from({ length: 1000 }, (_, at) => `${at},`).join('')
    const body = `it is ${secret}.`
    expect(maskedExcerpt(body, [secret])).toBe('it is ***')
    expect(maskedExcerpt(body, ['another secret'])).toBe(body.slice(0, 1024))
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

  test('is made when everything in it is covered thousands of times', () => {
    const secrets = Array.from({ length: 20 }, (_, at) => 'a'.repeat(4 + at))
    expect(maskedExcerpt(`%61${'a'.repeat(16_000)}`, secrets)).toBe('%61***')
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
  expect(maskedExcerpt(text, secrets)).toBe('***|***|***|***|***|***|***')
})

test('an answer that was cut inside an encoded secret is withheld, from four characters on', () => {
  const secret = 'swordfish-42'
  const begun = (length: number) => hexOf(secret.slice(0, length)).replace(/../g, '%$&')
  expect(maskedExcerpt(`key: ${begun(3)}`, [secret], true)).toBe(`key: ${begun(3)}`)
  expect(maskedExcerpt(`key: ${begun(4)}`, [secret], true)).toBe('***')
  expect(maskedExcerpt(`key: ${begun(4)}%6`, [secret], true)).toBe('***')
  expect(maskedExcerpt(`key: ${begun(4)}`, [secret], false)).toBe(`key: ${begun(4)}`)
  // Where it was not cut, nothing at its end is a part of an escape.
  expect(maskedExcerpt(String.raw`key: say \"a&b`, ['say "a&b'], false)).toBe('***')
})

test('an answer that ends by itself is not covered where a secret only seems to begin', () => {
  expect(maskedExcerpt('the secret is wal', ['walrus-and-carpenter'])).toBe('the secret is wal')
  expect(maskedExcerpt('the secret is wal', ['walrus-and-carpenter'], true)).toBe(
    'the secret is ***',
  )
})
