import { beforeAll, describe, expect, it } from 'vitest'
import { type Reply, type TestOrganization, useSharedApi } from '../../support/api.ts'
import { faults } from '../../support/booking.ts'
import { feedOf, feedOfClients, plainList, sequences } from '../../support/feed.ts'

const api = useSharedApi({ now: Date.now() })
let clinic: TestOrganization

beforeAll(async () => {
  clinic = await feedOfClients(api, 7)
})

const list = (query: string) => api.call('GET', `/v1/events${query}`, { key: clinic.key })

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
    const { key, ids } = await feedOf(api, MIXED)
    const reply = await plainList(api, `?type=${type}`, key)
    expect([reply.status, sequences(reply)]).toEqual([200, expected])
    expect(reply.body).toMatchObject({ has_more: false, next: null, last_event_id: ids[6] })
    const written = type
      .split(',')
      .map((one) => `type[]=${one}`)
      .join('&')
    expect(sequences(await plainList(api, `?${written}`, key))).toEqual(expected)
    expect(sequences(await plainList(api, `?type=${type}&after=${ids[2]}`, key))).toEqual(
      expected.filter((sequence) => sequence > 3),
    )
  })

  it('200: last_event_id says how far the feed was read, and goes on without a gap as `after`', async () => {
    const { key, ids } = await feedOf(api, MIXED)
    const first = await plainList(api, '?type=client.*&limit=2', key)
    expect(sequences(first)).toEqual([1, 3])
    expect(first.body).toMatchObject({ has_more: true, last_event_id: ids[2] })
    const byCursor = await plainList(
      api,
      `?type=client.*&limit=2&cursor=${first.body.next_cursor}`,
      key,
    )
    const byId = await plainList(
      api,
      `?type=client.*&limit=2&after=${first.body.last_event_id}`,
      key,
    )
    for (const second of [byCursor, byId]) {
      expect(sequences(second)).toEqual([6])
      expect(second.body).toMatchObject({ has_more: false, last_event_id: ids[6] })
    }
    const idle = await plainList(api, `?type=client.*&after=${byId.body.last_event_id}`, key)
    expect(idle.body).toMatchObject({ data: [], has_more: false, last_event_id: ids[6] })
  })

  it('200: a filter that matches nothing reads a bounded part of the feed at a time', async () => {
    const types = Array.from({ length: 25_000 }, () => 'client.updated')
    types[24_990] = 'deposit.paid'
    const { key, ids } = await feedOf(api, types)
    const reads: unknown[] = []
    let query = '?type=deposit.paid'
    for (;;) {
      const { body } = await plainList(api, query, key)
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
    const next = await plainList(api, `?type=deposit.paid&after=${ids[9_999]}`, key)
    expect(next.body).toMatchObject({ data: [], has_more: true, last_event_id: ids[19_999] })
  })

  it('200: since finds its place in a long day at once, and filters to the second', async () => {
    const types = Array.from({ length: 20_000 }, () => 'client.updated')
    const from = Date.parse(`${new Date().toISOString().slice(0, 10)}T00:00:00Z`) - 3_600_000
    const { key, ids } = await feedOf(api, types, from)
    for (const place of [15_000, 19_999, 1, 3_600]) {
      const since = encodeURIComponent(new Date(from + place * 1000).toISOString())
      const { body } = await plainList(api, `?since=${since}&limit=2`, key)
      expect([body.data[0].sequence, body.last_event_id]).toEqual([
        place,
        ids[Math.min(place, 19_999)],
      ])
      const later = await plainList(api, `?since=${since}&after=${ids[place - 1]}&limit=1`, key)
      expect(sequences(later)).toEqual([place + 1])
    }
  })

  it('200: since loses nothing where the clock was set back by a while', async () => {
    const from = Date.now() - 600_000
    const { row, key, ids } = await feedOf(
      api,
      Array.from({ length: 400 }, () => 'client.updated'),
      from,
    )
    await api.connection.pool.query(
      `UPDATE event SET created_at = created_at - interval '40 seconds' WHERE organization_id = $1 AND sequence >= 200`,
      [row.id],
    )
    const since = encodeURIComponent(new Date(from + 170_000).toISOString())
    const { body } = await plainList(api, `?since=${since}&limit=200`, key)
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

  it.each([
    ['', 12_000],
    ['&type=client.*', 12_000],
    ['', 12_010],
  ])(
    '200: a cursor%s goes on with the oldest event that is kept, when the first %d are dropped',
    async (filter, dropped) => {
      const { key, ids, row } = await feedOf(api, Array<string>(12_010).fill('client.created'))
      const first = await plainList(api, `?limit=1${filter}`, key)
      expect(sequences(first)).toEqual([1])
      await api.connection.pool.query(
        'DELETE FROM event WHERE organization_id = $1 AND sequence <= $2',
        [row.id, dropped],
      )
      const { next_cursor } = first.body
      const next = await plainList(api, `?limit=1${filter}&cursor=${next_cursor}`, key)
      const isGone = dropped === ids.length
      expect([next.status, sequences(next)]).toEqual([200, isGone ? [] : [dropped + 1]])
      expect(next.body).toMatchObject({
        has_more: !isGone,
        last_event_id: ids[isGone ? dropped - 1 : dropped],
      })
    },
  )

  it('400 validation_error: a cursor of other types', async () => {
    const { body } = await list('?type=client.*&limit=2')
    const reply = await list(`?type=client.created&limit=2&cursor=${body.next_cursor}`)
    expect([reply.status, ...faults(reply)]).toEqual([400, 'cursor:invalid_value'])
  })
})
