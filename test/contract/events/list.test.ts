import { beforeAll, describe, expect, it } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { faults } from '../../support/booking.ts'
import { feedOf, feedOfClients, plainList } from '../../support/feed.ts'
import { rounds } from '../../support/sample.ts'

const api = useSharedApi({ now: Date.now() })
let clinic: TestOrganization
let stranger: TestOrganization

beforeAll(async () => {
  clinic = await feedOfClients(api, 7)
  stranger = await api.organization()
})

const sequencesIn = ({ data }: any): number[] => data.map((event: any) => event.sequence)
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

  it('400 validation_error: an `after` that no one gave, or of a stranger', async () => {
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

describe('GET /v1/events with order=newest_first', () => {
  it('200: the newest first, by pages back to the first; from then on with last_event_id', async () => {
    const all = (await list()).body.data
    const seen: number[] = []
    let path: string | null = '/v1/events?order=newest_first&limit=3'
    while (path !== null) {
      const { body } = await api.call('GET', path, { key: clinic.key })
      seen.push(...body.data.map((event: any) => event.sequence))
      expect(body.has_more).toBe(body.next !== null)
      expect(body.last_event_id).toBe(all[6].id)
      path = body.next === null ? null : body.next.replace('http://api.test', '')
    }
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1])
    const young = await api.organization()
    expect((await list('?order=newest_first', young.key)).body).toMatchObject({
      data: [],
      has_more: false,
      last_event_id: null,
    })
  })

  it('200: of some types, over many events of others; events that were dropped end it', async () => {
    const types = ['deposit.paid', ...Array<string>(30).fill('client.created'), 'deposit.paid']
    const { key, row } = await feedOf(api, types)
    const page = async (query: string) =>
      (await plainList(api, `?order=newest_first${query}`, key)).body
    expect(sequencesIn(await page('&type=deposit.*'))).toEqual([32, 1])
    await api.connection.pool.query(
      'DELETE FROM event WHERE organization_id = $1 AND sequence <= 20',
      [row.id],
    )
    const first = await page('&limit=8')
    const second = await page(`&limit=8&cursor=${first.next_cursor}`)
    expect([...sequencesIn(first), ...sequencesIn(second)]).toEqual(
      Array.from({ length: 12 }, (_, at) => 32 - at),
    )
    expect([first.has_more, second.has_more]).toEqual([true, false])
  })

  it('400 mutually_exclusive: with after, since or latest; a cursor of the other order', async () => {
    for (const other of ['after=evt_1', 'since=2026-01-01T00:00:00Z', 'latest=true']) {
      expect(faults(await list(`?order=newest_first&${other}`))).toEqual([
        'order:mutually_exclusive',
      ])
    }
    const { body } = await list('?limit=2')
    expect(faults(await list(`?order=newest_first&cursor=${body.next_cursor}`))).toEqual([
      'cursor:invalid_value',
    ])
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
    const { key, ids } = await feedOf(api, ['client.created', 'deposit.paid', 'client.updated'])
    const latest = async (type: string) => {
      const { body } = await plainList(api, `?latest=true&type=${type}`, key)
      return [body.data.map(({ id }: { id: string }) => id), body.last_event_id]
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

describe('the feed under writers', () => {
  it('shows a poller each event of concurrent transactions once, in order, without a gap', async () => {
    const busy = await api.organization()
    const count = rounds(1000)
    const writers = Array.from({ length: count }, (_, n) => n)
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
    expect(seen).toEqual(Array.from({ length: count }, (_, n) => n + 1))
  }, 400_000)

  async function fetchQuietly(key: string, n: number): Promise<Response> {
    return fetch(`${api.url}/v1/clients`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ first_name: `Writer ${n}`, email: `writer${n}@example.com` }),
    })
  }
})
