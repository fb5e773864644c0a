/** Requests made from the OpenAPI document by chance: good ones, ones at the boundary, and hostile ones. */
import { seeded } from '@scheduling/availability/seeded'
import type { ApiDocument, Operation, Schema, Values } from './document.ts'

export type HostileRequest = {
  readonly method: string
  /** As it goes over the wire, query included. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: Buffer | undefined
}

/** JSON that `JSON.stringify` would not write: `-0`, `1e400`, a doubled or dangerous key. */
class Raw {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

type Random = () => number

/** The request of this seed. `values` holds ids and the like that exist. */
export function hostileRequest(
  document: ApiDocument,
  values: Values,
  key: string,
  seed: number,
): HostileRequest {
  const random = seeded(seed)
  const operations = document.operations
  const operation = operations[seed % operations.length]
  if (operation === undefined) throw new Error('The document has no operations.')
  const maker = { document, values, random }
  const path = pathOf(maker, operation)
  const query = queryOf(maker, operation)
  const body = bodyOf(maker, operation)
  return {
    method: methodOf(maker, operation),
    path: query === '' ? path : `${path}?${query}`,
    headers: headersOf(maker, key, body),
    body,
  }
}

type Maker = {
  readonly document: ApiDocument
  readonly values: Values
  readonly random: Random
}

function pick<const Value>(random: Random, from: readonly Value[]): Value {
  const picked = from[Math.floor(random() * from.length)]
  if (picked === undefined && from.length === 0) throw new Error('Nothing to pick from.')
  return picked as Value
}

function methodOf({ random }: Maker, operation: Operation): string {
  if (random() < 0.95) return operation.method
  if (operation.method === 'GET' && random() < 0.5) return 'HEAD'
  return pick(random, ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PURGE'])
}

const PATH_VALUES = [
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

function pathOf({ values, random }: Maker, operation: Operation): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    random() < 0.7 ? encodeURIComponent(String(values[name])) : pick(random, PATH_VALUES),
  )
  if (random() < 0.97) return path
  return pick(random, [
    `${path}/`,
    `/${path}`,
    path.toUpperCase(),
    `${path}/x`,
    `${path}%2f`,
    `${path}//`,
    path.replace('/v1', '/v2'),
    `${path};a=b`,
    `/v1/%`,
    '/v1',
    '/v1/',
  ])
}

function queryOf(maker: Maker, operation: Operation): string {
  const { random, values } = maker
  const parts: string[] = []
  for (const { name, in: place, required, schema } of operation.parameters) {
    if (place !== 'query' || (!required && random() < 0.6)) continue
    const isWanted = random() < 0.5
    const value = () =>
      encodeText(
        isWanted && name in values && random() < 0.8
          ? String(values[name])
          : textOf(random() < 0.5 ? valid(maker, schema, 0) : pick(random, HOSTILE)),
        random,
      )
    const form = random()
    if (form < 0.6) parts.push(`${name}=${value()}`)
    else if (form < 0.7) parts.push(`${name}[]=${value()}&${name}[]=${value()}`)
    else if (form < 0.75) parts.push(`${name}=${value()}&${name}=${value()}`)
    else if (form < 0.8)
      parts.push(`${name}[${pick(random, ['0', '99999', '-1', 'a'])}]=${value()}`)
    else if (form < 0.85) parts.push(`${name}[a][b][c]=${value()}`)
    else if (form < 0.9) parts.push(`${name}[__proto__]=${value()}`)
    else if (form < 0.93) parts.push(`${name}[=${value()}`)
    else if (form < 0.96) parts.push(name)
    else parts.push(`${name}%5B%5D=${value()},${value()}`)
  }
  if (random() < 0.1) {
    parts.push(
      pick(random, [
        '__proto__[polluted]=1',
        'constructor[prototype][polluted]=1',
        '&&&===',
        '%',
        '%00=%00',
        '=',
        'a[[[[[[=1',
        `x=${'y'.repeat(6000)}`,
        Array.from({ length: 700 }, (_, index) => `k${index}=1`).join('&'),
        Array.from({ length: 300 }, () => 'service_ids[]=1').join('&'),
        'metadata[7]=x&metadata[__proto__]=y&metadata[a%20b]=z&metadata[]=w',
        'metadata=plain',
        'cursor=AAAA',
        `cursor=${'A'.repeat(100)}`,
        'expand=client,professional,services,deposit,nonsense',
        'limit=9007199254740993',
      ]),
    )
  }
  return parts.join('&')
}

/** Percent-encoded as it should be, or as little as the wire allows. */
function encodeText(text: string, random: Random): string {
  if (random() < 0.85) return encodeURIComponent(text.toWellFormed())
  return text.replaceAll(/[^\u0021-\u007e]|[#]/g, '%20').slice(0, 4000)
}

function textOf(value: unknown): string {
  if (value instanceof Raw) return value.json
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function deep(levels: number): Raw {
  return new Raw('['.repeat(levels) + ']'.repeat(levels))
}

const HOSTILE: readonly unknown[] = [
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

/** A value that the schema allows, often at its edge. */
function valid(maker: Maker, schema: Schema, depth: number): unknown {
  const { random, document } = maker
  const resolved = document.resolve(schema)
  const options = resolved.anyOf ?? resolved.oneOf
  if (options !== undefined) return valid(maker, pick(random, options), depth + 1)
  if (resolved.const !== undefined) return resolved.const
  if (resolved.enum !== undefined) return pick(random, resolved.enum)
  const type =
    typeof resolved.type === 'string' ? resolved.type : pick(random, resolved.type ?? ['string'])
  if (type === 'null') return null
  if (type === 'boolean') return random() < 0.5
  if (type === 'integer' || type === 'number') {
    const { minimum = 0, maximum = 2_147_483_647 } = resolved
    return pick(random, [minimum, minimum + 1, maximum, Math.min(maximum, 30)])
  }
  if (type === 'array') {
    const { minItems = 0, maxItems = 3 } = resolved
    const length = pick(random, [
      minItems,
      Math.min(maxItems, minItems + 1),
      Math.min(maxItems, 60),
    ])
    return Array.from({ length: depth > 3 ? 0 : length }, () =>
      mutated(maker, resolved.items ?? {}, depth + 1),
    )
  }
  if (type === 'object') return objectOf(maker, resolved, depth)
  if (resolved.example !== undefined && random() < 0.7) return resolved.example
  if (resolved.format === 'date') return pick(random, ['2026-11-23', '2026-02-28', '1900-01-01'])
  if (resolved.format === 'date-time') {
    return pick(random, ['2026-11-23T09:00:00-03:00', '2026-11-24T10:15:00Z'])
  }
  const { minLength = 0, maxLength = 40 } = resolved
  const length = pick(random, [Math.max(1, minLength), minLength, maxLength])
  return pick(random, ['a', 'é', '\u{1f600}', ' a']).repeat(length).slice(0, Math.max(1, length))
}

function objectOf(maker: Maker, schema: Schema, depth: number): unknown {
  const { random, values } = maker
  const members: Record<string, unknown> = Object.create(null)
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(name) === true
    if (random() > (isRequired ? 0.95 : 0.4)) continue
    members[name] =
      name in values && random() < 0.8 ? values[name] : mutated(maker, property, depth + 1)
  }
  if (typeof schema.additionalProperties === 'object') {
    const count = pick(random, [0, 1, 3, 51])
    for (let index = 0; index < count; index += 1) {
      const name = pick(random, [
        'crm_id',
        'a',
        `k${index}`,
        '',
        'x y',
        'é',
        'x'.repeat(41),
        'toString',
      ])
      members[name] = mutated(maker, schema.additionalProperties, depth + 1)
    }
  }
  if (random() < 0.1) members[pick(random, ['unknown', 'status', 'id', 'toJSON', '$ne'])] = 1
  return members
}

/** Mostly what the schema allows. */
function mutated(maker: Maker, schema: Schema, depth: number): unknown {
  return maker.random() < 0.8 && depth < 6
    ? valid(maker, schema, depth)
    : pick(maker.random, HOSTILE)
}

const BODIES: readonly (string | Buffer)[] = [
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

function bodyOf(maker: Maker, operation: Operation): Buffer | undefined {
  const { random } = maker
  if (operation.body === null) {
    if (random() < 0.9) return undefined
    return Buffer.from(pick(random, BODIES))
  }
  const chance = random()
  if (chance < 0.03) return undefined
  if (chance < 0.12) return Buffer.from(pick(random, BODIES))
  return Buffer.from(json(mutated(maker, operation.body, 0)))
}

function json(value: unknown): string {
  if (value instanceof Raw) return value.json
  if (Array.isArray(value)) return `[${value.map(json).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).map(
    ([name, inner]) => `${JSON.stringify(name)}:${json(inner)}`,
  )
  return `{${members.join(',')}}`
}

function headersOf(
  { random }: Maker,
  key: string,
  body: Buffer | undefined,
): HostileRequest['headers'] {
  const headers: Record<string, string | string[]> = {}
  const chance = random()
  if (chance < 0.95) headers['authorization'] = `Bearer ${key}`
  else if (chance < 0.98) {
    headers['authorization'] = pick(random, [
      'Bearer',
      'Bearer \u00ff\u00fe',
      `Bearer ${'x'.repeat(5000)}`,
      'Basic eHg6eHg=',
      `Bearer ${key}x`,
    ])
  }
  if (body !== undefined) {
    headers['content-type'] =
      random() < 0.93
        ? 'application/json'
        : pick(random, [
            'application/json; charset=utf-8',
            'application/json; charset=latin1',
            'text/plain',
            'application/vnd.api+json',
            'multipart/form-data; boundary=x',
            ';;;',
            '\u00ff',
          ])
    if (random() < 0.02)
      headers['content-encoding'] = pick(random, ['gzip', 'identity', 'br, gzip'])
  }
  if (random() < 0.15) {
    headers['idempotency-key'] = pick(random, [
      '',
      ' ',
      'same',
      'x'.repeat(255),
      'x'.repeat(256),
      '\u00ff',
      String(random()),
      ['a', 'b'],
    ])
  }
  if (random() < 0.05) {
    headers[
      pick(random, [
        'x-long',
        'cookie',
        'accept',
        'x-forwarded-for',
        'range',
        'host',
        'x-http-method-override',
      ])
    ] = pick(random, ['x'.repeat(6000), '\u00ff', 'DELETE', 'bytes=0-1', '*/*;q=abc'])
  }
  return headers
}
