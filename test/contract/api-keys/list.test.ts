import { beforeEach, describe, expect, it } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { signIn, type Dashboard } from '../../support/dashboard.ts'

const api = useSharedApi()
let organization: TestOrganization
let owner: Dashboard

beforeEach(async () => {
  organization = await api.organization()
  owner = await signIn(api, organization)
})

const list = (input: object = {}, who = owner) => who.query('apiKeys.list', input)

describe('apiKeys.list', () => {
  it('200: oldest first, with what each was used for, in pages', async () => {
    await organization.keyWith(['read'], 'agent')
    await organization.keyWith(['write'])
    await api.call('GET', '/v1/me', { key: organization.key })
    const whole = (await list()).body
    expect(whole.data).toMatchObject([
      {
        kind: 'integration',
        scopes: ['read', 'write', 'setup', 'webhooks:manage'],
        display_prefix: organization.key.slice(0, 12),
        last_used_at: '2026-11-20T08:00:00-03:00',
      },
      { kind: 'agent', scopes: ['read'], last_used_at: null },
      { kind: 'integration', scopes: ['write'] },
    ])
    expect([whole.has_more, whole.next_cursor, whole.next]).toEqual([false, null, null])
    const paged = []
    let cursor: string | undefined
    do {
      const { body } = await list({ limit: 1, cursor })
      paged.push(...body.data)
      cursor = body.next_cursor ?? undefined
    } while (cursor !== undefined)
    expect(paged).toEqual(whole.data)
    const text = JSON.stringify(whole)
    expect(text).not.toContain(organization.key.slice(0, 13))
    expect(text).not.toContain('hash')
  })

  it('200: no one sees the keys of another organization', async () => {
    const other = await api.organization()
    const { body } = await list({}, await signIn(api, other))
    expect(body.data).toHaveLength(1)
    expect(body.data[0].display_prefix).toBe(other.key.slice(0, 12))
  })

  it('400: a cursor of another organization, and one of another list', async () => {
    await organization.keyWith(['read'])
    const mine = (await list({ limit: 1 })).body.next_cursor
    const other = await api.organization()
    const replies = [
      await list({ cursor: mine }, await signIn(api, other)),
      await owner.query('webhooks.list', { cursor: mine }),
      await list({ cursor: `${mine}A` }),
      await list({ cursor: 'x' }),
    ]
    for (const { status, problem } of replies) {
      expect([status, problem.errors]).toMatchObject([400, [{ field: 'cursor' }]])
    }
  })

  it('403 forbidden_scope: a collaborator', async () => {
    const reply = await list({}, await signIn(api, organization, 'manager'))
    expect([reply.status, reply.problem.code]).toEqual([403, 'forbidden_scope'])
  })
})
