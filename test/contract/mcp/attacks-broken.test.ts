/** Connections that break under a tool: to the database at its COMMIT, and to the agent before the answer. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { closeAgents, openAgent, post, requestId, toolCall } from '../../support/agents.ts'
import { startTestApi, type TestApi } from '../../support/api.ts'
import { openClinic } from '../../support/booking.ts'
import { eventsOf } from '../../support/clinic.ts'
import { openDatabaseProxy, type DatabaseProxy } from '../../support/database-proxy.ts'

let proxy: DatabaseProxy
/** Its database is behind the proxy; `beside` looks at the same one directly. */
let api: TestApi
let beside: TestApi

beforeAll(async () => {
  beside = await startTestApi()
  proxy = await openDatabaseProxy(beside.databaseUrl)
  api = await startTestApi({ beside: { databaseUrl: proxy.url }, connect: { silenceMs: 5000 } })
})
afterEach(async () => {
  proxy.cutAt(null)
  await closeAgents()
})
afterAll(async () => {
  await api.close()
  await proxy.close()
  await beside.close()
})

async function ready() {
  const clinic = await openClinic(beside)
  const agent = await openAgent(api, clinic.organization)
  const input = {
    client_id: clinic.client.id,
    service_ids: [clinic.service.id],
    start: '2026-11-23T09:00',
    request_id: requestId(),
  }
  const where = { organizationId: clinic.organization.row.id }
  return { clinic, agent, input, count: () => beside.db.appointment.count({ where }) }
}

describe('the database goes away under a booking', () => {
  it.each([
    ['before it heard of COMMIT', 'unsent', 0],
    ['after it had carried it out', 'answered', 1],
  ] as const)('503 outcome_unknown: %s; the repeat is one booking', async (_, when, there) => {
    const { clinic, agent, input, count } = await ready()
    proxy.cutAt({ at: /^COMMIT/, when })
    const refused = await agent.refused('book_appointment', input)
    proxy.cutAt(null)
    expect(refused.code).toBe('outcome_unknown')
    expect(refused.message + refused.try).not.toMatch(/Nothing was (changed|saved)/)
    expect(refused.try).toContain('request_id')
    expect(await count()).toBe(there)
    const { is_repeat } = await agent.done('book_appointment', input)
    expect([is_repeat, await count()]).toEqual([there === 1, 1])
    const events = await eventsOf(beside.db, clinic.organization.row)
    expect(events.filter(({ type }) => type === 'appointment.created')).toHaveLength(1)
  })

  it('503 outcome_unknown: a confirmed cancellation can be repeated with the same token', async () => {
    const { agent, input } = await ready()
    const { appointment } = await agent.done('book_appointment', input)
    const asked = { appointment_id: appointment.id, request_id: requestId() }
    const { confirm } = await agent.refused('cancel_appointment', asked)
    proxy.cutAt({ at: /^COMMIT/, when: 'answered' })
    const refused = await agent.refused('cancel_appointment', { ...asked, confirm })
    proxy.cutAt(null)
    expect(refused.code).toBe('outcome_unknown')
    const again = await agent.done('cancel_appointment', { ...asked, confirm })
    expect(again).toMatchObject({ is_repeat: true, appointment: { id: appointment.id } })
  })

  it('503 service_unavailable: while it is away, reads and changes say that nothing was saved', async () => {
    const { agent, input, count } = await ready()
    await proxy.away()
    try {
      for (const [tool, given] of [
        ['find_clients', { q: 'ana' }],
        ['book_appointment', input],
      ] as const) {
        const said = await agent.ask(tool, given).then(
          (answer) => JSON.stringify(answer),
          (error: unknown) => String(error),
        )
        expect(said).toContain('service_unavailable')
        expect(said).not.toMatch(/ECONN|127\.0\.0\.1|Prisma|postgres/i)
      }
    } finally {
      await proxy.back()
    }
    expect(await count()).toBe(0)
  })
})

it('200: who hangs up before the answer and calls again gets that answer, once', async () => {
  const { clinic, agent, input, count } = await ready()
  for (let wait = 0; wait < 40; wait += 4) {
    const signal = AbortSignal.timeout(wait)
    await fetch(`${api.url}/mcp`, {
      method: 'POST',
      signal,
      headers: {
        authorization: `Bearer ${agent.key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(toolCall('book_appointment', input)),
    })
      .then((response) => response.text())
      .catch(() => null)
  }
  for (;;) {
    const answer = await agent.ask('book_appointment', input)
    const { result, refusal } = answer.structuredContent as any
    if (refusal !== undefined) {
      expect(refusal.code).toBe('request_in_progress')
      continue
    }
    expect(result.appointment.client.id).toBe(clinic.client.id)
    break
  }
  expect(await count()).toBe(1)
  expect((await post(api, agent.key, toolCall('get_clinic'))).status).toBe(200)
})
