import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type Reply, type TestApi, type TestOrganization } from '../../support/api.ts'
import { faults } from '../../support/booking.ts'

let api: TestApi
let clinic: TestOrganization
let stranger: TestOrganization

beforeAll(async () => {
  api = await startTestApi({ now: Date.now() })
  clinic = await api.organization()
  stranger = await api.organization()
  for (let n = 0; n < 7; n += 1) {
    const made = await api.call('POST', '/v1/clients', {
      key: clinic.key,
      body: { first_name: `Client ${n}`, email: `client${n}@example.com` },
    })
    expect(made.status).toBe(201)
  }
})
afterAll(() => api.close())

const list = async (query = '', key = clinic.key) => api.call('GET', `/v1/events${query}`, { key })

describe('GET /v1/events', () => {
  it('200: tells every event once, in order, with the record and who did it', async () => {
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(body.data.map((event: any) => event.sequence)).toEqual([1, 2, 3, 4, 5, 6, 7])
    const [first] = body.data
    expect(first).toMatchObject({
      object: 'event',
      type: 'client.created',
      api_version: '2026-11-01',
      organization_id: clinic.row.id,
      livemode: true,
      data: { object: { object: 'client', first_name: 'Client 0' }, changes: null, batch_id: null },
      context: { actor: { type: 'api_key', name: 'Test key' }, source: 'api' },
    })
    expect(first.id).toMatch(/^evt_[0-9a-z]{26}$/)
    expect(first.context.request_id).toMatch(/^req_/)
    expect(first.created_at).toMatch(/-03:00$/)
  })

  it('200: last_event_id is the last event read, on every page and with nothing new', async () => {
    const all = (await list()).body.data
    const page = (await list('?limit=3')).body
    expect(page.last_event_id).toBe(all[2].id)
    const rest = (await list(`?limit=200&cursor=${page.next_cursor}`)).body
    expect(rest.last_event_id).toBe(all[6].id)
    const idle = (await list(`?after=${all[6].id}`)).body
    expect([idle.data, idle.has_more, idle.last_event_id]).toEqual([[], false, all[6].id])
    const future = encodeURIComponent(new Date(Date.now() + 3_600_000).toISOString())
    expect((await list(`?since=${future}`)).body.last_event_id).toBe(all[6].id)
  })

  it('200: pages by cursor and by next, and ends', async () => {
    const seen: number[] = []
    let path: string | null = '/v1/events?limit=3'
    while (path !== null) {
      const { body } = await api.call('GET', path, { key: clinic.key })
      seen.push(...body.data.map((event: any) => event.sequence))
      expect(body.has_more).toBe(body.next !== null)
      path = body.next === null ? null : body.next.replace('http://api.test', '')
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it('200: goes on right after the event that `after` names', async () => {
    const all = (await list()).body.data
    const { body } = await list(`?after=${all[4].id}`)
    expect(body.data.map((event: any) => event.sequence)).toEqual([6, 7])
    expect((await list(`?after=${all[6].id}`)).body.data).toEqual([])
  })

  it('200: `since` and `after` together: the later bound', async () => {
    const future = encodeURIComponent(new Date(Date.now() + 3_600_000).toISOString())
    expect((await list(`?since=${future}`)).body.data).toEqual([])
    const past = encodeURIComponent(new Date(Date.now() - 3_600_000).toISOString())
    const all = (await list(`?since=${past}`)).body.data
    expect(all).toHaveLength(7)
    expect((await list(`?since=${past}&after=${all[5].id}`)).body.data).toHaveLength(1)
  })

  it('200: an organization sees its own events only', async () => {
    expect((await list('', stranger.key)).body.data).toEqual([])
  })

  it('400 validation_error: an `after` that nobody gave, or of a stranger', async () => {
    const [event] = (await list()).body.data
    for (const [after, key] of [
      ['evt_nothing', clinic.key],
      [event.id, stranger.key],
    ]) {
      const { status, body } = await list(`?after=${after}`, key)
      expect(status).toBe(400)
      expect(body.errors).toMatchObject([{ field: 'after', code: 'not_found' }])
    }
  })

  it('400 validation_error: a cursor with other filters, a `since` without offset, an expand', async () => {
    const { body } = await list('?limit=2')
    expect(
      (await list(`?cursor=${body.next_cursor}&since=2020-01-01T00:00:00Z`)).body.errors[0],
    ).toMatchObject({
      field: 'cursor',
      code: 'invalid_value',
    })
    expect((await list('?since=2026-11-20T10:00:00')).body.errors[0]).toMatchObject({
      field: 'since',
      code: 'offset_required',
    })
    expect((await list('?expand=client')).body.errors[0]).toMatchObject({ field: 'expand' })
  })

  it('200: after 30 days events are gone, and the newest stays a valid `after`', async () => {
    const all = (await list()).body.data
    api.setNow(Date.now() + 31 * 86_400_000)
    try {
      expect((await list()).body.data).toEqual([])
      expect((await list(`?after=${all[6].id}`)).body.data).toEqual([])
      expect((await list(`?after=${all[5].id}`)).status).toBe(400)
      expect((await api.call('GET', `/v1/events/${all[0].id}`, { key: clinic.key })).status).toBe(
        404,
      )
    } finally {
      api.setNow(Date.now())
    }
  })
})

type Listed = { id: string; sequence: number; type: string }

const sequences = (reply: Reply): number[] =>
  reply.body.data.map(({ sequence }: Listed) => sequence)

/** Events of these types, one a second from `from` on, written past the API: place 1 is the first. */
async function feedOf(
  types: readonly string[],
  from = Date.now() - types.length * 1000,
): Promise<TestOrganization & { ids: string[] }> {
  const organization = await api.organization()
  const { id } = organization.row
  const ids = types.map((_, index) => `evt_${id}_${String(index + 1).padStart(6, '0')}`)
  await api.connection.pool.query(
    `INSERT INTO event (event_day, organization_id, sequence, id, type, livemode, created_at, payload, context)
     SELECT (at AT TIME ZONE 'UTC')::date, $1, place, id, type, true, at,
       '{"object": {"id": 1}, "changes": null, "batch_id": null}',
       '{"actor": {"type": "system", "id": null, "name": null}, "source": "system", "request_id": "req_1"}'
     FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS made (id, type, place),
       LATERAL (SELECT to_timestamp($4::float8 / 1000) + place * interval '1 second' AS at) AS moment`,
    [id, ids, types, from],
  )
  await api.connection.pool.query(
    'UPDATE event_feed SET last_position = $2, last_event_id = $3 WHERE organization_id = $1',
    [id, types.length, ids.at(-1)],
  )
  return { ...organization, ids }
}

/** The document knows the fields of each type; these events have none of them. */
async function plainList(query: string, key: string): Promise<Reply> {
  const response = await fetch(`${api.url}/v1/events${query}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: JSON.parse(text), text }
}

describe('GET /v1/events with type', () => {
  const MIXED = [
    'client.created',
    'appointment.created',
    'client.updated',
    'queue.entry.created',
    'queue.entry.called',
    'client.merged',
    'messaging.message.sent',
  ]

  it.each([
    ['client.created', [1]],
    ['client.*', [1, 3, 6]],
    ['client.created,client.merged', [1, 6]],
    ['queue.*,appointment.created', [2, 4, 5]],
    ['messaging.*', [7]],
    ['deposit.*', []],
    ['client.*,client.created', [1, 3, 6]],
  ])('200: %s', async (type, expected) => {
    const { key, ids } = await feedOf(MIXED)
    const reply = await plainList(`?type=${type}`, key)
    expect([reply.status, sequences(reply)]).toEqual([200, expected])
    expect(reply.body).toMatchObject({ has_more: false, next: null, last_event_id: ids[6] })
    const written = type
      .split(',')
      .map((one) => `type[]=${one}`)
      .join('&')
    expect(sequences(await plainList(`?${written}`, key))).toEqual(expected)
    expect(sequences(await plainList(`?type=${type}&after=${ids[2]}`, key))).toEqual(
      expected.filter((sequence) => sequence > 3),
    )
  })

  it('200: last_event_id says how far the feed was read, and goes on without a gap as `after`', async () => {
    const { key, ids } = await feedOf(MIXED)
    const first = await plainList('?type=client.*&limit=2', key)
    expect(sequences(first)).toEqual([1, 3])
    expect(first.body).toMatchObject({ has_more: true, last_event_id: ids[2] })
    const byCursor = await plainList(`?type=client.*&limit=2&cursor=${first.body.next_cursor}`, key)
    const byId = await plainList(`?type=client.*&limit=2&after=${first.body.last_event_id}`, key)
    for (const second of [byCursor, byId]) {
      expect(sequences(second)).toEqual([6])
      expect(second.body).toMatchObject({ has_more: false, last_event_id: ids[6] })
    }
    const idle = await plainList(`?type=client.*&after=${byId.body.last_event_id}`, key)
    expect(idle.body).toMatchObject({ data: [], has_more: false, last_event_id: ids[6] })
  })

  it('200: a filter that matches nothing reads a bounded part of the feed at a time', async () => {
    const types = Array.from({ length: 25_000 }, () => 'client.updated')
    types[24_990] = 'deposit.paid'
    const { key, ids } = await feedOf(types)
    const reads: unknown[] = []
    let query = '?type=deposit.paid'
    for (;;) {
      const { body } = await plainList(query, key)
      reads.push([sequences({ body } as Reply), body.has_more, body.last_event_id])
      if (body.next === null) break
      query = new URL(body.next).search
    }
    expect(reads).toEqual([
      [[], true, ids[9_999]],
      [[], true, ids[19_999]],
      [[24_991], false, ids[24_999]],
    ])
    // By `after` alone too.
    const next = await plainList(`?type=deposit.paid&after=${ids[9_999]}`, key)
    expect(next.body).toMatchObject({ data: [], has_more: true, last_event_id: ids[19_999] })
  })

  it('200: since finds its place in a long day at once, and filters to the second', async () => {
    const types = Array.from({ length: 20_000 }, () => 'client.updated')
    const from = Date.parse(`${new Date().toISOString().slice(0, 10)}T00:00:00Z`) - 3_600_000
    const { key, ids } = await feedOf(types, from)
    for (const place of [15_000, 19_999, 1, 3_600]) {
      const since = encodeURIComponent(new Date(from + place * 1000).toISOString())
      const { body } = await plainList(`?since=${since}&limit=2`, key)
      expect([body.data[0].sequence, body.last_event_id]).toEqual([
        place,
        ids[Math.min(place, 19_999)],
      ])
      const later = await plainList(`?since=${since}&after=${ids[place - 1]}&limit=1`, key)
      expect(sequences(later)).toEqual([place + 1])
    }
  })

  it('200: since loses nothing where the clock was set back by a while', async () => {
    const from = Date.now() - 600_000
    const { row, key, ids } = await feedOf(
      Array.from({ length: 400 }, () => 'client.updated'),
      from,
    )
    await api.connection.pool.query(
      `UPDATE event SET created_at = created_at - interval '40 seconds' WHERE organization_id = $1 AND sequence >= 200`,
      [row.id],
    )
    const since = encodeURIComponent(new Date(from + 170_000).toISOString())
    const { body } = await plainList(`?since=${since}&limit=200`, key)
    const places = Array.from({ length: 400 }, (_, index) => index + 1)
    const expected = places.filter((place) => (place < 200 ? place >= 170 : place - 40 >= 170))
    expect(sequences({ body } as Reply)).toEqual(expected.slice(0, 200))
    expect(body.last_event_id).toBe(ids[(expected[199] ?? 0) - 1])
  })

  it.each([
    ['type=', 'type:invalid_value'],
    ['type=*', 'type:invalid_value'],
    ['type=ping', 'type:invalid_value'],
    ['type=client', 'type:invalid_value'],
    ['type=client.deleted', 'type:invalid_value'],
    ['type=client.created,queue.entry.*', 'type:invalid_value'],
    [`type=${Array.from({ length: 50 }, () => 'client.*').join(',')}`, 'type:too_many'],
  ])('400 validation_error: %s', async (query, fault) => {
    const reply = await list(`?${query}`)
    expect([reply.status, ...faults(reply)]).toEqual([400, fault])
  })

  it('400 validation_error: a cursor of other types', async () => {
    const { body } = await list('?type=client.*&limit=2')
    const reply = await list(`?type=client.created&limit=2&cursor=${body.next_cursor}`)
    expect([reply.status, ...faults(reply)]).toEqual([400, 'cursor:invalid_value'])
  })
})

describe('GET /v1/events with latest', () => {
  it('200: the newest event, in the usual envelope', async () => {
    const all = (await list()).body.data
    const { body } = await list('?latest=true')
    expect(body).toEqual({
      data: [all[6]],
      has_more: false,
      next_cursor: null,
      next: null,
      last_event_id: all[6].id,
    })
    expect((await list('?latest=false')).body.data).toEqual(all)
    expect((await list('?latest=true&limit=5')).body.data).toEqual([all[6]])
  })

  it('200: nothing while there is nothing; what comes then is found from there', async () => {
    const young = await api.organization()
    const empty = { data: [], has_more: false, next_cursor: null, next: null, last_event_id: null }
    expect((await list('?latest=true', young.key)).body).toEqual(empty)
    expect((await list('', young.key)).body).toEqual(empty)
    const body = { first_name: 'Ana', email: 'ana@example.com' }
    await api.call('POST', '/v1/clients', { key: young.key, body })
    expect((await list('', young.key)).body.data).toHaveLength(1)
  })

  it('200: with type the newest of these; last_event_id is still the end of the feed', async () => {
    const { key, ids } = await feedOf(['client.created', 'deposit.paid', 'client.updated'])
    const latest = async (type: string) => {
      const { body } = await plainList(`?latest=true&type=${type}`, key)
      return [body.data.map(({ id }: Listed) => id), body.last_event_id]
    }
    expect(await latest('deposit.*')).toEqual([[ids[1]], ids[2]])
    expect(await latest('client.*')).toEqual([[ids[2]], ids[2]])
    expect(await latest('queue.*')).toEqual([[], ids[2]])
  })

  it('200: after 30 days nothing, and where the feed ends is still known', async () => {
    const all = (await list()).body.data
    api.setNow(Date.now() + 31 * 86_400_000)
    try {
      for (const query of ['?latest=true', '', '?since=2020-01-01T00:00:00Z', '?type=client.*']) {
        const { body } = await list(query)
        expect(body, query).toMatchObject({ data: [], has_more: false, last_event_id: all[6].id })
      }
    } finally {
      api.setNow(Date.now())
    }
  })

  it('400 validation_error: together with after, since or cursor', async () => {
    const { body } = await list('?limit=2')
    for (const query of [
      `after=${body.data[0].id}`,
      'since=2026-11-20T08:00:00Z',
      `cursor=${body.next_cursor}`,
    ]) {
      const reply = await list(`?latest=true&${query}`)
      expect([reply.status, ...faults(reply)]).toEqual([400, 'latest:mutually_exclusive'])
    }
    const other = await list('?latest=1')
    expect([other.status, ...faults(other)]).toEqual([400, 'latest:invalid_type'])
  })
})

describe('GET /v1/events/{event_id}', () => {
  it('200: the same record as in the list', async () => {
    const [first] = (await list()).body.data
    const { status, body } = await api.call('GET', `/v1/events/${first.id}`, { key: clinic.key })
    expect(status).toBe(200)
    expect(body).toEqual(first)
  })

  it('404 not_found: an unknown id, and an id of a stranger', async () => {
    const [first] = (await list()).body.data
    expect((await api.call('GET', '/v1/events/evt_nothing', { key: clinic.key })).body.code).toBe(
      'not_found',
    )
    expect((await api.call('GET', `/v1/events/${first.id}`, { key: stranger.key })).body.code).toBe(
      'not_found',
    )
  })
})

describe('the feed under writers', () => {
  it('shows a poller each event of 1,000 concurrent transactions once, in order, without a gap', async () => {
    const busy = await api.organization()
    const writers = Array.from({ length: 1000 }, (_, n) => n)
    let isWriting = true
    const write = async (): Promise<void> => {
      for (let n = writers.pop(); n !== undefined; n = writers.pop()) {
        const { status } = await fetchQuietly(busy.key, n)
        expect(status).toBe(201)
      }
    }
    const seen: number[] = []
    const poll = async (): Promise<void> => {
      let after: string | null = null
      for (;;) {
        const isLast = !isWriting
        const { body } = await list(
          after === null ? '?limit=200' : `?limit=200&after=${after}`,
          busy.key,
        )
        seen.push(...body.data.map((event: any) => event.sequence))
        after = body.last_event_id
        if (isLast && body.data.length === 0) return
      }
    }
    const polling = poll()
    await Promise.all(Array.from({ length: 40 }, write))
    isWriting = false
    await polling
    expect(seen).toEqual(Array.from({ length: 1000 }, (_, n) => n + 1))
  }, 400_000)

  async function fetchQuietly(key: string, n: number): Promise<Response> {
    return fetch(`${api.url}/v1/clients`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ first_name: `Writer ${n}`, email: `writer${n}@example.com` }),
    })
  }
})
