import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { createDepositRow } from '../../support/clinic.ts'
import { openQueue, STATUSES, today, WITHOUT_QUEUE, YESTERDAY } from '../../support/queue.ts'

const api = useSharedApi()

describe('GET /v1/queue/entries/{entry_id}', () => {
  it.each(STATUSES)('200: %s; only who waits has a place', async (status) => {
    const queue = await openQueue(api)
    const entry = await queue.entry(status)
    const reply = await queue.call('GET', `/v1/queue/entries/${entry.id}`)
    expect(reply.status).toBe(200)
    expect(reply.body.status).toBe(status)
    const { position, ahead_count, estimated_wait_minutes } = reply.body
    expect([position, ahead_count, estimated_wait_minutes]).toEqual(
      status === 'WAITING' ? [1, 0, 0] : [null, null, null],
    )
    expect(Object.keys(reply.body)).toHaveLength(29)
  })

  it('200: the place changes when others come and go; updated_at does not', async () => {
    const queue = await openQueue(api)
    const first = await queue.entry('WAITING')
    const second = await queue.entry('WAITING', { arrivedAt: today('07:01') })
    const get = () => queue.call('GET', `/v1/queue/entries/${second.id}`)
    const before = await get()
    expect(before.body).toMatchObject({ position: 2, estimated_wait_minutes: 20 })
    await queue.call('POST', `/v1/queue/entries/${first.id}/cancel`)
    const after = await get()
    expect(after.body).toMatchObject({ position: 1, estimated_wait_minutes: 0 })
    expect(after.body.updated_at).toBe(before.body.updated_at)
  })

  it('200: of two who came in the same millisecond the first written is first', async () => {
    const queue = await openQueue(api)
    const first = await queue.entry('WAITING')
    const second = await queue.entry('WAITING')
    const third = await queue.entry('WAITING')
    // Microseconds count too.
    await api.db.$executeRaw`
      UPDATE queue_entry SET arrived_at = arrived_at - interval '1 microsecond' WHERE id = ${third.id}`
    const positions = await Promise.all(
      [first, second, third].map(
        async ({ id }) => (await queue.call('GET', `/v1/queue/entries/${id}`)).body.position,
      ),
    )
    expect(positions).toEqual([2, 3, 1])
  })

  it('200: the queues of other organizations do not count', async () => {
    const queue = await openQueue(api)
    const stranger = await openQueue(api)
    for (let index = 0; index < 3; index += 1) await stranger.entry('WAITING')
    const entry = await queue.entry('WAITING')
    const reply = await queue.call('GET', `/v1/queue/entries/${entry.id}`)
    expect(reply.body.position).toBe(1)
  })

  it('200: an entry of an earlier day, and the offset of its own instant', async () => {
    const queue = await openQueue(api)
    const entry = await queue.entry('COMPLETED', {
      date: '2018-12-31',
      arrivedAt: '2018-12-31T12:00:00-02:00',
    })
    const reply = await queue.call('GET', `/v1/queue/entries/${entry.id}`)
    expect(reply.body).toMatchObject({
      date: '2018-12-31',
      arrived_at: '2018-12-31T12:00:00-02:00',
    })
    const waiting = await queue.entry('WAITING', { date: YESTERDAY })
    const past = await queue.call('GET', `/v1/queue/entries/${waiting.id}`)
    expect(past.body).toMatchObject({ status: 'WAITING', position: 1 })
  })

  it('200: expand gives full records; the latest deposit', async () => {
    const queue = await openQueue(api)
    const entry = await queue.entry('CALLED')
    const deposits = []
    for (let index = 0; index < 2; index += 1) {
      deposits.push(
        await createDepositRow(api.db, queue.organization.row, {
          queueEntry: entry,
          expiresAt: today('08:30'),
          status: 'EXPIRED',
        }),
      )
    }
    const plain = await queue.call('GET', `/v1/queue/entries/${entry.id}`)
    expect(plain.body).toMatchObject({ deposit_id: deposits[1]?.id, deposit: null })
    const names = 'client,professional,service,deposit'
    const full = await queue.call('GET', `/v1/queue/entries/${entry.id}?expand=${names}`)
    expect(full.body).toMatchObject({
      client: { object: 'client', id: entry.clientId },
      professional: { object: 'professional', id: queue.professional.id },
      service: { object: 'service', id: queue.service.id },
      deposit: { object: 'deposit', id: deposits[1]?.id, queue_entry: null },
    })
    const waiting = await queue.entry('WAITING')
    const empty = await queue.call('GET', `/v1/queue/entries/${waiting.id}?expand=${names}`)
    expect(empty.body).toMatchObject({ professional: null, deposit: null })
  })

  it('404 not_found: no one has this id, or only another organization', async () => {
    const queue = await openQueue(api)
    const stranger = await openQueue(api)
    const theirs = await stranger.entry('WAITING', { notes: 'Segredo' })
    const replies = await Promise.all(
      [theirs.id, 2_147_483_647].map((id) => queue.call('GET', `/v1/queue/entries/${id}`)),
    )
    for (const reply of replies) {
      expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
      expect(reply.text).not.toContain('Segredo')
    }
    expect(replies[0]?.body.detail).toBe(replies[1]?.body.detail)
  })

  it.each([
    ['0', 'entry_id', 'out_of_range'],
    ['-7', 'entry_id', 'out_of_range'],
    ['2147483648', 'entry_id', 'out_of_range'],
    ['first', 'entry_id', 'invalid_type'],
    ["1' OR '1'='1", 'entry_id', 'invalid_type'],
    ['1?expand=services', 'expand', 'invalid_value'],
  ])('400 validation_error: %s', async (path, field, code) => {
    const queue = await openQueue(api)
    const reply = await queue.call('GET', `/v1/queue/entries/${encodeURI(path)}`)
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toMatchObject([{ field, code }])
  })

  it('403 forbidden_scope: a key without read', async () => {
    const queue = await openQueue(api)
    const key = await queue.organization.keyWith(['write'])
    const reply = await queue.call('GET', '/v1/queue/entries/1', { key })
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden_scope'])
  })

  it('403 feature_not_enabled: the online queue is off, or not in the plan', async () => {
    for (const organization of WITHOUT_QUEUE) {
      const queue = await openQueue(api, { organization })
      const entry = await queue.entry('WAITING')
      const reply = await queue.call('GET', `/v1/queue/entries/${entry.id}`)
      expect([reply.status, reply.body.code]).toEqual([403, 'feature_not_enabled'])
    }
  })
})
