import { describe, expect, it } from 'vitest'
import { useOwnApi } from '../../support/api.ts'
import { openBrowser, signIn } from '../../support/dashboard.ts'

const api = useOwnApi()

describe('GET /v1/test-clock', () => {
  it('200: the time of a test organization, in its zone', async () => {
    const organization = await api.organization({ livemode: false, timeZone: 'America/Manaus' })
    const owner = await signIn(api, organization)
    const shown = await api.call('GET', '/v1/test-clock', { key: organization.key })
    expect((await owner.query('testClock.get')).body).toEqual(shown.body)
    expect(shown.body).toEqual({
      object: 'test_clock',
      status: 'ready',
      now: '2026-11-20T07:00:00-04:00',
      ahead_seconds: 0,
      advancing_to: null,
    })
    await api.db.organization.update({
      where: { id: organization.row.id },
      data: { clockAheadSeconds: 90_000 },
    })
    await api.db.clockAdvance.create({
      data: { organizationId: organization.row.id, target: new Date('2027-01-01T00:00:00Z') },
    })
    expect((await owner.query('testClock.get')).body).toEqual({
      object: 'test_clock',
      status: 'advancing',
      now: '2026-11-21T08:00:00-04:00',
      ahead_seconds: 90_000,
      advancing_to: '2026-12-31T20:00:00-04:00',
    })
  })

  it('404 not_found: a live organization', async () => {
    const organization = await api.organization()
    const { problem } = await (await signIn(api, organization)).query('testClock.get')
    const { body } = await api.call('GET', '/v1/test-clock', { key: organization.key })
    expect([problem.code, body.code, body.detail]).toEqual([
      'not_found',
      'not_found',
      expect.stringContaining('is live'),
    ])
  })
})

describe('testClock.get', () => {
  it('403 forbidden_scope: a collaborator', async () => {
    const organization = await api.organization({ livemode: false })
    const collaborator = await signIn(api, organization, 'manager')
    const { status, problem } = await collaborator.query('testClock.get')
    expect([status, problem.code]).toEqual([403, 'forbidden_scope'])
  })

  it('401 unauthorized: a stranger', async () => {
    const { status, problem } = await openBrowser(api).query('testClock.get')
    expect([status, problem.code]).toEqual([401, 'unauthorized'])
  })
})
