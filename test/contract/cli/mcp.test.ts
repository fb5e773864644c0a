/** `mcp`: an agent's host over stdio, through the command line, to `/mcp` of a real service. */
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeAgents, ERAS, openAgent, requestId, type Era } from '../../support/agents.ts'
import { useSharedApi } from '../../support/api.ts'
import { MONDAY, openClinic, type BookableClinic } from '../../support/booking.ts'
import { CLI, linesOf, openShell, UNFIT, type Shell } from '../../support/cli.ts'
import { eventsOf } from '../../support/clinic.ts'

const api = useSharedApi()
let clinic: BookableClinic
let key: string
let shell: Shell
const clients: Client[] = []

beforeAll(async () => {
  clinic = await openClinic(api, { organization: { language: 'en' } })
  key = await clinic.organization.keyWith(['read', 'write'], 'agent')
})
beforeEach(() => {
  shell = openShell({ url: api.url, key })
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
  await closeAgents()
  await shell.close()
})

/** As a host does it: the command line is its child, and speaks over stdin and stdout. */
async function openHost(era: Era): Promise<Client> {
  const client = new Client(
    { name: 'test-host', version: '1.0.0' },
    { versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } } },
  )
  clients.push(client)
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [CLI, 'mcp'],
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: shell.home,
        SCHEDULING_URL: api.url,
        SCHEDULING_API_KEY: key,
      },
      stderr: 'ignore',
    }),
  )
  return client
}

describe.each(ERAS)('a host of the %s era', (era) => {
  it('sees the very tools of the service', async () => {
    const agent = await openAgent(api, clinic.organization, { era, key })
    const host = await openHost(era)
    expect(await host.listTools()).toEqual(await agent.client.listTools())
    expect(host.getInstructions()).toBe(agent.client.getInstructions())
  })

  it('200: books an appointment, whose event says that an agent did it', async () => {
    const host = await openHost(era)
    await host.listTools()
    const start = era === 'legacy' ? `${MONDAY}T10:00` : `${MONDAY}T11:00`
    const asked = {
      client_id: clinic.client.id,
      service_ids: [clinic.service.id],
      start,
      request_id: requestId(),
    }
    const answer = await host.callTool({ name: 'book_appointment', arguments: asked })
    expect(answer.isError, JSON.stringify(answer)).not.toBe(true)
    const created = (await eventsOf(api.db, clinic.organization.row)).findLast(
      ({ type }) => type === 'appointment.created',
    )
    expect(created?.context).toMatchObject({ source: 'agent', actor: { type: 'agent' } })
    expect(created?.payload.object['start']).toBe(`${start}:00-03:00`)
  })

  it('answers twenty requests at the same time, each with its own', async () => {
    const host = await openHost(era)
    await host.listTools()
    const refused = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        host.callTool({
          name: 'explain_refusal',
          arguments: { code: index % 2 === 0 ? 'slot_unavailable' : 'not_found' },
        }),
      ),
    )
    for (const [index, answer] of refused.entries()) {
      expect(JSON.stringify(answer)).toContain(index % 2 === 0 ? 'slot_unavailable' : 'not_found')
    }
  })
})

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'x', version: '1' },
  },
}

describe('the streams', () => {
  it('stdout carries the protocol alone, whatever the host sends', async () => {
    const running = shell.start(['mcp'])
    running.type('this is no JSON\n{"jsonrpc":"2.0"}\n[]\n\u001b[2J\n')
    running.type(`${JSON.stringify(INITIALIZE)}\n`)
    await running.until(/"protocolVersion"/)
    running.child.stdin?.end()
    const { exit, out, err } = await running.ended
    expect(exit).toBe(0)
    for (const line of linesOf(out)) expect(line.jsonrpc).toBe('2.0')
    expect(err).not.toMatch(UNFIT)
    expect(err).not.toContain('\n    at ')
  })

  it('a service that is away: an answer with an error for each request, and it goes on', async () => {
    const running = shell.start(['mcp'], { env: { SCHEDULING_URL: 'http://127.0.0.1:9' } })
    for (const id of [1, 'two']) running.type(`${JSON.stringify({ ...INITIALIZE, id })}\n`)
    await running.until(/"two"/)
    const { exit, out } = await running.end()
    expect(exit).toBe(0)
    expect(linesOf(out)).toEqual(
      [1, 'two'].map((id) => ({
        jsonrpc: '2.0',
        id,
        error: { code: -32_001, message: expect.stringContaining("can't be reached") },
      })),
    )
  })

  it('401: a refusal becomes an error of the protocol, in words, without the key', async () => {
    const wrong = `svc_live_${'x'.repeat(38)}`
    const running = shell.start(['mcp'], { env: { SCHEDULING_API_KEY: wrong } })
    running.type(`${JSON.stringify(INITIALIZE)}\n`)
    await running.until(/"error"/)
    const { out, err } = await running.end()
    expect(linesOf(out)[0].error.message).toMatch(/^401 unauthorized: /)
    expect(out + err).not.toContain(wrong)
  })

  it('403: the key of an integration is refused in words that say what to do', async () => {
    const running = shell.start(['mcp'], { env: { SCHEDULING_API_KEY: clinic.organization.key } })
    running.type(`${JSON.stringify(INITIALIZE)}\n`)
    await running.until(/"error"/)
    const [{ error }] = linesOf((await running.end()).out)
    expect(error.message).toMatch(/^403 \w+: .*agent/)
  })

  it('exit 1: without a key nothing is on stdout', async () => {
    const none = openShell()
    try {
      const { exit, out, err } = await none.run(['mcp'])
      expect([exit, err]).toEqual([1, expect.stringContaining('scheduling login')])
      expect(out).toBe('')
    } finally {
      await none.close()
    }
  })

  it('a request that the host cancels is not answered, and others are', async () => {
    const { createServer } = await import('node:http')
    let broken = 0
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        const { id, method } = JSON.parse(body)
        response.on('close', () => (broken += response.writableEnded ? 0 : 1))
        if (method === 'hang') return
        response.writeHead(id === undefined ? 202 : 200, { 'content-type': 'application/json' })
        response.end(id === undefined ? '' : JSON.stringify({ jsonrpc: '2.0', id, result: {} }))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
    try {
      const running = shell.start(['mcp'], { env: { SCHEDULING_URL: url } })
      const say = (message: object) =>
        running.type(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
      say({ id: 7, method: 'hang' })
      say({ id: 8, method: 'ping' })
      await running.until(/"id":8/)
      say({ method: 'notifications/cancelled', params: { requestId: 7 } })
      say({ id: 9, method: 'ping' })
      await running.until(/"id":9/)
      await expect.poll(() => broken).toBe(1)
      expect(linesOf((await running.end()).out).map(({ id }) => id)).toEqual([8, 9])
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})
