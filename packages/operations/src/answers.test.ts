import { IncomingMessage, type IncomingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { isHidden } from './answers.ts'

const LOCAL = { host: '127.0.0.1:3000' }

function isShown(
  headers: IncomingMessage['headers'],
  address = '127.0.0.1',
  token?: string,
): boolean {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: address })
  const request = Object.assign(new IncomingMessage(socket), { headers })
  return !isHidden('/metrics', request, { metricsToken: token })
}

it.each([
  [LOCAL, '127.0.0.1'],
  [{ host: 'localhost' }, '::1'],
  [{ host: '[::1]:3000' }, '::ffff:127.0.0.1'],
])('/metrics without a token answers this machine: %j from %s', (headers, address) => {
  expect(isShown(headers, address)).toBe(true)
})

const STRANGERS: readonly (readonly [IncomingHttpHeaders, string])[] = [
  [LOCAL, '10.0.0.7'],
  [LOCAL, '::ffff:10.0.0.7'],
  [{ host: 'book.clinic.example' }, '127.0.0.1'],
  [{ host: '127.0.0.1.nip.example' }, '127.0.0.1'],
  [{}, '127.0.0.1'],
  ...[
    'forwarded',
    'via',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-real-ip',
    'x-original-forwarded-for',
    'x-client-ip',
    'x-cluster-client-ip',
    'true-client-ip',
    'fastly-client-ip',
    'cf-connecting-ip',
  ].map((name) => [{ ...LOCAL, [name]: '203.0.113.9' }, '127.0.0.1'] as const),
]

it.each(STRANGERS)(
  '/metrics without a token hides from a stranger: %j from %s',
  (headers, address) => {
    expect(isShown(headers, address)).toBe(false)
  },
)

it('/metrics with a token answers a caller that has it', () => {
  expect(isShown({ ...LOCAL, authorization: 'Bearer secret' }, '10.0.0.7', 'secret')).toBe(true)
  expect(isShown({ ...LOCAL, authorization: 'Bearer wrong' }, '127.0.0.1', 'secret')).toBe(false)
  expect(isShown(LOCAL, '127.0.0.1', 'secret')).toBe(false)
})
