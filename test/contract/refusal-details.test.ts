import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi({ limitsScale: 1 })
})

afterAll(async () => {
  await api.close()
})

describe('what a refusal before the endpoint says', () => {
  it('429 rate_limited: names the limit that is used up, and the wait that Retry-After says', async () => {
    const { key } = await api.organization()
    const replies = await Promise.all(
      Array.from({ length: 25 }, () => api.call('GET', '/v1/me', { key })),
    )
    const refused = replies.find(({ status }) => status === 429)
    expect(refused?.headers.get('retry-after')).toBe('1')
    expect(refused?.body.detail).toBe(
      'The limit of 10 requests per second for this key was exceeded. Try again in 1 second.',
    )
  })

  it('401 unauthorized: a header of another scheme is told how to send a key', async () => {
    const { key } = await api.organization()
    const scheme = { Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }
    const basic = await api.call('GET', '/v1/me', { key: null, headers: scheme })
    expect([basic.status, basic.body.detail]).toEqual([
      401,
      'This is not an API key. Send the key as `Authorization: Bearer <API key>`.',
    ])
    const unknown = await api.call('GET', '/v1/me', { key: `${key.slice(0, -1)}!` })
    expect([unknown.status, unknown.body.detail]).toEqual([401, 'The API key is not valid.'])
  })

  it('503 api_disabled: says that it is us, and when to come back', async () => {
    const { key } = await api.organization({ apiDisabled: true })
    const reply = await api.call('GET', '/v1/me', { key })
    expect([reply.status, reply.headers.get('retry-after'), reply.body.detail]).toEqual([
      503,
      '60',
      'The API is switched off for maintenance or because of an incident. Try again in a minute.',
    ])
  })
})
