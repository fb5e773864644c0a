import { LIMITS } from '@scheduling/core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  startTestApi,
  TEST_NOW,
  type TestApi,
  type TestOrganization,
  useSharedApi,
} from '../../support/api.ts'
import { times } from '../../support/at-once.ts'
import { signIn, type Dashboard } from '../../support/dashboard.ts'

const api = useSharedApi()
/** Two processes that cache keys. */
let first: TestApi
let second: TestApi
let organization: TestOrganization
let owner: Dashboard

beforeAll(async () => {
  first = await startTestApi({ beside: api, cachesKeys: true })
  second = await startTestApi({ beside: api, cachesKeys: true })
})
afterAll(async () => {
  await second.close()
  await first.close()
})
beforeEach(async () => {
  organization = await api.organization()
  owner = await signIn(api, organization)
})

const entries = () => api.db.auditEntry.findMany({ where: { organizationId: organization.row.id } })
const idOf = async () => {
  const { id } = await api.db.apiKey.findFirstOrThrow({
    where: { organizationId: organization.row.id },
  })
  return id
}
const revoke = (id: string, who = owner) => who.mutate('apiKeys.revoke', { api_key_id: id })

describe('apiKeys.revoke', () => {
  it('200: the key stops on every process in time, while requests run', async () => {
    const { key } = organization
    const me = (on: TestApi) => on.call('GET', '/v1/me', { key })
    for (const process of [first, second]) expect((await me(process)).status).toBe(200)
    let isRevoked = false
    let stoppedAt = 0
    const statuses: number[] = []
    const asking = [first, second].map(async (process) => {
      for (;;) {
        const sentAfter = isRevoked
        const { status } = await me(process)
        statuses.push(status)
        if (status === 200) continue
        expect([sentAfter || isRevoked, status]).toEqual([true, 401])
        stoppedAt = Math.max(stoppedAt, performance.now())
        return
      }
    })
    const begun = performance.now()
    isRevoked = true
    const { status, body } = await revoke(await idOf())
    expect([status, body.revoked_at]).toEqual([200, '2026-11-20T08:00:00-03:00'])
    await Promise.all(asking)
    expect(stoppedAt - begun).toBeLessThan(LIMITS.keyRevocationSeconds * 1000)
    expect(statuses).toContain(200)
    for (const process of [first, second, api]) {
      const refused = await me(process)
      expect([refused.status, refused.body.code]).toEqual([401, 'unauthorized'])
    }
  })

  it('200: revoking again changes nothing, at the same time either', async () => {
    const id = await idOf()
    const replies = await times(8, () => revoke(id))
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
    api.setNow(TEST_NOW + 60_000)
    const again = await revoke(id)
    api.setNow(TEST_NOW)
    expect(again.body.revoked_at).toBe('2026-11-20T08:00:00-03:00')
    expect(await entries()).toMatchObject([
      {
        action: 'api_key.revoked',
        recordId: id,
        changes: { revoked_at: { from: null, to: '2026-11-20T08:00:00-03:00' } },
      },
    ])
    const { data } = (await owner.query('apiKeys.list')).body
    expect(data).toMatchObject([{ id, revoked_at: '2026-11-20T08:00:00-03:00' }])
  })

  it('200: the same key cannot be made to work by renaming it', async () => {
    const id = await idOf()
    await revoke(id)
    await owner.mutate('apiKeys.update', { api_key_id: id, name: 'Again' })
    const { status } = await api.call('GET', '/v1/me', { key: organization.key })
    expect(status).toBe(401)
  })

  it("404 not_found: another organization's key, an unknown one, and what is no id", async () => {
    const id = await idOf()
    const stranger = await signIn(api, await api.organization())
    for (const [who, asked] of [
      [stranger, id],
      [owner, 'key_01k9xq3v5m8t2r7w4y6z0a1bcd'],
      [owner, `${id}' OR true --`],
      [owner, id.toUpperCase()],
      [owner, 'x'.repeat(90)],
    ] as const) {
      const reply = await revoke(asked, who)
      expect([asked, reply.status, reply.problem?.code]).toEqual([asked, 404, 'not_found'])
    }
    expect((await api.call('GET', '/v1/me', { key: organization.key })).status).toBe(200)
    expect(await entries()).toEqual([])
  })

  it('403 forbidden_scope: a collaborator', async () => {
    const reply = await revoke(await idOf(), await signIn(api, organization, 'manager'))
    expect([reply.status, reply.problem.code]).toEqual([403, 'forbidden_scope'])
  })
})
