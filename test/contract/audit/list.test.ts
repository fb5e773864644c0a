import { LIMITS } from '@scheduling/core'
import { formatInstant } from '@scheduling/availability'
import { beforeEach, describe, expect, it } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { signIn, type Dashboard } from '../../support/dashboard.ts'

const NOW = Math.floor(Date.now() / 1000) * 1000
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const api = useSharedApi({ now: NOW })
let organization: TestOrganization
let owner: Dashboard

beforeEach(async () => {
  organization = await api.organization()
  owner = await signIn(api, organization)
})

type Row = {
  action?: string
  record?: string
  recordId?: string | null
  actorType?: string
  actorId?: string | null
  source?: string
  createdAt?: Date
}

/** Entries, each a minute older than the one before, the first one now. */
async function write(rows: readonly Row[], of = organization): Promise<void> {
  await api.db.auditEntry.createMany({
    data: rows.map((row, index) => ({
      organizationId: of.row.id,
      action: 'client.updated',
      record: 'client',
      recordId: String(index),
      actorType: 'user',
      actorId: '7',
      actorName: 'Dona',
      source: 'dashboard',
      requestId: `req_${index}`,
      createdAt: new Date(NOW - index * MINUTE_MS),
      ...row,
    })),
  })
}

const list = (input: object = {}, who = owner) => who.query('audit.list', input)
/** The minutes of age of what a filter finds, over all pages. */
async function found(filters: object, limit = 50, who = owner): Promise<number[]> {
  const all = []
  let cursor: string | undefined
  for (;;) {
    const { status, body, problem } = await list({ ...filters, limit, cursor }, who)
    expect([status, problem]).toEqual([200, undefined])
    all.push(...body.data)
    if (!body.has_more) break
    cursor = body.next_cursor
  }
  return all.map(({ request_id: id }: any) => Number(id.slice(4)))
}

describe('audit.list', () => {
  it('200: newest first, in the time of the organization, with who, what and the request', async () => {
    await owner.mutate('specialties.create', { name: 'Pilates' })
    const { headers, body: client } = await api.call('POST', '/v1/clients', {
      key: organization.key,
      body: { first_name: 'Ana', phone: '11987654321' },
    })
    const { status, body } = await list()
    expect([status, body]).toMatchObject([
      200,
      {
        data: [
          {
            object: 'audit_entry',
            id: expect.stringMatching(/^\d+$/),
            action: 'client.created',
            record: 'client',
            record_id: String(client.id),
            changes: null,
            actor: { type: 'api_key', id: expect.stringMatching(/^key_/), name: 'Test key' },
            source: 'api',
            request_id: headers.get('x-request-id'),
            created_at: expect.stringMatching(/-03:00$/),
          },
          {
            action: 'specialty.created',
            changes: { name: { from: null, to: 'Pilates' } },
            actor: { type: 'user', name: 'Dona' },
            source: 'dashboard',
          },
        ],
        has_more: false,
        next_cursor: null,
        next: null,
      },
    ])
  })

  it('200: pages skip and repeat nothing, also where times are equal and while entries come', async () => {
    await write(
      Array.from({ length: 23 }, (_, index) => ({
        createdAt: new Date(NOW - Math.floor(index / 5) * MINUTE_MS),
      })),
    )
    const whole = (await list({ limit: 200 })).body.data.map(({ id }: any) => id)
    const paged: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await list({ limit: 4, cursor })
      paged.push(...body.data.map(({ id }: any) => id))
      cursor = body.next_cursor ?? undefined
      await write([{ createdAt: new Date(NOW + 1000) }])
    } while (cursor !== undefined)
    expect(paged).toEqual(whole)
  })

  const mixed: Row[] = [
    { action: 'api_key.created', record: 'api_key', recordId: 'key_1', source: 'dashboard' },
    { action: 'api_key.revoked', record: 'api_key', recordId: 'key_1', actorId: '8' },
    {
      action: 'client.updated',
      recordId: '5',
      actorType: 'api_key',
      actorId: 'key_1',
      source: 'api',
    },
    {
      action: 'client.updated',
      recordId: '6',
      actorType: 'api_key',
      actorId: 'key_2',
      source: 'api',
    },
    {
      action: 'queue.entry.called',
      record: 'queue_entry',
      recordId: '5',
      actorType: 'system',
      actorId: null,
      source: 'system',
    },
    {
      action: 'client.created',
      recordId: '5',
      actorType: 'client',
      actorId: '7',
      source: 'public_booking',
    },
    { action: 'organization.updated', record: 'organization', recordId: null },
  ]
  it.each<[object, number[]]>([
    [{}, [0, 1, 2, 3, 4, 5, 6]],
    [{ action: ['api_key.created'] }, [0]],
    [{ action: ['api_key.*'] }, [0, 1]],
    [{ action: ['queue.*', 'client.created'] }, [4, 5]],
    [{ action: ['client.*', 'client.updated'] }, [2, 3, 5]],
    [{ record: 'client' }, [2, 3, 5]],
    [{ record: 'client', record_id: '5' }, [2, 5]],
    [{ record: 'client', record_id: '5', action: ['client.created'] }, [5]],
    [{ record: 'client', action: ['api_key.*'] }, []],
    [{ record: 'queue_entry', record_id: '5' }, [4]],
    [{ actor_type: 'user' }, [0, 1, 6]],
    [{ actor_type: 'user', actor_id: '7' }, [0, 6]],
    [{ actor_type: 'client', actor_id: '7' }, [5]],
    [{ actor_type: 'api_key', actor_id: 'key_1', record: 'client' }, [2]],
    [{ actor_type: 'api_key', actor_id: 'key_1', record: 'client', record_id: '6' }, []],
    [{ source: 'system' }, [4]],
    [{ source: 'api', action: ['client.*'], actor_type: 'api_key' }, [2, 3]],
    [{ source: 'payment' }, []],
    [{ record: 'organization' }, [6]],
    [{ from: formatInstant(NOW - 2 * MINUTE_MS, 'UTC') }, [0, 1, 2]],
    [{ to: formatInstant(NOW - 2 * MINUTE_MS, 'UTC') }, [3, 4, 5, 6]],
    [
      {
        from: formatInstant(NOW - 5 * MINUTE_MS, 'UTC'),
        to: formatInstant(NOW - 2 * MINUTE_MS, 'UTC'),
        actor_type: 'api_key',
      },
      [3],
    ],
  ])('200: %j', async (filters, expected) => {
    await write(mixed)
    await write(mixed, await api.organization())
    expect(await found(filters)).toEqual(expected)
    expect(await found(filters, 1)).toEqual(expected)
  })

  it('200: dates are whole days of the organization', async () => {
    const createdAt = new Date('2026-11-20T02:30:00Z')
    await write([{ createdAt }])
    expect(await found({ from: '2026-11-19', to: '2026-11-19' })).toEqual([0])
    expect(await found({ from: '2026-11-20', to: '2026-11-20' })).toEqual([])
    await api.db.organization.update({
      where: { id: organization.row.id },
      data: { timeZone: 'UTC' },
    })
    expect(await found({ from: '2026-11-20', to: '2026-11-20' })).toEqual([0])
  })

  it('200: what is older than a year is not there, though it is still stored', async () => {
    const age = (days: number) => ({ createdAt: new Date(NOW - days * DAY_MS) })
    await write([age(LIMITS.auditDays - 1), age(LIMITS.auditDays + 1)])
    expect(await found({})).toEqual([0])
    expect(await found({ from: '2020-01-01' })).toEqual([0])
  })

  it.each<[object, string]>([
    [{ from: '2026-11-21', to: '2026-11-20' }, 'from out_of_range'],
    [{ from: '2026-02-30' }, 'from invalid_format'],
    [{ from: "2026-11-20'; DROP TABLE audit_entry; --" }, 'from invalid_format'],
    [{ actor_type: 'root' }, 'actor_type invalid_value'],
    [{ actor_id: '7' }, 'actor_type required'],
    [{ record_id: '7' }, 'record required'],
    [{ record: 'user_account' }, 'record invalid_value'],
    [{ record: 'toString' }, 'record invalid_value'],
    [{ record: 'client', record_id: 'x'.repeat(101) }, 'record_id too_long'],
    [{ record: 'client', record_id: 'a\u0000' }, 'record_id invalid_value'],
    [{ record: 'client', record_id: 5 }, 'record_id invalid_type'],
    [{ action: ['client.%'] }, 'action[0] invalid_value'],
    [{ action: ['*'] }, 'action[0] invalid_value'],
    [{ action: 'client.created' }, 'action invalid_type'],
    [{ action: Array(LIMITS.parameterValues + 1).fill('client.created') }, 'action too_many'],
    [{ source: 'SYSTEM' }, 'source invalid_value'],
    [{ limit: 0 }, 'limit out_of_range'],
    [{ limit: LIMITS.pageSizeMax + 1 }, 'limit out_of_range'],
    [{ cursor: 'AAAA' }, 'cursor invalid_value'],
    [{ cursor: '' }, 'cursor too_short'],
  ])('400: %j', async (input, expected) => {
    const { status, problem } = await list(input)
    expect([status, problem.errors.map(({ field, code }: any) => `${field} ${code}`)]).toEqual([
      400,
      [expected],
    ])
  })

  it.each(["5' OR true --", '%', '\\', '5,6', '{5}', '5\u202e'])(
    '200: an id is only ever an id: %j',
    async (id) => {
      await write(mixed)
      expect(await found({ record: 'client', record_id: id })).toEqual([])
      expect(await found({ actor_type: 'user', actor_id: id })).toEqual([])
    },
  )

  it('400: a cursor of another organization, of other filters, and of another list', async () => {
    await write(mixed)
    const mine = (await list({ limit: 1, source: 'api' })).body.next_cursor
    const stranger = await signIn(api, await api.organization())
    const replies = [
      await list({ cursor: mine, source: 'api' }, stranger),
      await list({ cursor: mine }),
      await list({ cursor: mine, source: 'system' }),
      await owner.query('apiKeys.list', { cursor: mine }),
    ]
    for (const { status, problem } of replies) {
      expect([status, problem.errors]).toMatchObject([400, [{ field: 'cursor' }]])
    }
    expect((await list({ cursor: mine, source: 'api', limit: 7 })).body.data).toHaveLength(1)
  })

  describe('of a collaborator', () => {
    let collaborator: Dashboard
    beforeEach(async () => {
      collaborator = await signIn(api, organization, 'manager')
    })
    const shown = async (filters: object, limit?: number) => found(filters, limit, collaborator)

    it.each<[object, number[]]>([
      [{}, [2, 3, 4, 5]],
      [{ action: ['api_key.created'] }, []],
      [{ action: ['api_key.*', 'client.created'] }, [5]],
      [{ record: 'client' }, [2, 3, 5]],
      [{ record: 'client', record_id: '5' }, [2, 5]],
      [{ record: 'client', record_id: '5', action: ['client.created', 'api_key.*'] }, [5]],
      [{ record: 'api_key' }, []],
      [{ record: 'api_key', record_id: 'key_1' }, []],
      [{ record: 'api_key', record_id: 'key_1', source: 'dashboard', actor_type: 'user' }, []],
      [{ record: 'organization' }, []],
      [{ actor_type: 'user' }, []],
      [{ actor_type: 'user', actor_id: '7' }, []],
      [{ actor_type: 'user', action: ['organization.updated'] }, []],
      [{ actor_type: 'api_key' }, [2, 3]],
      [{ actor_type: 'api_key', actor_id: 'key_1' }, [2]],
      [{ actor_type: 'api_key', actor_id: 'key_1', record: 'client', record_id: '5' }, [2]],
      [{ actor_type: 'api_key', actor_id: 'key_1', record: 'client', record_id: '6' }, []],
      [{ source: 'dashboard' }, []],
      [{ source: 'api', action: ['client.*'], actor_type: 'api_key' }, [2, 3]],
      [{ from: formatInstant(NOW - 2 * MINUTE_MS, 'UTC') }, [2]],
    ])('200: without what is for owners: %j', async (filters, expected) => {
      await write(mixed)
      await write(mixed, await api.organization())
      expect(await shown(filters)).toEqual(expected)
      expect(await shown(filters, 1)).toEqual(expected)
    })

    it('200: everything of the team that is told has its entry for the owner, and none here', async () => {
      await owner.mutate('apiKeys.create', { name: 'Site', scopes: ['read'] })
      await owner.mutate('account.inviteUser', {
        email: 'a@example.com',
        access: 'owner',
        name: 'A',
      })
      await owner.mutate('specialties.create', { name: 'Pilates' })
      const actionsFor = async (who: Dashboard) =>
        (await list({}, who)).body.data.map(({ action }: any) => action)
      expect(await actionsFor(owner)).toEqual([
        'specialty.created',
        'user.invited',
        'professional.created',
        'api_key.created',
      ])
      expect(await actionsFor(collaborator)).toEqual(['specialty.created', 'professional.created'])
    })

    // More than one page reads: a page that counted them would come out short, and tell of them.
    it('200: thousands of hidden entries are neither read nor counted', async () => {
      await api.db.$executeRaw`
        INSERT INTO audit_entry (organization_id, action, record, record_id, actor_type, actor_id, source, request_id, created_at)
        SELECT ${organization.row.id}, (ARRAY['user.signed_in', 'webhook.redelivered'])[1 + n % 2],
          (ARRAY['user', 'webhook'])[1 + n % 2], '7', 'user', '7', 'dashboard', 'req_0', ${new Date(NOW)}::timestamptz
        FROM generate_series(1, ${LIMITS.auditEntriesReadPerPage * 2 + 1}::int) AS n`
      await write([
        {},
        { createdAt: new Date(NOW - MINUTE_MS) },
        { actorId: '8', createdAt: new Date(NOW - 2 * MINUTE_MS) },
      ])
      for (const [filters, expected] of [
        [{}, [0, 1, 2]],
        [{ actor_type: 'user' }, [0, 1, 2]],
        [{ actor_type: 'user', actor_id: '7' }, [0, 1]],
        [{ source: 'dashboard' }, [0, 1, 2]],
        [{ source: 'api' }, []],
        [{ record: 'webhook', record_id: '7', source: 'dashboard' }, []],
        [{ action: ['user.*'], source: 'dashboard' }, []],
      ] as const) {
        const { body } = await list(filters, collaborator)
        const ids = body.data.map(({ request_id: id }: any) => Number(id.slice(4)))
        expect([filters, ids, body.has_more, body.next_cursor]).toEqual([
          filters,
          expected,
          false,
          null,
        ])
      }
      expect((await list({ source: 'api' })).body).toMatchObject({ data: [], has_more: true })
    })

    it('200: pages are bounded by what a collaborator can read', async () => {
      await api.db.$executeRaw`
        INSERT INTO audit_entry (organization_id, action, record, record_id, actor_type, actor_id, source, request_id, created_at)
        SELECT ${organization.row.id}, 'client.updated', 'client', '7', 'user', '7', 'dashboard', 'req_0',
          ${new Date(NOW)}::timestamptz
        FROM generate_series(1, ${LIMITS.auditEntriesReadPerPage + 1}::int) AS n`
      await write([{ actorId: '8', createdAt: new Date(NOW - MINUTE_MS) }])
      const filters = { actor_type: 'user', actor_id: '8' }
      const { body } = await list(filters, collaborator)
      expect(body).toMatchObject({ data: [], has_more: true })
      expect(await shown(filters)).toEqual([0])
    })

    it('200: a cursor of the owner shows no more than another', async () => {
      await write(mixed)
      const { body } = await list({ limit: 1 })
      const next = await list({ limit: 1, cursor: body.next_cursor }, collaborator)
      expect(next.body.data).toMatchObject([{ action: 'client.updated', record_id: '5' }])
    })
  })
})
