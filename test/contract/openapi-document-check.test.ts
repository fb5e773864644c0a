/** The check that every reply of a test goes through: what it accepts, and what it refuses. */
import { beforeAll, describe, expect, it } from 'vitest'
import { useSharedApi } from '../support/api.ts'
import { checkReply } from '../support/openapi-check.ts'
import { readJson, type Json } from '../support/openapi-json.ts'

const api = useSharedApi()
let document: Json

beforeAll(async () => {
  document = await readJson(api.url)
})

describe('the check of every reply', () => {
  const headers = (more: Record<string, string> = {}) =>
    new Headers({
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': `req_${'0'.repeat(26)}`,
      'x-ratelimit-limit': '120',
      'x-ratelimit-remaining': '119',
      'x-ratelimit-reset': '1795516800',
      ...more,
    })
  const professional = {
    object: 'professional',
    id: 1,
    name: 'Rita Prado',
    email: null,
    role: 'owner',
    is_active: true,
    registry: null,
    service_ids: [1],
    services: null,
    created_at: '2026-11-20T08:00:00-03:00',
    updated_at: '2026-11-20T08:00:00-03:00',
  }
  const list = { data: [professional], has_more: false, next_cursor: null, next: null }
  const problem = {
    type: 'http://api.test/docs/errors/rate_limited',
    title: 'Too many requests',
    status: 429,
    code: 'rate_limited',
    detail: 'Too many requests.',
    errors: [],
    request_id: `req_${'0'.repeat(26)}`,
  }
  const problemHeaders = (more = {}) =>
    headers({ 'content-type': 'application/problem+json', 'retry-after': '3', ...more })
  const check = (
    reply: { status: number; headers: Headers; body: unknown },
    target = '/v1/professionals',
  ) => checkReply(document, 'GET', target, reply)

  it('accepts what the document declares', () => {
    check({ status: 200, headers: headers(), body: list }, '/v1/professionals?limit=1')
    check({ status: 429, headers: problemHeaders(), body: problem })
  })

  it.each<[string, RegExp, { status: number; headers: Headers; body: unknown }]>([
    [
      'an undeclared status',
      /201 is not declared/,
      { status: 201, headers: headers(), body: list },
    ],
    [
      'a missing field',
      /'next'/,
      { status: 200, headers: headers(), body: { ...list, next: undefined } },
    ],
    [
      'an undeclared field, however deep',
      /"additionalProperty":"note"/,
      { status: 200, headers: headers(), body: { ...list, data: [{ ...professional, note: '' }] } },
    ],
    [
      'a wrong type',
      /data\/0\/id must be integer/,
      { status: 200, headers: headers(), body: { ...list, data: [{ ...professional, id: '1' }] } },
    ],
    [
      'another content type',
      /content type/,
      { status: 200, headers: headers({ 'content-type': 'text/plain' }), body: list },
    ],
    [
      'no request id',
      /X-Request-Id/,
      { status: 200, headers: headers({ 'x-request-id': '' }), body: list },
    ],
    [
      'a replay where there are none',
      /Idempotent-Replayed/,
      { status: 200, headers: headers({ 'idempotent-replayed': 'true' }), body: list },
    ],
    [
      '429 without Retry-After',
      /Retry-After/,
      {
        status: 429,
        headers: headers({ 'content-type': 'application/problem+json' }),
        body: problem,
      },
    ],
    [
      'a code of another status',
      /allowed values/,
      { status: 429, headers: problemHeaders(), body: { ...problem, code: 'not_found' } },
    ],
    [
      'a problem of another request',
      /request_id/,
      {
        status: 429,
        headers: problemHeaders(),
        body: { ...problem, request_id: `req_${'1'.repeat(26)}` },
      },
    ],
    [
      'a problem as plain JSON',
      /content type/,
      { status: 429, headers: headers({ 'retry-after': '3' }), body: problem },
    ],
  ])('refuses %s', (_what, fault, reply) => {
    expect(() => check(reply)).toThrow(fault)
  })

  it('knows paths and methods that are not there', () => {
    const missing = {
      ...problem,
      code: 'not_found',
      status: 404,
      type: 'http://api.test/docs/errors/not_found',
    }
    const found = { status: 404, headers: problemHeaders(), body: missing }
    check(found, '/v1/nothing')
    expect(() => check({ ...found, status: 200 }, '/v1/nothing')).toThrow(/404 not_found/)
    const refused = {
      ...problem,
      code: 'method_not_allowed',
      status: 405,
      type: 'http://api.test/docs/errors/method_not_allowed',
    }
    const allowing = (allow: string) => ({
      status: 405,
      headers: problemHeaders({ allow }),
      body: refused,
    })
    checkReply(document, 'DELETE', '/v1/me', allowing('GET'))
    expect(() => checkReply(document, 'DELETE', '/v1/me', allowing('GET, POST'))).toThrow(/Allow/)
  })
})
