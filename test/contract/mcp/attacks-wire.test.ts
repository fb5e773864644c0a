/** What someone sends past the client library, and what the server says of itself. */
import { SCOPES, TOOLS } from '@scheduling/core'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAgents, ERAS, openAgent, requestId, textOf } from '../../support/agents.ts'
import { ALL_FEATURES, useSharedApi } from '../../support/api.ts'
import { openClinic } from '../../support/booking.ts'
import { createService } from '../../support/clinic.ts'

const api = useSharedApi()
afterEach(closeAgents)

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

function send(key: string, message: object, headers: Readonly<Record<string, string>> = {}) {
  return fetch(`${api.url}/mcp`, {
    method: 'POST',
    signal: AbortSignal.timeout(10_000),
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  })
}

describe('what the server says of itself', () => {
  it.each(ERAS)('it promises no news that never come (%s)', async (era) => {
    const { organization } = await openClinic(api)
    const agent = await openAgent(api, organization, { era })
    expect(agent.client.getServerCapabilities()?.tools).toBeDefined()
    expect(agent.client.getServerCapabilities()?.tools?.listChanged ?? false).toBe(false)
  })

  it('a refusal speaks of what a tool takes, not of headers, which no model sends', async () => {
    const { organization } = await openClinic(api)
    const agent = await openAgent(api, organization)
    const { message, errors } = await agent.refused('get_clinic', { clinic: 'Aurora' })
    expect(errors).toMatchObject([{ field: 'clinic' }])
    expect(JSON.stringify([message, errors])).not.toMatch(/Prefer|header|handling=/)
  })

  it('a code that no one knows is answered with what to try about codes', async () => {
    const { organization } = await openClinic(api)
    const agent = await openAgent(api, organization)
    const refused = await agent.refused('explain_refusal', { code: 'constructor' })
    expect(refused.code).toBe('no_match')
    expect(refused.try).not.toMatch(/phone number/)
  })
})

describe('rights', () => {
  const subsets = Array.from({ length: 2 ** SCOPES.length }, (_, bits) =>
    SCOPES.filter((_scope, index) => (bits & (1 << index)) !== 0),
  )

  it.each(subsets.map((scopes) => [scopes.join(' ') || 'none', scopes] as const))(
    'a key with the scopes %s can call what is listed, and nothing else',
    async (_, scopes) => {
      const { organization } = await openClinic(api)
      const agent = await openAgent(api, organization, { scopes })
      const { tools } = await agent.client.listTools()
      const listed = new Set(tools.map(({ name }) => name))
      for (const { name } of TOOLS) {
        // Whether it may be called is said before the input is looked at.
        const answer = await agent.ask(name, { nonsense: true, request_id: requestId() })
        const { code } = (answer.structuredContent as any).refusal
        expect([name, code]).toEqual([
          name,
          listed.has(name) ? 'validation_error' : 'forbidden_scope',
        ])
      }
    },
  )

  it('a feature that is switched off takes its tools away at once, for a client that listed them before', async () => {
    const { organization } = await openClinic(api)
    const agent = await openAgent(api, organization)
    const before = (await agent.client.listTools()).tools.map(({ name }) => name)
    const kept = ALL_FEATURES.filter((feature) => !['queue', 'deposits'].includes(feature))
    await api.db.organization.update({
      where: { id: organization.row.id },
      data: { planFeatures: kept },
    })
    const { tools } = await agent.client.listTools()
    const after = new Set(tools.map(({ name }) => name))
    for (const name of before) {
      const answer = await agent.ask(name, { nonsense: true })
      const { code } = (answer.structuredContent as any).refusal
      expect([name, code]).toEqual([
        name,
        after.has(name) ? 'validation_error' : 'feature_not_enabled',
      ])
    }
  })
})

describe('past the client library', () => {
  it('a call without an id, which no one is answered for, changes nothing', async () => {
    const { organization } = await openClinic(api)
    const key = await organization.keyWith(['read', 'write'], 'agent')
    const params = {
      name: 'find_or_create_client',
      arguments: { first_name: 'No one', email: 'no-one@example.com', request_id: requestId() },
    }
    const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' }
    for (const [message, headers] of [
      [{ method: 'tools/call', params }, {}],
      [{ method: 'tools/call', params: { ...params, _meta: META } }, modern],
      [{ method: 'notifications/tools/call', params }, {}],
    ] as const) {
      await (await send(key, message, headers)).text()
    }
    const where = { organizationId: organization.row.id, firstName: 'No one' }
    expect(await api.db.client.count({ where })).toBe(0)
  })

  it('logs hold nothing of headers and messages that are not as they should be', async () => {
    const { organization } = await openClinic(api)
    const key = await organization.keyWith(['read'], 'agent')
    const secret = 'segredo-11955554321'
    const modern = { 'mcp-protocol-version': '2026-07-28' }
    const params = { name: 'get_clinic', arguments: {}, _meta: META }
    const from = api.logged.length
    const sent: [object, Record<string, string>][] = [
      [
        { id: 1, method: 'tools/call', params },
        { ...modern, 'mcp-method': secret },
      ],
      [
        { id: 1, method: 'tools/call', params },
        { ...modern, 'mcp-method': 'tools/call', 'mcp-name': secret },
      ],
      [{ id: 1, method: 'tools/call', params }, { 'mcp-protocol-version': secret }],
      [{ id: 1, method: secret, params: {} }, {}],
      [
        { id: 1, method: secret, params: { _meta: META } },
        { ...modern, 'mcp-method': secret },
      ],
      [{ id: { secret }, method: 'tools/call', params }, {}],
      [{ id: 1, method: 'tools/call', params: { name: { secret } } }, {}],
      [{ id: 1, method: 'tools/call', params: { name: secret, arguments: { [secret]: 1 } } }, {}],
      [{ id: 1, method: 'tools/call', params: { ...params, requestState: { secret } } }, modern],
    ]
    for (const [message, headers] of sent) await (await send(key, message, headers)).text()
    const lines = api.logged.slice(from)
    expect(lines.length).toBeGreaterThanOrEqual(sent.length)
    for (const line of lines) {
      const why = (line.fields as any).err
      expect(`${JSON.stringify(line)} ${String(why?.stack)}`).not.toContain(secret)
    }
  })

  it('no answer of an error repeats a key, a stack or a path of the service', async () => {
    const { organization } = await openClinic(api)
    const key = await organization.keyWith(['read'], 'agent')
    const messages = [
      { id: 1, method: 'tools/call', params: { name: 7 } },
      { id: 1, method: 'tools/call' },
      { id: 1, method: 'initialize', params: { protocolVersion: 7 } },
      { id: 1, method: 'completion/complete', params: {} },
      { id: 1, method: 'logging/setLevel', params: { level: 'debug' } },
      { id: 1 },
      { method: 7 },
    ]
    for (const message of messages) {
      const text = await (await send(key, message)).text()
      expect(text).not.toContain(key)
      expect(text).not.toMatch(/node_modules|\.ts:|\.mjs|at \w+ \(/)
    }
  })
})

describe('what a name could mean', () => {
  it.each(["'", '-', '´', "' -"])(
    'is not guessed from a name without letters: %j',
    async (name) => {
      const clinic = await openClinic(api)
      const agent = await openAgent(api, clinic.organization)
      const asked = { date: '2026-11-23', service_names: [name] }
      const refused = await agent.refused('find_free_times', asked)
      expect(['no_match', 'validation_error']).toContain(refused.code)
      const refusedToo = await agent.refused('find_free_times', {
        service_ids: [clinic.service.id],
        date: '2026-11-23',
        professional_name: name,
      })
      expect(['no_match', 'validation_error']).toContain(refusedToo.code)
    },
  )

  it('two services that begin alike are answered with both', async () => {
    const clinic = await openClinic(api)
    const performedBy = [...clinic.professionals]
    const second = await createService(api.db, clinic.organization.row, {
      name: 'Consulta de retorno',
      performedBy,
    })
    const third = await createService(api.db, clinic.organization.row, {
      name: 'Consulta em casa',
      performedBy,
    })
    const agent = await openAgent(api, clinic.organization)
    const asked = { date: '2026-11-23', service_names: ['consulta e'] }
    expect((await agent.done('find_free_times', asked)).services[0].id).toBe(third.id)
    const both = await agent.refused('find_free_times', { ...asked, service_names: ['de', 'e'] })
    expect(both.code).toBe('ambiguous')
    expect(second.id).not.toBe(third.id)
  })
})

it('free times of a large clinic stay few enough to be read', async () => {
  const clinic = await openClinic(api, { professionals: 60 })
  const agent = await openAgent(api, clinic.organization)
  const answer = await agent.ask('find_free_times', {
    service_ids: [clinic.service.id],
    date: '2026-11-23',
    days: 7,
  })
  const { result } = answer.structuredContent as any
  expect(result.times).toHaveLength(12)
  expect(textOf(answer).length).toBeLessThan(5000)
  expect(JSON.stringify(result).length).toBeLessThan(12_000)
})
