import { describe, expect, it } from 'vitest'
import { normalEmail } from './email.ts'

/** 254 characters. */
const longest = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(58)}.br`

describe('normalEmail', () => {
  it.each([
    ['ana@example.com', 'ana@example.com'],
    [' Ana.Souza+Clinic@Example.COM.BR\n', 'ana.souza+clinic@example.com.br'],
    ["o'neil_#!$%&*/=?^`{|}~-@a-b.co", "o'neil_#!$%&*/=?^`{|}~-@a-b.co"],
    ['x@xn--clnica-4va.com.br', 'x@xn--clnica-4va.com.br'],
    ['1@1.aa', '1@1.aa'],
    [longest, longest],
  ])('%s → %s', (text, email) => {
    expect(normalEmail(text)).toBe(email)
  })

  it('the longest has 254 characters, the next is refused', () => {
    expect(longest).toHaveLength(254)
    const tooLong = longest.replace('.br', 'd.br')
    expect(normalEmail(tooLong)).toBeNull()
  })

  it.each([
    '',
    'ana',
    '@example.com',
    'ana@',
    'ana@example',
    'ana@localhost',
    'ana@example.',
    'ana@.com',
    'ana@exa..mple.com',
    'ana@-example.com',
    'ana@example-.com',
    'ana@exa_mple.com',
    `ana@${'a'.repeat(64)}.com`,
    '.ana@example.com',
    'ana.@example.com',
    'an..a@example.com',
    'ana souza@example.com',
    'ana@exam ple.com',
    'ana@b@example.com',
    '"ana souza"@example.com',
    'ana@[127.0.0.1]',
    'ana@127.0.0.1',
    'joão@example.com',
    'ana@clínica.com.br',
    'Ana <ana@example.com>',
    'ana@example.com, bia@example.com',
    'ana@example.com\nBcc: x@example.com',
    `${'a'.repeat(65)}@example.com`,
    `${'a.'.repeat(50_000)}@example.com`,
    `a@${'a.'.repeat(50_000)}`,
  ])('%s is none', (text) => {
    expect(normalEmail(text)).toBeNull()
  })
})
