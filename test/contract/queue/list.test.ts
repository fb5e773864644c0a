import { describe, expect, it } from 'vitest'
import { type Reply, TEST_NOW, useSharedApi } from '../../support/api.ts'
import { faults } from '../../support/booking.ts'
import { createProfessional, performs } from '../../support/clinic.ts'
import {
  openQueue,
  queueService,
  today,
  WITHOUT_QUEUE,
  YESTERDAY,
  type OpenQueue,
} from '../../support/queue.ts'
import { countStatements } from '../../support/count-statements.ts'

const api = useSharedApi()

const list = (queue: OpenQueue, query = '') => queue.call('GET', `/v1/queue/entries${query}`)
const ids = (reply: Reply): number[] => reply.body.data.map((entry: { id: number }) => entry.id)

describe('GET /v1/queue/entries', () => {
  it('200: no one came today', async () => {
    const queue = await openQueue(api)
    await queue.entry('COMPLETED', { date: YESTERDAY })
    const reply = await list(queue)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({ data: [], has_more: false, next_cursor: null, next: null })
  })

  it('200: in order of arrival, then of id; ended ones too; the same records as the route of one', async () => {
    const queue = await openQueue(api)
    const late = await queue.entry('WAITING', { arrivedAt: today('07:30') })
    const tied = await queue.entry('WAITING', { arrivedAt: today('07:30') })
    const early = await queue.entry('CANCELLED', { arrivedAt: today('06:30') })
    const called = await queue.entry('CALLED', { arrivedAt: today('07:00') })
    const stranger = await openQueue(api)
    await stranger.entry('WAITING')
    const reply = await list(queue)
    expect(ids(reply)).toEqual([early.id, called.id, late.id, tied.id])
    for (const entry of reply.body.data) {
      expect(entry).toEqual((await queue.call('GET', `/v1/queue/entries/${entry.id}`)).body)
    }
    expect(reply.body.data.map((entry: { position: number | null }) => entry.position)).toEqual([
      null,
      null,
      1,
      2,
    ])
  })

  it("200: today is the organization's; date asks for another day", async () => {
    const queue = await openQueue(api)
    const past = await queue.entry('COMPLETED', { date: YESTERDAY })
    const present = await queue.entry('WAITING')
    expect(ids(await list(queue))).toEqual([present.id])
    expect(ids(await list(queue, `?date=${YESTERDAY}`))).toEqual([past.id])
    expect(ids(await list(queue, '?date=2026-11-21'))).toEqual([])
    // 23:59 in São Paulo is the next day in UTC.
    api.setNow(Date.parse(today('23:59')))
    const late = await list(queue)
    api.setNow(Date.parse(today('23:59')) + 60_000)
    const next = await list(queue)
    api.setNow(TEST_NOW)
    expect([ids(late), ids(next)]).toEqual([[present.id], []])
  })

  it('200: professional_id gives their entries, and unassigned ones that they may serve', async () => {
    const queue = await openQueue(api, { professionals: 2 })
    const [first, second] = queue.professionals
    if (first === undefined || second === undefined) throw new Error('two')
    const other = await queueService(api, queue.organization.row, [second])
    const mine = await queue.entry('WAITING', { professional: first })
    const theirs = await queue.entry('WAITING', { professional: second })
    const anyone = await queue.entry('WAITING')
    const onlySecond = await queue.entry('WAITING', { service: other })
    expect(ids(await list(queue, `?professional_id=${first.id}`))).toEqual([mine.id, anyone.id])
    expect(ids(await list(queue, `?professional_id=${second.id}`))).toEqual([
      theirs.id,
      anyone.id,
      onlySecond.id,
    ])
    const newcomer = await createProfessional(api.db, queue.organization.row)
    expect(ids(await list(queue, `?professional_id=${newcomer.id}`))).toEqual([])
    await performs(api.db, queue.organization.row, newcomer, other)
    expect(ids(await list(queue, `?professional_id=${newcomer.id}`))).toEqual([onlySecond.id])
    const stranger = await openQueue(api)
    for (const id of [stranger.professional.id, 2_147_483_647]) {
      expect(ids(await list(queue, `?professional_id=${id}`))).toEqual([])
    }
  })

  it('200: with updated_since every day, unless one is named; the other filters hold', async () => {
    const queue = await openQueue(api)
    const over = await queue.entry('COMPLETED', { date: YESTERDAY })
    const waiting = await queue.entry('WAITING')
    const since = 'updated_since=2020-01-01T00:00:00Z'
    expect(ids(await list(queue, `?${since}`))).toEqual([over.id, waiting.id])
    expect(ids(await list(queue, `?${since}&date=${YESTERDAY}`))).toEqual([over.id])
    expect(ids(await list(queue, `?${since}&status=WAITING`))).toEqual([waiting.id])
    expect(ids(await list(queue))).toEqual([waiting.id])
    const [entry] = (await list(queue, `?${since}&status=WAITING`)).body.data
    expect(entry).toEqual((await queue.call('GET', `/v1/queue/entries/${waiting.id}`)).body)
  })

  it('200: with updated_since a cursor goes on over midnight', async () => {
    const queue = await openQueue(api)
    await queue.entry('WAITING')
    const second = await queue.entry('WAITING')
    const since = 'updated_since=2020-01-01T00:00:00Z'
    const { body } = await list(queue, `?${since}&limit=1`)
    api.setNow(TEST_NOW + 24 * 3_600_000)
    const next = await list(queue, `?${since}&limit=1&cursor=${body.next_cursor}`)
    api.setNow(TEST_NOW)
    expect(ids(next)).toEqual([second.id])
  })

  it('200: positions count everybody, also whom the filters leave out', async () => {
    const queue = await openQueue(api)
    await queue.entry('WAITING', { professional: queue.professional })
    const second = await queue.entry('WAITING')
    const reply = await list(queue, '?status=WAITING&limit=200')
    expect(reply.body.data[1]).toMatchObject({ id: second.id, position: 2 })
    const other = await createProfessional(api.db, queue.organization.row)
    await performs(api.db, queue.organization.row, other, queue.service)
    const filtered = await list(queue, `?professional_id=${other.id}`)
    expect(filtered.body.data).toMatchObject([{ id: second.id, position: 2 }])
  })

  it('200: status, several in either way of writing', async () => {
    const queue = await openQueue(api)
    const waiting = await queue.entry('WAITING')
    const called = await queue.entry('CALLED')
    const done = await queue.entry('COMPLETED')
    expect(ids(await list(queue, '?status=CALLED'))).toEqual([called.id])
    for (const query of ['?status=WAITING,COMPLETED', '?status[]=WAITING&status[]=COMPLETED']) {
      expect(ids(await list(queue, query))).toEqual([waiting.id, done.id])
    }
  })

  it('200: pages by microseconds; none is lost or repeated while others come and go', async () => {
    const queue = await openQueue(api)
    const rows = []
    for (let index = 0; index < 7; index += 1) rows.push(await queue.entry('WAITING'))
    for (const [index, row] of rows.entries()) {
      await api.db.$executeRaw`
        UPDATE queue_entry SET arrived_at = arrived_at + ${index}::int * interval '1 microsecond' WHERE id = ${row.id}`
    }
    const seen: number[] = []
    let next: string | null = '/v1/queue/entries?limit=2'
    while (next !== null) {
      const reply: Reply = await queue.call('GET', next)
      seen.push(...ids(reply))
      if (seen.length === 2) {
        await queue.entry('WAITING', { arrivedAt: today('06:00') })
        await queue.call('POST', `/v1/queue/entries/${rows[6]?.id}/cancel`)
      }
      expect(reply.body.has_more).toBe(reply.body.next !== null)
      next =
        reply.body.next === null ? null : String(reply.body.next).replace('http://api.test', '')
    }
    expect(seen).toEqual(rows.map((row) => row.id))
  })

  it('200: as many statements for 100 entries as for one, and quick with 500 in line', async () => {
    const small = await openQueue(api)
    const large = await openQueue(api, { professionals: 3 })
    await small.entry('WAITING')
    const clients = await Promise.all(Array.from({ length: 500 }, () => large.newClient()))
    await api.db.queueEntry.createMany({
      data: clients.map(({ id }, index) => ({
        organizationId: large.organization.row.id,
        clientId: id,
        serviceId: large.service.id,
        date: new Date('2026-11-20T00:00:00Z'),
        arrivedAt: new Date(Date.parse(today('07:00')) + index),
        source: 'api',
      })),
    })
    const statements = async (queue: OpenQueue) => {
      const path = '?limit=100&expand=client,professional,service,deposit'
      await list(queue, path)
      const { count, result } = await countStatements(() => list(queue, path))
      return { count, entries: result.body.data }
    }
    const one = await statements(small)
    const many = await statements(large)
    expect(many.entries.at(-1)).toMatchObject({ position: 100, estimated_wait_minutes: 660 })
    expect(one.count).toBeGreaterThan(1)
    expect(many.count).toBe(one.count)
    expect(many.count).toBeLessThanOrEqual(12)
  })

  it('200: expand gives full records', async () => {
    const queue = await openQueue(api)
    await queue.entry('CALLED')
    await queue.entry('WAITING')
    const reply = await list(queue, '?expand=client,professional,service,deposit')
    expect(reply.body.data).toMatchObject([
      { client: { object: 'client' }, professional: { object: 'professional' } },
      { service: { object: 'service' }, professional: null, deposit: null },
    ])
  })

  it('400 validation_error: a cursor of yesterday does not go on today', async () => {
    const queue = await openQueue(api)
    await queue.entry('WAITING')
    await queue.entry('WAITING')
    const first = await list(queue, '?limit=1')
    const cursor = encodeURIComponent(String(first.body.next_cursor))
    api.setNow(TEST_NOW + 24 * 3_600_000)
    const next = await list(queue, `?limit=1&cursor=${cursor}`)
    api.setNow(TEST_NOW)
    expect([next.status, ...faults(next)]).toEqual([400, 'cursor:invalid_value'])
    const dated = await list(queue, `?limit=1&date=2026-11-20&cursor=${cursor}`)
    expect(dated.status).toBe(200)
  })

  it.each([
    ['date=2026-11-31', 'date:invalid_format'],
    ['date=20.11.2026', 'date:invalid_format'],
    ['date=2026-11-20T08:00:00Z', 'date:invalid_format'],
    ['date=', 'date:invalid_format'],
    ['professional_id=x', 'professional_id:invalid_type'],
    ['professional_id=0', 'professional_id:out_of_range'],
    ['professional_id=2147483648', 'professional_id:out_of_range'],
    ['status=waiting', 'status:invalid_value'],
    ['status=WAITING,GONE', 'status:invalid_value'],
    ['limit=0', 'limit:out_of_range'],
    ['limit=201', 'limit:out_of_range'],
    ['cursor=x', 'cursor:invalid_value'],
    ['expand=services', 'expand:invalid_value'],
  ])('400 validation_error: %s', async (query, fault) => {
    const queue = await openQueue(api)
    const reply = await list(queue, `?${query}`)
    expect([reply.status, ...faults(reply)]).toEqual([400, fault])
  })

  it('403 forbidden_scope: a key without read', async () => {
    const queue = await openQueue(api)
    const key = await queue.organization.keyWith(['write', 'webhooks:manage'])
    const reply = await queue.call('GET', '/v1/queue/entries', { key })
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden_scope'])
  })

  it('403 feature_not_enabled: the online queue is off, or not in the plan', async () => {
    for (const organization of WITHOUT_QUEUE) {
      const queue = await openQueue(api, { organization })
      const reply = await list(queue)
      expect([reply.status, reply.body.code]).toEqual([403, 'feature_not_enabled'])
    }
  })
})
