import { describe, expect, test } from 'vitest'
import { failureOf } from './failure.ts'

const coded = (code: string) => Object.assign(new Error(`connect ${code} 10.0.0.1:443`), { code })
const several = (...codes: string[]) => {
  const errors = codes.map((code) => coded(code))
  return Object.assign(new AggregateError(errors), { code: codes[0] })
}

describe('whose fault it is that no connection could be made', () => {
  test.each([
    ['EMFILE', 'ours'],
    ['EADDRNOTAVAIL', 'ours'],
    ['ENETUNREACH', 'ours'],
    ['ENOBUFS', 'ours'],
    ['EPERM', 'ours'],
    ['ECONNREFUSED', 'theirs'],
    ['EHOSTUNREACH', 'theirs'],
    ['ECONNRESET', 'theirs'],
    ['', 'theirs'],
  ])('%s: %s', (code, blame) => {
    expect(failureOf(coded(code), 'connect')).toMatchObject({
      errorCode: 'connection_error',
      blame,
    })
  })

  test('of several addresses only when all failed by us', () => {
    expect(failureOf(several('ENETUNREACH', 'ENETUNREACH'), 'connect').blame).toBe('ours')
    expect(failureOf(several('ENETUNREACH', 'ECONNREFUSED'), 'connect').blame).toBe('theirs')
    expect(failureOf(several('ENETUNREACH', 'EHOSTUNREACH'), 'connect').blame).toBe('theirs')
    expect(failureOf(several('ECONNREFUSED', 'ENETUNREACH'), 'connect').blame).toBe('theirs')
  })
})

test('a time-out of the kernel is a connect_timeout', () => {
  expect(failureOf(coded('ETIMEDOUT'), 'connect')).toMatchObject({
    errorCode: 'connect_timeout',
    blame: 'unclear',
  })
  expect(failureOf(several('ETIMEDOUT', 'ENETUNREACH'), 'connect').errorCode).toBe(
    'connect_timeout',
  )
  expect(failureOf(coded('ETIMEDOUT'), 'open').errorCode).toBe('connection_error')
})

test.each([
  ['CERT_HAS_EXPIRED', 'tls'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
  ['EPROTO', 'tls'],
  ['SOMETHING_NEW', 'tls'],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'open'],
] as const)('%s in phase %s is a tls_error', (code, phase) => {
  expect(failureOf(coded(code), phase)).toMatchObject({ errorCode: 'tls_error', blame: 'theirs' })
})

test('whatever is thrown has words', () => {
  for (const thrown of [null, undefined, 'text', 7, {}, { code: 7 }, new Error('10.0.0.1')]) {
    for (const phase of [null, 'lookup', 'connect', 'tls', 'open'] as const) {
      expect(failureOf(thrown, phase).errorMessage).toMatch(/^[A-Z][a-zA-Z ]+\.$/)
    }
  }
})
