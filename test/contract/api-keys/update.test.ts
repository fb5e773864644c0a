import { beforeEach, describe, expect, it } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { signIn, type Dashboard } from '../../support/dashboard.ts'

const api = useSharedApi()
let organization: TestOrganization
let owner: Dashboard
let id: string

beforeEach(async () => {
  organization = await api.organization()
  owner = await signIn(api, organization)
  const row = await api.db.apiKey.findFirstOrThrow({
    where: { organizationId: organization.row.id },
  })
  id = row.id
})

const update = (input: object, who = owner) =>
  who.mutate('apiKeys.update', { api_key_id: id, ...input })
const entries = () => api.db.auditEntry.findMany({ where: { organizationId: organization.row.id } })

describe('apiKeys.update', () => {
  it('200: gives the key another name, and nothing else', async () => {
    const before = await api.db.apiKey.findUniqueOrThrow({ where: { id } })
    const { status, body } = await update({
      name: ' Agenda ',
      scopes: ['read'],
      kind: 'agent',
      expires_at: null,
      revoked_at: null,
    })
    expect([status, body.name]).toEqual([200, 'Agenda'])
    const after = await api.db.apiKey.findUniqueOrThrow({ where: { id } })
    expect(after).toEqual({ ...before, name: 'Agenda' })
    expect(await entries()).toMatchObject([
      {
        action: 'api_key.updated',
        recordId: id,
        changes: { name: { from: 'Test key', to: 'Agenda' } },
      },
    ])
    const me = await api.call('GET', '/v1/me', { key: organization.key })
    expect(me.body.api_key.name).toBe('Agenda')
  })

  it('200: the same name changes nothing, and nothing is noted', async () => {
    const same = [{ name: 'Test key' }, { show_full_personal_data: false }, {}]
    for (const input of same) expect((await update(input)).status).toBe(200)
    expect(await entries()).toEqual([])
  })

  it("200: switches how much an agent's tools show of people, there and back, and the name stays", async () => {
    await organization.keyWith(['read'], 'agent')
    const agent = await api.db.apiKey.findFirstOrThrow({
      where: { organizationId: organization.row.id, kind: 'agent' },
    })
    for (const shows of [true, false]) {
      const { status, body } = await update({
        api_key_id: agent.id,
        show_full_personal_data: shows,
      })
      expect([status, body.show_full_personal_data, body.name]).toEqual([200, shows, agent.name])
      const stored = await api.db.apiKey.findUniqueOrThrow({ where: { id: agent.id } })
      expect(stored).toEqual({ ...agent, showFullPersonalData: shows })
    }
    const noted = (await entries()).map(({ action, recordId, changes }) => [
      action,
      recordId,
      changes,
    ])
    expect(noted).toEqual([
      ['api_key.updated', agent.id, { show_full_personal_data: { from: false, to: true } }],
      ['api_key.updated', agent.id, { show_full_personal_data: { from: true, to: false } }],
    ])
  })

  it('the database itself refuses it for an integration', async () => {
    const shown = api.db.apiKey.update({ where: { id }, data: { showFullPersonalData: true } })
    await expect(shown).rejects.toThrow('api_key_shows_full_to_agents')
  })

  it.each([
    [{ name: '' }, 'name too_short'],
    [{ name: 'x'.repeat(121) }, 'name too_long'],
    [{ name: null }, 'name invalid_type'],
    [{ name: 'A', show_full_personal_data: true }, 'show_full_personal_data invalid_value'],
    [{ show_full_personal_data: null }, 'show_full_personal_data invalid_type'],
    [{ show_full_personal_data: 1 }, 'show_full_personal_data invalid_type'],
  ])('400: %j', async (input, expected) => {
    const { status, problem } = await update(input)
    const faults = problem.errors.map(({ field, code }: any) => `${field} ${code}`)
    expect([status, faults]).toEqual([400, [expected]])
    const { name, showFullPersonalData } = await api.db.apiKey.findUniqueOrThrow({ where: { id } })
    expect([name, showFullPersonalData]).toEqual(['Test key', false])
    expect(await entries()).toEqual([])
  })

  it("404 not_found: another organization's key", async () => {
    const reply = await update({ name: 'Mine' }, await signIn(api, await api.organization()))
    expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
  })

  it('403 forbidden_scope: a collaborator', async () => {
    const reply = await update({ name: 'Mine' }, await signIn(api, organization, 'manager'))
    expect([reply.status, reply.problem.code]).toEqual([403, 'forbidden_scope'])
  })
})
