/** Values that a service should take or refuse in good order: for any field, for an id in a path, for a whole body. */

/** JSON that `JSON.stringify` would not write: `-0`, `1e400`, a doubled or dangerous key. */
export class Raw {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

export const HOSTILE: readonly unknown[] = [
  null,
  true,
  false,
  '',
  ' ',
  '\t\n',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfffb',
  '\u{1f600}\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  '\u202eabc',
  'e\u0301'.repeat(40),
  '\ufdfa'.repeat(130),
  'İı',
  '%_\\',
  "'; DROP TABLE client; --",
  '<script>alert(1)</script>',
  '{{ data }}',
  '${jndi:ldap://x}',
  'x'.repeat(81),
  'x'.repeat(501),
  'x'.repeat(2001),
  'x'.repeat(70_000),
  '__proto__',
  'constructor',
  0,
  -1,
  1.5,
  0.1,
  1e21,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  new Raw('-0'),
  new Raw('1e400'),
  new Raw('-1e400'),
  new Raw('1e-400'),
  new Raw('9007199254740993'),
  new Raw('0.30000000000000004'),
  [],
  {},
  [[]],
  [null],
  ['a'],
  [1, 1],
  [1, 'a', null, {}],
  Array.from({ length: 600 }, (_, index) => index + 1),
  { a: null },
  new Raw('{"__proto__":{"polluted":true}}'),
  new Raw('{"a":1,"a":2}'),
  new Raw('{"constructor":{"prototype":{"polluted":true}}}'),
  new Raw('{"toString":"x","valueOf":"y","then":"z","length":1}'),
  deep(20),
  deep(40),
  '2026-02-30',
  '2026-11-23',
  '2026-13-01',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '10000-01-01',
  '2026-11-23T09:00:00',
  '2026-11-23T09:00:00Z',
  '2026-11-23T09:00:30-03:00',
  '2026-11-23T09:00:00.000000001-03:00',
  '2026-11-23T24:00:00Z',
  '2026-11-23T23:59:60Z',
  '2026-11-23T09:00-03:00',
  '2026-11-23 09:00:00Z',
  '0001-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59-23:59',
  '2026-11-23T09:00:00+24:00',
  '1969-12-31T23:59:59Z',
  '11987654321',
  '+1 (212) 555-0100',
  '+99999999999999999',
  '52998224725',
  '111.111.111-11',
  'ANA@EXAMPLE.COM',
  'a@b',
  `${'a'.repeat(250)}@example.com`,
  'ana@exämple.com',
  'http://127.0.0.1:1/',
  'https://[::1]/',
  'https://169.254.169.254/latest',
  'https://user:pass@example.com/',
  'javascript:alert(1)',
  'https://example.com:99999/',
  'https://xn--/',
]

/** In place of an id, as they go over the wire. */
export const PATH_VALUES = [
  '0',
  '-0',
  '-1',
  '1.0',
  '1e3',
  '01',
  '+1',
  '%201',
  '1%20',
  '2147483647',
  '2147483648',
  '99999999999999999999',
  'abc',
  'null',
  'NaN',
  '%00',
  '1%00',
  '%F0%9F%98%80',
  '%ff%fe',
  '%',
  '%zz',
  '%e0%a4%a',
  '..',
  '%2e%2e',
  '..%2f..%2fetc%2fpasswd',
  '1;drop%20table%20client',
  "1'%20OR%20'1'='1",
  '__proto__',
  'constructor',
  'evt_',
  'whk_01k9xq3v5m8t2r7w4y6z0a1bcd',
  'WHK_01K9XQ3V5M8T2R7W4Y6Z0A1BCD',
  'é',
  '\u00ff',
  '',
  'x'.repeat(3000),
]

export const BODIES: readonly (string | Buffer)[] = [
  '',
  ' ',
  'null',
  'true',
  '1',
  '"text"',
  '[]',
  '[{}]',
  '{',
  '{"a":}',
  "{'a':1}",
  '{"a":1,}',
  '{"a":NaN}',
  '{} {}',
  '\uFEFF{}',
  '\uFEFF',
  '{"\\ud800":1}',
  '{"first_name":"\\ud800"}',
  '{"__proto__":{"first_name":"x"},"first_name":"Ana"}',
  '{"first_name":"Ana","first_name":"Rui"}',
  Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from([0x1f, 0x8b, 0x08, 0x00]),
  '['.repeat(100_000),
  `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`,
  `${'{"a":'.repeat(31)}1${'}'.repeat(31)}`,
  `{"notes":"${'x'.repeat(300_000)}"}`,
  `{"x":"${'y'.repeat(262_135)}"}`,
  'a=1&b=2',
]

function deep(levels: number): Raw {
  return new Raw('['.repeat(levels) + ']'.repeat(levels))
}

/** As it stands in a query. */
export function textOf(value: unknown): string {
  if (value instanceof Raw) return value.json
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** As it stands in a body. */
export function json(value: unknown): string {
  if (value instanceof Raw) return value.json
  if (Array.isArray(value)) return `[${value.map(json).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).map(
    ([name, inner]) => `${JSON.stringify(name)}:${json(inner)}`,
  )
  return `{${members.join(',')}}`
}
