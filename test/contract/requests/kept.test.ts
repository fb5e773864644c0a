/** What the request log has of requests, and what it never has. */
import { entryText, writeEntries } from '@scheduling/core'
import { sqlOf } from '@scheduling/database'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeAgents, openAgent } from '../../support/agents.ts'
import {
  startTestApi,
  TEST_NOW,
  useOwnApi,
  type TestApi,
  type TestOrganization,
} from '../../support/api.ts'
import { askedRoutes } from '../../support/asked-routes.ts'
import { at, openClinic } from '../../support/booking.ts'
import { signIn } from '../../support/dashboard.ts'
import { createRequestRow } from '../../support/requests.ts'

const api = useOwnApi({ keepsRequests: true })
let organization: TestOrganization
beforeEach(async () => {
  // Ids follow the clock.
  let now = TEST_NOW
  api.setClock(() => (now += 1))
  organization = await api.organization()
})
afterEach(closeAgents)

/** An entry is made when the connection has the whole answer. @param count of requests */
async function kept(count: number, of: Pick<TestApi, 'db' | 'history'> = api) {
  const where = { organizationId: organization.row.id }
  await vi.waitFor(async () => {
    await of.history.writeAll()
    const { _sum } = await of.db.requestLog.aggregate({ where, _sum: { times: true } })
    expect(_sum.times).toBeGreaterThanOrEqual(count)
  }, 10_000)
  const rows = await of.db.requestLog.findMany({ where, orderBy: { id: 'asc' } })
  return rows.map(({ method, route, pathIds, status, code, faults, isReplayed, times }) => ({
    asked: `${method} ${route}`,
    pathIds,
    status,
    code,
    faults,
    isReplayed,
    times,
  }))
}

describe('the request log', () => {
  it('has route, ids, status and faults of a request, and nothing that was sent', async () => {
    const { get, post, patch } = askedRoutes(api, () => organization)
    const { body } = await post('/clients', { first_name: 'Quitéria', phone: '(11) 98765-4321' })
    await patch(`/clients/${body.id}`, { metadata: { my_secret_key: 7 }, email: 'quiteria' })
    await get('/clients/secret-text', { q: 'quitéria' })
    await get('/clients', { limit: 'many', my_own_parameter: 1 })
    const rows = await kept(4)
    expect(rows).toMatchObject([
      { asked: 'POST /v1/clients', pathIds: {}, status: 201, code: null, faults: [], times: 1 },
      {
        asked: 'PATCH /v1/clients/{client_id}',
        pathIds: { client_id: body.id },
        status: 400,
        code: 'validation_error',
        faults: [
          { field: 'email', code: 'invalid_format' },
          { field: 'metadata.*', code: 'invalid_type' },
        ],
      },
      { asked: 'GET /v1/clients/{client_id}', pathIds: {}, status: 400 },
      { asked: 'GET /v1/clients', faults: [{ field: 'limit', code: 'invalid_type' }] },
    ])
    const whole = JSON.stringify(
      await api.db.requestLog.findMany({ where: { organizationId: organization.row.id } }),
    )
    expect(whole).not.toMatch(/quit|my_secret|my_own|98765|secret-text|many|127\.0/i)
  })

  it('has what a key was refused, replays, and tools of agents', async () => {
    const readOnly = await organization.keyWith(['read'])
    const body = { first_name: 'Ana', email: 'ana@example.com' }
    await api.call('POST', '/v1/clients', { key: readOnly, body })
    for (const _ of [1, 2]) {
      await api.call('POST', '/v1/clients', {
        key: organization.key,
        body,
        headers: { 'Idempotency-Key': 'once' },
      })
    }
    const agent = await openAgent(api, organization)
    await agent.refused('find_client', { wrong: 1 }).catch(() => null)
    const rows = await kept(5)
    expect(rows.slice(0, 3)).toMatchObject([
      { status: 403, code: 'forbidden_scope', isReplayed: false },
      { status: 201, isReplayed: false },
      { status: 201, isReplayed: true },
    ])
    expect(rows.slice(3).every(({ asked }) => asked.startsWith('POST /mcp'))).toBe(true)
  })

  it('has the code of a refusal that is sent again, and a request whose client went away', async () => {
    const clinic = await openClinic(api)
    organization = clinic.organization
    await clinic.book()
    for (const _ of [1, 2]) {
      await clinic.call('POST', '/v1/appointments', {
        body: {
          service_ids: [clinic.service.id],
          start: at('09:00'),
          client: { first_name: 'Bia', email: 'bia@example.com' },
        },
        headers: { 'Idempotency-Key': 'taken' },
      })
    }
    const body = JSON.stringify({ first_name: 'Ana', email: 'gone@example.com' })
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
    const head = `POST /v1/clients HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${organization.key}\r\nContent-Type: application/json`
    const holder = await api.connection.pool.connect()
    try {
      await holder.query('BEGIN')
      await holder.query('LOCK TABLE client IN ACCESS EXCLUSIVE MODE')
      socket.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
      await vi.waitUntil(async () => {
        // The locks of all databases are listed, and other tests run beside this one.
        const { rows } = await holder.query(
          `SELECT FROM pg_locks WHERE NOT granted AND relation = 'client'::regclass
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        )
        return rows.length > 0
      }, 10_000)
      socket.destroy()
    } finally {
      await holder.query('COMMIT')
      holder.release()
    }
    expect(
      (await kept(4)).map(({ status, code, isReplayed }) => [status, code, isReplayed]),
    ).toEqual([
      [201, null, false],
      [409, 'slot_unavailable', false],
      [409, 'slot_unavailable', true],
      [201, null, false],
    ])
  })

  it('has no request without a known key, none of the dashboard, and none that reads it', async () => {
    const { get } = askedRoutes(api, () => organization)
    await api.call('GET', '/v1/me', { key: 'svc_live_none' })
    await api.call('GET', '/v1/nowhere', { key: organization.key })
    await (await signIn(api, organization)).query('clients.list')
    await get('/requests')
    await get('/requests/req_0')
    await get('/me')
    expect((await kept(1)).map(({ asked }) => asked)).toEqual(['GET /v1/me'])
  })

  it('has 429s once for each key and second, with their count', async () => {
    // A second that is not over while the test runs.
    const now = Date.now() + 3_600_000
    const limited = await startTestApi({ keepsRequests: true, limitsScale: 0.1, now })
    try {
      organization = await limited.organization()
      const { get } = askedRoutes(limited, () => organization)
      const statuses = []
      for (let count = 0; count < 12; count += 1) statuses.push((await get('/me')).status)
      const refused = statuses.filter((status) => status === 429).length
      expect(refused).toBeGreaterThan(5)
      const rows = await kept(statuses.length, limited)
      const slowed = rows.filter(({ status }) => status === 429)
      expect(slowed.reduce((sum, { times }) => sum + times, 0)).toBe(refused)
      // The last one may have come while the others were written.
      expect(slowed.length).toBeLessThanOrEqual(2)
      for (const { code } of slowed) expect(code).toBe('rate_limited')
    } finally {
      await limited.close()
    }
  })

  it('does not name a client who was erased, before or after the entry is written', async () => {
    const client = await api.db.client.create({
      data: { organizationId: organization.row.id, firstName: 'Ana', searchText: 'ana' },
    })
    const pathIds = { client_id: client.id }
    await createRequestRow(api, organization, { id: 'req_a', pathIds })
    await createRequestRow(api, organization, { id: 'req_b' })
    const owner = await signIn(api, organization)
    const asked = { client_id: client.id }
    const preview = await owner.mutate('clients.erase', { ...asked, preview: true })
    const { version } = preview.body
    const { status } = await owner.mutate('clients.erase', { ...asked, version })
    expect(status).toBe(200)
    const { keyId } = await api.db.requestLog.findFirstOrThrow({ where: { id: 'req_a' } })
    await writeEntries(sqlOf(api.db), [
      entryText({
        id: 'req_c',
        organizationId: organization.row.id,
        keyId,
        receivedAt: api.service.realNow(),
        method: 'GET',
        route: '/v1/clients/{client_id}',
        pathIds,
        status: 200,
        code: null,
        faults: [],
        durationMs: 1,
        isReplayed: false,
        times: 1,
      }),
    ])
    const rows = await kept(3)
    expect(rows.map((row) => row.pathIds)).toEqual([
      { client_id: null },
      { client_id: 7 },
      { client_id: null },
    ])
  })
})
