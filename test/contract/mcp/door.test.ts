/** Who comes in at `/mcp`, and what is done about everybody else. */
import { request as send } from 'node:http'
import { createRateLimits } from '@scheduling/api'
import { Pool } from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { closeAgents, openAgent, post, requestId, toolCall } from '../../support/agents.ts'
import { ALL_FEATURES, startTestApi, TEST_NOW, useSharedApi } from '../../support/api.ts'
import { MONDAY, openClinic } from '../../support/booking.ts'
import { lockProfessional, overtaken } from '../../support/overtaking.ts'

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

const api = useSharedApi()
afterEach(closeAgents)

describe('keys', () => {
  it('401 unauthorized: without a key, with a stranger, a revoked and an expired one', async () => {
    const organization = await api.organization()
    const [revoked, expired] = [
      await organization.keyWith(['read'], 'agent'),
      await organization.keyWith(['read'], 'agent'),
    ]
    const at = new Date(TEST_NOW - 1)
    const end = (value: string, data: object) =>
      api.db.apiKey.updateMany({
        where: { organizationId: organization.row.id, displayPrefix: value.slice(0, 12) },
        data,
      })
    expect((await end(revoked, { revokedAt: at })).count).toBe(1)
    expect((await end(expired, { expiresAt: at })).count).toBe(1)
    for (const key of [null, 'svc_stranger', revoked, expired, `Bearer ${revoked}`]) {
      const reply = await post(api, key, LIST)
      expect([reply.status, reply.body.code]).toEqual([401, 'unauthorized'])
      expect(reply.headers.get('www-authenticate')).toBe('Bearer')
    }
  })

  it('403 forbidden_scope: a key that is not of an agent is told which one to use', async () => {
    const organization = await api.organization()
    const reply = await post(api, organization.key, LIST)
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden_scope'])
    expect(reply.body.detail).toContain('kind `agent`')
  })

  it.each(['agent', 'api'])('403 feature_not_enabled: without the feature %s', async (feature) => {
    const planFeatures = ALL_FEATURES.filter((name) => name !== feature)
    const organization = await api.organization({ planFeatures })
    const reply = await post(api, await organization.keyWith(['read'], 'agent'), LIST)
    expect([reply.status, reply.body.code]).toEqual([403, 'feature_not_enabled'])
    expect(reply.body.detail).toContain(`\`${feature}\``)
  })

  it('503 api_disabled: while the operator or the organization has it switched off', async () => {
    const organization = await api.organization({ apiDisabled: true })
    const off = await post(api, await organization.keyWith(['read'], 'agent'), LIST)
    expect([off.status, off.body.code]).toEqual([503, 'api_disabled'])
    const other = await api.organization()
    const key = await other.keyWith(['read'], 'agent')
    await api.db.operatorSwitch.upsert({
      where: { id: 1 },
      create: { id: 1, apiDisabled: true },
      update: { apiDisabled: true },
    })
    const all = await post(api, key, LIST)
    await api.db.operatorSwitch.update({ where: { id: 1 }, data: { apiDisabled: false } })
    expect([all.status, all.headers.get('retry-after')]).toEqual([503, '60'])
    expect((await post(api, key, LIST)).status).toBe(200)
  })

  it('200: two clinics at the same time see each its own', async () => {
    const clinics = [
      await openClinic(api, { organization: { name: 'Um' } }),
      await openClinic(api, { organization: { name: 'Dois' } }),
    ]
    const agents = await Promise.all(
      clinics.map(({ organization }) => openAgent(api, organization)),
    )
    const rounds = Array.from({ length: 10 }, () => agents).flat()
    const seen = await Promise.all(rounds.map((agent) => agent.done('get_clinic')))
    expect(seen.map(({ name }) => name)).toEqual(rounds.map((_, at) => ['Um', 'Dois'][at % 2]))
  })

  it('404 not_found: the ids of another clinic are those of no one', async () => {
    const [own, other] = [await openClinic(api), await openClinic(api)]
    const foreign = (await other.book()).body
    const agent = await openAgent(api, own.organization)
    const of = { appointment_id: foreign.id, request_id: requestId() }
    for (const tool of ['cancel_appointment', 'mark_no_show', 'confirm_appointment']) {
      expect((await agent.refused(tool, of)).code).toBe('not_found')
    }
    const move = { ...of, start: `${MONDAY}T15:00` }
    expect((await agent.refused('move_appointment', move)).code).toBe('not_found')
    const book = await agent.refused('book_appointment', {
      client_id: other.client.id,
      service_ids: [other.service.id],
      start: `${MONDAY}T09:00`,
      professional_id: other.professional.id,
      request_id: requestId(),
    })
    expect(book.errors.map(({ field }) => field).sort()).toEqual([
      'client_id',
      'professional_id',
      'service_ids[0]',
    ])
    const seen = await agent.done('find_appointments', { client_id: other.client.id })
    expect(seen.appointments).toEqual([])
    expect((await agent.done('find_clients', { q: 'Ana' })).clients).toHaveLength(1)
  })
})

describe('the path', () => {
  it.each(['GET', 'DELETE', 'PUT', 'OPTIONS'])(
    '405 method_not_allowed: %s, since there is no session',
    async (method) => {
      const reply = await fetch(`${api.url}/mcp`, { method })
      expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST'])
    },
  )

  it('403 forbidden_scope: a foreign Host, and a page of a foreign origin', async () => {
    const key = await (await api.organization()).keyWith(['read'], 'agent')
    const evil = { Origin: 'http://evil.example.com' }
    expect((await post(api, key, LIST, evil)).status).toBe(403)
    expect((await post(api, key, LIST, { Origin: 'null' })).status).toBe(403)
    expect((await post(api, key, LIST, { Origin: 'http://api.test' })).status).toBe(200)
    expect((await post(api, key, LIST, { Origin: 'http://localhost:6274' })).status).toBe(200)
    expect(await statusWithHost('evil.example.com', key)).toBe(403)
    expect(await statusWithHost('api.test', key)).toBe(200)
  })

  it('200: logs and metrics know the tool, never what was typed', async () => {
    const key = await (await api.organization()).keyWith(['read'], 'agent')
    await post(api, key, toolCall('get_clinic'))
    await post(api, key, toolCall('explain_refusal', { code: 'nonsense' }))
    await post(api, key, toolCall('what/ever\nthis-is'))
    const lines = api.logged.filter(({ message }) => message === 'request').slice(-3)
    expect(lines.map(({ fields }) => fields)).toEqual([
      expect.objectContaining({ route: '/mcp get_clinic', status: 200 }),
      expect.objectContaining({ route: '/mcp explain_refusal', code: 'no_match' }),
      expect.objectContaining({ route: '/mcp tools/call', code: 'not_found' }),
    ])
    expect(JSON.stringify(lines)).not.toContain('this-is')
  })

  it('logs name the tool whose caller went away before the answer', async () => {
    const clinic = await openClinic(api)
    const { key } = await openAgent(api, clinic.organization)
    const leaving = new AbortController()
    const book = toolCall('book_appointment', {
      client_id: clinic.client.id,
      service_ids: [clinic.service.id],
      start: `${MONDAY}T09:00`,
      request_id: requestId(),
    })
    const lines = () => api.logged.filter(({ fields }) => 'aborted' in fields)
    const before = lines().length
    await overtaken(api, {
      lock: (session) => lockProfessional(session, clinic.professional),
      slow: () =>
        fetch(`${api.url}/mcp`, {
          method: 'POST',
          signal: leaving.signal,
          headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
          body: JSON.stringify(book),
        }).catch(() => null),
      async change() {
        leaving.abort()
        await vi.waitFor(() => expect(lines()).toHaveLength(before + 1))
      },
    })
    expect(lines().at(-1)?.fields).toMatchObject({ route: '/mcp book_appointment', aborted: true })
  })
})

/** `fetch` does not let a caller choose the host. */
function statusWithHost(host: string, key: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const headers = {
    Host: host,
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  }
  const request = send(`${api.url}/mcp`, { method: 'POST', headers }, (response) => {
    response.resume()
    resolve(response.statusCode ?? 0)
  })
  request.on('error', reject)
  request.end(JSON.stringify(LIST))
  return promise
}

describe('what is sent', () => {
  it.each([
    ['a body of a megabyte', { ...LIST, params: { pad: 'x'.repeat(1024 * 1024) } }, 'too_long'],
    ['JSON that is nested too deep', `${'['.repeat(200)}${']'.repeat(200)}`, 'invalid_format'],
    ['too many values', { ...LIST, params: { pad: Array(6000).fill(1) } }, 'too_many'],
    ['a batch', [LIST, LIST], 'invalid_type'],
    ['a text', '"tools/list"', 'invalid_type'],
    ['nothing', '', 'invalid_format'],
    ['what is not JSON', '{"jsonrpc":', 'invalid_format'],
  ])('400 validation_error: %s', async (_what, body, code) => {
    const key = await (await api.organization()).keyWith(['read'], 'agent')
    const reply = await post(api, key, body)
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toEqual([expect.objectContaining({ field: 'body', code })])
  })

  it('400 validation_error: another Content-Type; 406 for one who reads neither form', async () => {
    const key = await (await api.organization()).keyWith(['read'], 'agent')
    const text = await post(api, key, LIST, { 'Content-Type': 'text/plain' })
    expect([text.status, text.body.code]).toEqual([400, 'validation_error'])
    expect((await post(api, key, LIST, { Accept: 'text/html' })).status).toBe(406)
  })

  it.each([
    ['*/*', /^application\/json/],
    ['application/json', /^application\/json/],
    ['application/*;q=0.9, text/html', /^application\/json/],
    ['text/event-stream', /./],
  ])('200: to a caller that accepts %s', async (Accept, type) => {
    const key = await (await api.organization()).keyWith(['read'], 'agent')
    for (const message of [LIST, toolCall('find_clients', { q: 'Ana' })]) {
      const reply = await post(api, key, message, { Accept })
      expect([reply.status, reply.headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(type),
      ])
      expect(reply.body).toMatchObject({ result: {} })
    }
  })

  it.each([
    ['a method that does not exist', { ...LIST, method: 'resources/list' }],
    ['a prototype as a method', { ...LIST, method: '__proto__' }],
    ['a prototype as a tool', toolCall('__proto__')],
    ['a tool without a name', { ...LIST, method: 'tools/call', params: {} }],
  ])('200: %s is an error of the protocol', async (_what, message) => {
    const key = await (await api.organization()).keyWith(['read'], 'agent')
    const reply = await post(api, key, message)
    expect(reply.body.error.code).toBeLessThan(0)
  })

  it('200: a stream of news is refused, so none stays open', async () => {
    const key = await (await api.organization()).keyWith(['read'], 'agent')
    const reply = await post(
      api,
      key,
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'subscriptions/listen',
        params: {
          notifications: { toolsListChanged: true },
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'listener', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      },
      { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' },
    )
    expect(reply.body.error).toBeDefined()
  })

  it('400 validation_error: arguments that no tool knows, huge ids and wrong types are named', async () => {
    const clinic = await openClinic(api)
    const agent = await openAgent(api, clinic.organization)
    const refused = async (input: object) =>
      (await agent.refused('confirm_appointment', { ...input })).errors.map(
        ({ field, code }) => `${field}:${code}`,
      )
    expect(await refused({ appointment_id: 2 ** 31, request_id: 'a' })).toEqual([
      'appointment_id:out_of_range',
    ])
    expect(await refused({ appointment_id: 1e300, request_id: 'a' })).toEqual([
      'appointment_id:out_of_range',
    ])
    expect(await refused({ appointment_id: '1; DROP TABLE', request_id: 'a' })).toEqual([
      'appointment_id:invalid_type',
    ])
    expect(await refused({ appointment_id: 1 })).toEqual(['request_id:required'])
    expect(await refused({ appointment_id: 1, request_id: 'a\u0000b' })).toEqual([
      'request_id:invalid_value',
    ])
    expect(await refused({ appointment_id: 1, request_id: 'a', force: true })).toEqual([
      'force:unknown_field',
    ])
  })
})

describe('rate limits', () => {
  it('429 rate_limited: each request counts for its key; beyond it, a tool refuses and says how long to wait', async () => {
    const small = await startTestApi({ limitsScale: 1 })
    try {
      const clinic = await openClinic(small)
      const key = await clinic.organization.keyWith(['read'], 'agent')
      const statuses: number[] = []
      for (let count = 0; count < 11; count += 1) {
        statuses.push((await post(small, key, LIST)).status)
      }
      expect(statuses).toEqual([...Array(10).fill(200), 429])
      const refused = await post(small, key, LIST)
      expect(refused.headers.get('retry-after')).not.toBeNull()
      expect(refused.body.code).toBe('rate_limited')
      const called = await post(small, key, toolCall('get_clinic'))
      expect(called.status).toBe(200)
      expect(called.body.result).toMatchObject({ isError: true })
      expect(called.body.result.structuredContent.refusal).toMatchObject({
        code: 'rate_limited',
        retry_after_seconds: expect.any(Number),
      })
    } finally {
      await small.close()
    }
  })

  it.each(['memory', 'PostgreSQL'])(
    '429 rate_limited: free times beyond their limit are refused by the tool, others go on (counted in %s)',
    async (where) => {
      let now = TEST_NOW
      const pools: Pool[] = []
      const limits = (connectionString: string) => {
        const counting = { scale: 0.1, now: () => now, monotonic: () => now, timeoutMs: 5000 }
        if (where === 'memory') return createRateLimits(counting)
        const pool = new Pool({ connectionString })
        pools.push(pool)
        return createRateLimits({ ...counting, pool })
      }
      const small = await startTestApi({ limits })
      try {
        const clinic = await openClinic(small)
        const key = await clinic.organization.keyWith(['read'], 'agent')
        const ask = async (name: string, input: object = {}) => {
          now += 1000
          return (await post(small, key, toolCall(name, input))).body.result
        }
        const free = () => ask('find_free_times', { service_ids: [clinic.service.id] })
        for (let count = 0; count < 3; count += 1) expect((await free()).isError).toBeUndefined()
        const refused = await free()
        expect(refused.isError).toBe(true)
        expect(refused.structuredContent.refusal).toMatchObject({
          code: 'rate_limited',
          message: expect.stringContaining('The limit of 3 availability requests per minute'),
          retry_after_seconds: expect.any(Number),
        })
        expect((await ask('get_clinic')).isError).toBeUndefined()
      } finally {
        for (const pool of pools) await pool.end()
        await small.close()
      }
    },
  )
})
