import { describe, expect, test } from 'vitest'
import { checkCustomHeaders, isCredentialHeader, mergedHeaders } from './custom-headers.ts'

const codeOf = (headers: Record<string, string>) =>
  checkCustomHeaders(headers).map(({ code }) => code)

test('ordinary headers pass', () => {
  const headers = {
    Authorization: 'Bearer abc.def==',
    'X-Clinic': 'São João',
    'Proxy-Authorization': 'Basic YTpi',
    'X-Forwarded': 'no more than a name',
    Accept: 'application/json',
    "!#$%&'*+.^_`|~": 'odd but a token',
    empty: '',
    longest: 'x'.repeat(1024),
  }
  expect(checkCustomHeaders(headers)).toEqual([])
})

test.each([
  'host',
  'Host',
  'HOST',
  'Content-Type',
  'content-length',
  'Content-Encoding',
  'content-anything',
  'Transfer-Encoding',
  'Connection',
  'User-Agent',
  'X-Service-Signature',
  'x-service-anything',
  'webhook-id',
  'Webhook-Signature',
  'TE',
  'Trailer',
  'Upgrade',
  'Expect',
  'Keep-Alive',
  'Proxy-Authenticate',
  'Proxy-Connection',
  'Accept-Encoding',
  'HTTP2-Settings',
  'Cookie',
  'Forwarded',
  'X-Forwarded-For',
  'x-forwarded-anything',
  'Via',
  'Date',
])('%s is ours', (name) => {
  expect(codeOf({ [name]: 'x' })).toEqual(['invalid_value'])
})

test('a name that would set the prototype of an object is refused', () => {
  const headers = JSON.parse('{"__proto__": "x", "constructor": "y"}')
  expect(checkCustomHeaders(headers).map(({ name }) => name)).toEqual(['__proto__'])
})

test.each(['', ' ', 'a b', 'a:', 'a\r\nX', 'a\n', 'é', 'a\u0000', '(a)', 'a/b', 'a"', 'ａ'])(
  'the name %j is no token',
  (name) => {
    expect(codeOf({ [name]: 'x' })).toEqual(['invalid_format'])
  },
)

test.each([
  'a\r\nX-Injected: 1',
  'a\n b',
  'a\r',
  '\u0000',
  'a\tb',
  '\u007f',
  '\u0085',
  '\u009f',
  'ā',
  '👋',
  '\u2028',
  '嘊嘍X-Injected: 1',
  '\ud800',
])('the value %j is refused', (value) => {
  expect(codeOf({ 'X-A': value })).toEqual(['invalid_value'])
})

describe('limits', () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`X-${at}`, 'v']))

  test('ten headers, 1024 characters a value, 128 a name', () => {
    expect(codeOf(many(10))).toEqual([])
    expect(codeOf(many(11))).toEqual(['too_many'])
    expect(checkCustomHeaders(many(20), 20)).toEqual([])
    expect(codeOf({ a: 'x'.repeat(1025) })).toEqual(['too_long'])
    expect(codeOf({ ['a'.repeat(128)]: '' })).toEqual([])
    expect(codeOf({ ['a'.repeat(129)]: '' })).toEqual(['too_long'])
  })

  test('of too many nothing else is told', () => {
    expect(codeOf({ ...many(11), Host: 'x', 'a b': '\n' })).toEqual(['too_many'])
  })

  test('a name twice, in another case', () => {
    expect(codeOf({ 'X-A': '1', 'x-a': '2', 'X-B': '3' })).toEqual(['duplicate_item'])
  })
})

test('faults name the header and never quote its value', () => {
  const faults = checkCustomHeaders({ 'X-Key': 'secret\nvalue', Host: 'secret' })
  expect(faults.map(({ name }) => name)).toEqual(['X-Key', 'Host'])
  expect(JSON.stringify(faults)).not.toContain('secret')
})

test('headers of a subscription and of its template become one list, the template’s word last', () => {
  const merged = mergedHeaders(
    { Authorization: 'old', 'X-A': '1' },
    { authorization: 'new', 'X-B': '2' },
  )
  expect(merged).toEqual({ authorization: 'new', 'X-A': '1', 'X-B': '2' })
  expect(checkCustomHeaders(merged)).toEqual([])
})

test.each([
  'Authorization',
  'proxy-authorization',
  'X-Auth',
  'X-Author',
  'X-API-Key',
  'apikey',
  'X-CRM-TOKEN',
  'Client-Secret',
  'x-password',
  'X-Credentials',
])('%s is a credential', (name) => {
  expect(isCredentialHeader(name)).toBe(true)
})

test.each(['X-Tenant', 'Accept', 'X-Pass', 'X-Signature', 'X-Ke-y', 'Accept-Language'])(
  '%s is none',
  (name) => {
    expect(isCredentialHeader(name)).toBe(false)
  },
)
