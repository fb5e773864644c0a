import { continueClock } from '@scheduling/core'
import { Client } from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, type TestOrganization, useOwnApi } from '../../support/api.ts'
import { eventsOf } from '../../support/clinic.ts'
import { openBrowser, signIn, type Dashboard } from '../../support/dashboard.ts'
import { openQueue } from '../../support/queue.ts'
import { arrived } from '../../support/test-clock.ts'
import { wholeOrganization } from '../../support/whole-organization.ts'

const api = useOwnApi()

beforeEach(() => api.setNow(TEST_NOW))

const DAY_MS = 86_400_000

type Tested = { readonly organization: TestOrganization; readonly owner: Dashboard }

async function tested(values: { clockAheadSeconds?: number } = {}): Promise<Tested> {
  const organization = await api.organization({ livemode: false, ...values })
  return { organization, owner: await signIn(api, organization) }
}

const aheadOf = async ({ row }: TestOrganization): Promise<number> =>
  (await api.db.organization.findUniqueOrThrow({ where: { id: row.id } })).clockAheadSeconds

const arrive = ({ row }: TestOrganization) => arrived(api, row.id)

const byKey = ({ key }: TestOrganization, body: object, headers: Record<string, string> = {}) =>
  api.call('POST', '/v1/test-clock/advance', { key, body, headers })

describe('POST /v1/test-clock/advance', () => {
  it.each([
    ['by_minutes', { by_minutes: 90 }],
    ['to', { to: '2026-11-20T12:30:00Z' }],
  ])('200: begins to move the clock with %s, and is ready when it is there', async (_, input) => {
    const { organization, owner } = await tested()
    const begun = await owner.mutate('testClock.advance', input)
    expect([begun.status, begun.body]).toEqual([
      200,
      {
        object: 'test_clock',
        status: 'advancing',
        now: '2026-11-20T08:00:00-03:00',
        ahead_seconds: 0,
        advancing_to: '2026-11-20T09:30:00-03:00',
      },
    ])
    const { rows } = await api.connection.pool.query(
      `SELECT key FROM graphile_worker.jobs WHERE task_identifier = 'advance_clock' AND key = $1`,
      [`clock:${organization.row.id}`],
    )
    expect(rows).toHaveLength(1)
    await arrive(organization)
    const there = {
      status: 'ready',
      now: '2026-11-20T09:30:00-03:00',
      ahead_seconds: 5400,
      advancing_to: null,
    }
    expect((await owner.query('testClock.get')).body).toMatchObject(there)
    // It goes on at the pace of the real one.
    api.setNow(TEST_NOW + 60_000)
    expect((await owner.query('testClock.get')).body).toMatchObject({
      ...there,
      now: '2026-11-20T09:31:00-03:00',
    })
  })

  it('200: by key, once for a repeated Idempotency-Key', async () => {
    const { organization } = await tested()
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const advance = () => byKey(organization, { by_minutes: 90 }, headers)
    const begun = await advance()
    expect([begun.status, begun.body.advancing_to]).toEqual([200, '2026-11-20T09:30:00-03:00'])
    await arrive(organization)
    expect((await advance()).body).toEqual(begun.body)
    await arrive(organization)
    expect(await aheadOf(organization)).toBe(5400)
    const where = { organizationId: organization.row.id }
    expect(await api.db.auditEntry.findMany({ where })).toMatchObject([
      { action: 'organization.clock_advanced', actorType: 'api_key', source: 'api' },
    ])
  })

  it('200: notes who moved it, and tells nothing to webhooks and the feed', async () => {
    const { organization, owner } = await tested()
    await owner.mutate('testClock.advance', { by_minutes: 60 })
    await arrive(organization)
    const where = { organizationId: organization.row.id }
    expect(await api.db.auditEntry.findMany({ where })).toMatchObject([
      {
        action: 'organization.clock_advanced',
        record: 'organization',
        recordId: String(organization.row.id),
        changes: { now: { from: '2026-11-20T08:00:00-03:00', to: '2026-11-20T09:00:00-03:00' } },
        actorType: 'user',
        actorName: 'Dona',
        source: 'dashboard',
      },
    ])
    expect(await eventsOf(api.db, organization.row)).toEqual([])
  })

  it('200: what clients and the team do from then on goes by the new time', async () => {
    const queue = await openQueue(api, { organization: { livemode: false } })
    const owner = await signIn(api, queue.organization)
    await owner.mutate('testClock.advance', { by_minutes: 3 * 1440 })
    await arrive(queue.organization)
    const { body } = await queue.join()
    expect(body).toMatchObject({ date: '2026-11-23', arrived_at: '2026-11-23T08:00:00-03:00' })
    expect((await owner.query('queue.listEntries', {})).body.data).toMatchObject([{ id: body.id }])
  })

  it('200: of twenty at once one moves it, and nineteen are refused', async () => {
    const { organization, owner } = await tested()
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        owner.mutate('testClock.advance', { by_minutes: 10 + index }),
      ),
    )
    const won = replies.flatMap(({ status }, index) => (status === 200 ? [10 + index] : []))
    expect(won).toHaveLength(1)
    const refused = replies.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ problem }) => problem.code))).toEqual(
      new Set(['action_not_allowed']),
    )
    await Promise.all([arrive(organization), arrive(organization), arrive(organization)])
    expect(await aheadOf(organization)).toBe((won[0] ?? 0) * 60)
    const entries = await api.db.auditEntry.count({
      where: { organizationId: organization.row.id },
    })
    expect(entries).toBe(1)
  })

  it('409 action_not_allowed: it is being moved already, also when a later time is asked for', async () => {
    const { organization, owner } = await tested()
    await owner.mutate('testClock.advance', { by_minutes: 60 })
    const again = await byKey(organization, { by_minutes: 600 })
    expect([again.status, again.body.code]).toEqual([409, 'action_not_allowed'])
    expect(again.body.detail).toContain('ready')
    await arrive(organization)
    expect((await owner.mutate('testClock.advance', { by_minutes: 600 })).status).toBe(200)
    await arrive(organization)
    expect(await aheadOf(organization)).toBe(660 * 60)
  })

  it('404 not_found: a live organization, whose rows stay as they are', async () => {
    const organization = await api.organization()
    const owner = await signIn(api, organization)
    const before = await wholeOrganization(api, organization.row.id)
    for (const input of [{ by_minutes: 60 }, { to: '2026-12-01T00:00:00Z' }]) {
      const { status, problem } = await owner.mutate('testClock.advance', input)
      expect([status, problem.code]).toEqual([404, 'not_found'])
    }
    // Nor does a worker that is told to.
    await api.db.clockAdvance.create({
      data: { organizationId: organization.row.id, target: new Date(TEST_NOW + DAY_MS) },
    })
    await continueClock(api.service, organization.row.id)
    await api.db.clockAdvance.deleteMany({ where: { organizationId: organization.row.id } })
    expect(await wholeOrganization(api, organization.row.id)).toEqual(before)
    expect((await byKey(organization, { by_minutes: 60 })).status).toBe(404)
  })

  it('400 validation_error: no time, two times, one that is not ahead, and one too far', async () => {
    const { organization } = await tested({ clockAheadSeconds: 3600 })
    for (const [input, fault] of [
      [{}, 'to required'],
      [{ to: '2026-12-01T00:00:00Z', by_minutes: 5 }, 'by_minutes mutually_exclusive'],
      [{ to: '2026-12-01T00:00:00' }, 'to offset_required'],
      [{ to: 'tomorrow' }, 'to invalid_format'],
      [{ to: '2026-11-20T09:00:00-03:00' }, 'to out_of_range'],
      [{ to: '2026-11-20T08:30:00-03:00' }, 'to out_of_range'],
      [{ to: '2020-01-01T00:00:00Z' }, 'to out_of_range'],
      [{ to: '2027-11-21T09:00:01-03:00' }, 'to out_of_range'],
      [{ to: '9999-12-31T23:59:59Z' }, 'to out_of_range'],
      [{ by_minutes: 0 }, 'by_minutes out_of_range'],
      [{ by_minutes: -60 }, 'by_minutes out_of_range'],
      [{ by_minutes: 1.5 }, 'by_minutes invalid_type'],
      [{ by_minutes: '60' }, 'by_minutes invalid_type'],
      [{ by_minutes: 366 * 1440 + 1 }, 'by_minutes out_of_range'],
    ] as const) {
      const { status, body } = await byKey(organization, input)
      const faults = body.errors?.map((one: any) => `${one.field} ${one.code}`)
      expect([status, faults], JSON.stringify(input)).toEqual([400, [fault]])
    }
    expect(await aheadOf(organization)).toBe(3600)
    expect(await api.db.clockAdvance.count()).toBe(0)
  })

  it('400 validation_error: more than five years ahead in all', async () => {
    const { owner } = await tested({ clockAheadSeconds: 1829 * 86_400 })
    const far = await owner.mutate('testClock.advance', { by_minutes: 1441 })
    expect([far.status, far.problem.errors[0].code]).toEqual([400, 'out_of_range'])
    expect((await owner.mutate('testClock.advance', { by_minutes: 1440 })).status).toBe(200)
  })
})

describe('testClock.advance', () => {
  it('403 forbidden_scope: a collaborator', async () => {
    const { organization } = await tested()
    const collaborator = await signIn(api, organization, 'manager')
    const { status, problem } = await collaborator.mutate('testClock.advance', { by_minutes: 5 })
    expect([status, problem.code]).toEqual([403, 'forbidden_scope'])
    expect(
      await api.db.clockAdvance.count({ where: { organizationId: organization.row.id } }),
    ).toBe(0)
  })

  it('401 unauthorized: a stranger, and an API key', async () => {
    const { organization } = await tested()
    for (const headers of [{}, { authorization: `Bearer ${organization.key}` }]) {
      const browser = openBrowser(api, headers)
      const { status, problem } = await browser.mutate('testClock.advance', { by_minutes: 5 })
      expect([status, problem.code]).toEqual([401, 'unauthorized'])
    }
    expect(
      await api.db.clockAdvance.count({ where: { organizationId: organization.row.id } }),
    ).toBe(0)
  })

  it('200: moves the clock of the own organization alone', async () => {
    const [mine, other] = [await tested(), await tested()]
    const before = await wholeOrganization(api, other.organization.row.id)
    await mine.owner.mutate('testClock.advance', {
      by_minutes: 60,
      organization_id: other.organization.row.id,
    })
    await arrive(mine.organization)
    expect(await aheadOf(mine.organization)).toBe(3600)
    expect(await wholeOrganization(api, other.organization.row.id)).toEqual(before)
  })

  it('200: a session, a key and the limits of calls go by the real time', async () => {
    const { organization, owner } = await tested()
    await owner.mutate('testClock.advance', { by_minutes: 366 * 1440 })
    await arrive(organization)
    expect((await owner.query('testClock.get')).status).toBe(200)
    expect((await api.call('GET', '/v1/me', { key: organization.key })).status).toBe(200)
    const made = await api.call('POST', '/v1/clients', {
      key: organization.key,
      body: { first_name: 'Ana', email: 'ana@example.com' },
    })
    expect(Math.abs(Date.parse(made.body.created_at) - Date.now())).toBeLessThan(60_000)
  })
})

describe('the database', () => {
  it('refuses a clock of a live organization, one that goes back, and a change between live and test', async () => {
    const live = await api.organization()
    const ahead = await api.organization({ livemode: false, clockAheadSeconds: 3600 })
    const client = new Client({ connectionString: api.databaseUrl })
    await client.connect()
    try {
      for (const [id, change] of [
        [live.row.id, 'clock_ahead_seconds = 1'],
        [live.row.id, 'clock_ahead_seconds = -1'],
        [ahead.row.id, 'clock_ahead_seconds = 3599'],
        [ahead.row.id, 'clock_ahead_seconds = 0'],
        [ahead.row.id, 'livemode = true'],
        [live.row.id, 'livemode = false, clock_ahead_seconds = 1'],
        [live.row.id, 'livemode = false'],
        [ahead.row.id, 'livemode = true, clock_ahead_seconds = 0'],
      ] as const) {
        const update = client.query(`UPDATE organization SET ${change} WHERE id = $1`, [id])
        await expect(update, change).rejects.toThrow(
          /organization_clock|does not go back|keeps its livemode/,
        )
      }
    } finally {
      await client.end()
    }
  })
})
