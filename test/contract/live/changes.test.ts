/** The stream of changes, as a dashboard opens it: over real HTTP, with a session. */
import { systemWork } from '@scheduling/core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { cookieOf, createUser, sessionCookie, signIn } from '../../support/dashboard.ts'
import { feedOf, feedOfClients } from '../../support/feed.ts'
import { openStream } from '../../support/live.ts'
import { fact } from '../../support/worker.ts'

const api = useSharedApi({ now: Date.now() })
let clinic: TestOrganization
let cookie: string

beforeEach(async () => {
  clinic = await api.organization()
  cookie = cookieOf(await signIn(api, clinic))
})

let made = 0
/** One event, by a call of an integration. */
async function createClient(organization: TestOrganization): Promise<number> {
  made += 1
  const { status, body } = await api.call('POST', '/v1/clients', {
    key: organization.key,
    body: { first_name: `Client ${made}`, email: `live${made}@example.com` },
  })
  expect(status).toBe(201)
  return body.id
}

const feed = async (query = '') =>
  (await api.call('GET', `/v1/events${query}`, { key: clinic.key })).body.data

/** A note of a room, as a change of the team's own affairs writes it. */
const noted = (organizationId: number, room: string, id: string | null) =>
  api.connection.pool.query(`SELECT pg_notify('organization_changed', $1)`, [
    [organizationId, room, id].filter((part) => part !== null).join(' '),
  ])

describe('live.changes', () => {
  it('200: tells where it begins, then each event as the feed has it, at once', async () => {
    await createClient(clinic)
    const [before] = await feed()
    const stream = await openStream(api, { cookie })
    await stream.until(({ messages }) => messages.length === 1)
    expect(stream.messages).toEqual([
      { event: 'message', id: before.id, data: { object: 'position', last_event_id: before.id } },
    ])
    const began = performance.now()
    for (const count of [1, 2, 3, 4]) {
      await createClient(clinic)
      await stream.until(({ events }) => events.length === count)
    }
    // Without the notices each would come with the next look, a second later.
    expect(performance.now() - began).toBeLessThan(3000)
    const event = (await feed()).at(-1)
    expect(stream.messages.at(-1)).toEqual({ event: 'message', id: event.id, data: event })
    expect(stream.status).toBe(200)
  })

  it('200: is not kept, not compressed, and not held back by proxies', async () => {
    const { headers } = await openStream(api, {
      cookie,
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
      'cache-control': 'no-cache, no-transform, no-store',
    })
    expect(headers['content-encoding']).toBeUndefined()
  })

  it('200: goes on after an event, by `after` and by what clients send when they come again', async () => {
    for (let n = 0; n < 4; n += 1) await createClient(clinic)
    const events = await feed()
    const after = events[1].id
    const openings = [
      { input: { after } },
      { input: { after: events[0].id }, lastEventId: after },
      { input: { after: events[0].id, lastEventId: after } },
    ]
    for (const opening of openings) {
      const stream = await openStream(api, { cookie, ...opening })
      await stream.until(({ events: told }) => told.length === 2)
      expect(stream.events).toEqual(events.slice(2))
      // What has no events may have changed meanwhile.
      await stream.until(({ notes }) => notes.length === 1)
      expect(stream.notes).toEqual([{ object: 'note', room: '*', id: null }])
    }
  })

  it('200: loses nothing of an organization that has no event yet', async () => {
    const first = await openStream(api, { cookie })
    await first.until(({ messages }) => messages.length === 1)
    const [{ id, data }] = first.messages as any
    expect(data).toEqual({ object: 'position', last_event_id: null })
    first.close()
    await createClient(clinic)
    const again = await openStream(api, { cookie, lastEventId: id })
    await again.until(({ events }) => events.length === 1)
    expect(again.events).toEqual(await feed())
  })

  it('200: reads a long way to catch up, in order', async () => {
    const { ids, row } = await feedOf(
      api,
      Array.from({ length: 1200 }, () => 'client.updated'),
    )
    const stream = await openStream(api, {
      cookie: await sessionCookie(api, await createUser(api, { row })),
      input: { after: ids[9] },
    })
    await stream.until(({ events }) => events.length >= 1190, 20_000)
    expect(stream.events.map(({ id }) => id)).toEqual(ids.slice(10))
  })

  it('200: the newest event is never too old', async () => {
    const old = Date.now() - 40 * 86_400_000
    await api.connection.pool.query('SELECT make_day_partitions(current_date - 45, current_date)')
    const { ids, row } = await feedOf(api, ['client.updated', 'client.updated'], old)
    const session = await sessionCookie(api, await createUser(api, { row }))
    const newest = await openStream(api, { cookie: session, input: { after: ids[1] } })
    await newest.until(({ messages }) => messages.length > 0)
    expect(newest.messages[0]?.data).toEqual({ object: 'position', last_event_id: ids[1] })
    for (const after of [ids[0] as string, 'evt_00000000000000000000000000']) {
      const older = await openStream(api, { cookie: session, input: { after } })
      await older.closed
      expect(older.problem).toMatchObject({ errors: [{ field: 'after', code: 'not_found' }] })
    }
  })

  it.each(['evt_nothing', 'evt_00000000000000000000000000x', ''])(
    '400 validation_error: there is no event %j',
    async (after) => {
      await createClient(clinic)
      const stream = await openStream(api, { cookie, input: { after } })
      await stream.closed
      expect(stream.problem).toMatchObject({
        code: 'validation_error',
        errors: [{ field: 'after', code: 'not_found' }],
      })
      expect(stream.messages).toEqual([])
    },
  )

  it('400 validation_error: the id of an event of another organization is unknown', async () => {
    const other = await feedOfClients(api, 2)
    const foreign = (await api.call('GET', '/v1/events', { key: other.key })).body.data[0].id
    const stream = await openStream(api, { cookie, lastEventId: foreign })
    await stream.closed
    expect(stream.problem.errors).toMatchObject([{ field: 'after', code: 'not_found' }])
  })

  it('400 validation_error: an input of the wrong shape', async () => {
    for (const input of [{ after: 1 }, { after: 'x'.repeat(200) }]) {
      const stream = await openStream(api, { cookie, input })
      await stream.closed
      expect(stream.problem).toMatchObject({
        code: 'validation_error',
        errors: [{ field: 'after' }],
      })
    }
  })

  it('400 validation_error: no part of a batch, and no answer in pieces', async () => {
    const input = encodeURIComponent('{"0":{},"1":{}}')
    for (const names of ['live.changes', 'live.changes,clients.list']) {
      const response = await fetch(`${api.url}/trpc/${names}?batch=1&input=${input}`, {
        headers: { cookie },
      })
      const reply: any = await response.json()
      expect([response.status, reply.error.data.problem.errors]).toMatchObject([
        400,
        [{ field: 'batch', code: 'invalid_value' }],
      ])
    }
  })

  it('405 method_not_allowed: a POST', async () => {
    const response = await fetch(`${api.url}/trpc/live.changes`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(await response.text()).toContain('method_not_allowed')
  })

  it('401 unauthorized: no user is signed in; told by the first message, which browsers let through', async () => {
    const stream = await openStream(api, {})
    await stream.closed
    expect([stream.status, stream.problem.code, stream.messages]).toEqual([200, 'unauthorized', []])
    expect(stream.problem.request_id).toBe(stream.headers['x-request-id'])
  })

  it('200: another organization hears nothing', async () => {
    const other = await api.organization()
    const theirs = await openStream(api, { cookie: cookieOf(await signIn(api, other)) })
    const ours = await openStream(api, { cookie })
    await Promise.all([theirs, ours].map((one) => one.until(({ messages }) => messages.length > 0)))
    await createClient(clinic)
    await noted(clinic.row.id, 'schedule', '7')
    await ours.until(({ events, notes }) => events.length === 1 && notes.length === 1)
    await createClient(other)
    await theirs.until(({ events }) => events.length === 1)
    expect(theirs.events[0].organization_id).toBe(other.row.id)
    expect(theirs.notes).toEqual([])
  })
})

describe('notes', () => {
  it('200: a change without an event is told by its room; those of the owner to owners alone', async () => {
    const owner = await openStream(api, { cookie })
    const collaborator = await openStream(api, {
      cookie: cookieOf(await signIn(api, clinic, 'manager')),
    })
    await Promise.all(
      [owner, collaborator].map((one) => one.until(({ messages }) => messages.length > 0)),
    )
    for (const room of ['account', 'apiKeys', 'organization', 'webhooks']) {
      await noted(clinic.row.id, room, '1')
    }
    await noted(clinic.row.id, 'queue', null)
    await Promise.all(
      [owner, collaborator].map((one) => one.until(({ notes }) => notes.length > 0)),
    )
    await owner.until(({ notes }) => notes.length === 5)
    expect(owner.notes.map(({ room }) => room)).toEqual([
      'account',
      'apiKeys',
      'organization',
      'webhooks',
      'queue',
    ])
    expect(collaborator.notes).toEqual([{ object: 'note', room: 'queue', id: null }])
  })

  it('200: a change that notes something is told when it commits, and stands in no feed', async () => {
    const stream = await openStream(api, { cookie })
    await stream.until(({ messages }) => messages.length > 0)
    await systemWork(api.service, clinic.row.id, async ({ note }) => {
      note({ action: 'working_hours.updated', id: 7, changes: null })
      note({ action: 'working_hours.updated', id: 7, changes: null })
      note({ action: 'queue_desk.updated', id: null, changes: null })
    })
    await stream.until(({ notes }) => notes.length === 2)
    expect(stream.notes).toEqual(
      expect.arrayContaining([
        { object: 'note', room: 'schedule', id: '7' },
        { object: 'note', room: 'queue', id: null },
      ]),
    )
    expect(await feed()).toEqual([])
  })

  it('200: what is told again and again is told once, and too much as `*`', async () => {
    const stream = await openStream(api, { cookie })
    await stream.until(({ messages }) => messages.length > 0)
    await api.connection.pool.query(
      `SELECT pg_notify('organization_changed', concat_ws(' ', $1::int, 'schedule', n)) FROM generate_series(1, 500) AS n`,
      [clinic.row.id],
    )
    await stream.until(({ notes }) => notes.some(({ room }) => room === '*'))
    await noted(clinic.row.id, 'queue', '3')
    await stream.until(({ notes }) => notes.at(-1)?.room === 'queue')
    expect(stream.notes.length).toBeLessThan(120)
  })

  it('200: what no one could have sent does no harm', async () => {
    const stream = await openStream(api, { cookie })
    await stream.until(({ messages }) => messages.length > 0)
    for (const payload of ['', 'x', `${clinic.row.id} nowhere 1`, `${clinic.row.id} `, '0 queue']) {
      await api.connection.pool.query(`SELECT pg_notify('organization_changed', $1)`, [payload])
    }
    await noted(clinic.row.id, 'queue', '3')
    await stream.until(({ notes }) => notes.length === 1)
  })
})

describe('rights that end while a stream is open', () => {
  type Ends = (user: { id: number; professionalId: number }) => Promise<unknown>
  const ways: [string, Ends][] = [
    ['the session', (user) => api.db.userSession.deleteMany({ where: { userId: user.id } })],
    [
      'the session, by its age',
      (user) =>
        api.db.userSession.updateMany({
          where: { userId: user.id },
          data: { expiresAt: new Date(api.service.realNow()) },
        }),
    ],
    [
      'membership of the team',
      (user) =>
        api.db.professional.update({
          where: { id: user.professionalId },
          data: { isActive: false },
        }),
    ],
    [
      'the access',
      (user) => api.db.user.update({ where: { id: user.id }, data: { access: 'manager' } }),
    ],
  ]

  it.each(ways)(
    '401 unauthorized: %s; the stream ends with the next look at the session',
    async (_, end) => {
      const user = await createUser(api, clinic)
      const stream = await openStream(api, { cookie: await sessionCookie(api, user) })
      const other = await openStream(api, { cookie })
      await stream.until(({ messages }) => messages.length > 0)
      await end(user)
      await stream.closed
      expect(stream.problem.code).toBe('unauthorized')
      expect(other.isClosed).toBe(false)
    },
    15_000,
  )

  it('401 unauthorized: at once after a note of the account', async () => {
    const user = await createUser(api, clinic)
    const stream = await openStream(api, { cookie: await sessionCookie(api, user) })
    await stream.until(({ messages }) => messages.length > 0)
    // While the clock stands still, the next look at the sessions never comes.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    try {
      await api.db.userSession.deleteMany({ where: { userId: user.id } })
      await noted(clinic.row.id, 'account', String(user.id))
      await stream.closed
    } finally {
      clock.mockRestore()
    }
    expect(stream.problem.code).toBe('unauthorized')
  })
})

describe('who follows', () => {
  const watching = async (organizationId: number) =>
    (
      await api.connection.pool.query('SELECT FROM live_watch WHERE organization_id = $1', [
        organizationId,
      ])
    ).rowCount

  it('stands in the table before the first message, once for all streams, and no longer than needed', async () => {
    expect(await watching(clinic.row.id)).toBe(0)
    const streams = await Promise.all(Array.from({ length: 5 }, () => openStream(api, { cookie })))
    await Promise.all(streams.map((one) => one.until(({ messages }) => messages.length > 0)))
    expect(await watching(clinic.row.id)).toBe(1)
    for (const one of streams) one.close()
    await fact('no one follows', async () => (await watching(clinic.row.id)) === 0, 15_000)
    expect(api.live.size).toBe(0)
  }, 20_000)

  it('a process that died: its row wakes no one after a minute, and is dropped by the next one', async () => {
    const dead = async (age: string) =>
      api.connection.pool.query(
        `INSERT INTO live_watch VALUES ($1, 'prc_dead', now() - $2::interval)
         ON CONFLICT (organization_id, process_id) DO UPDATE SET seen_at = EXCLUDED.seen_at`,
        [clinic.row.id, age],
      )
    const heard: string[] = []
    const client = await api.connection.direct.connect()
    client.on('notification', ({ payload = '' }) => heard.push(payload))
    try {
      await client.query('LISTEN organization_changed')
      await dead('10 seconds')
      await createClient(clinic)
      await client.query('SELECT 1')
      expect(heard).toEqual([String(clinic.row.id)])
      await dead('61 seconds')
      await createClient(clinic)
      await client.query('SELECT 1')
      expect(heard).toHaveLength(1)
    } finally {
      await client.query('UNLISTEN *')
      client.release()
    }
    const stream = await openStream(api, {
      cookie: cookieOf(await signIn(api, await api.organization())),
    })
    await stream.until(({ messages }) => messages.length > 0)
    await fact('the row is gone', async () => (await watching(clinic.row.id)) === 0, 15_000)
  }, 20_000)
})
