import type { RequestEntry } from '@scheduling/core'
import type { Sql } from '@scheduling/database'
import { expect, it } from 'vitest'
import { createRequestQueue, MOST_QUEUED } from './queue.ts'

const entry = (id: number, values: Partial<RequestEntry> = {}): RequestEntry => ({
  id: `req_${id}`,
  organizationId: 1,
  keyId: 'key_1',
  receivedAt: 1_000_000,
  method: 'GET',
  route: '/v1/clients',
  pathIds: {},
  status: 200,
  code: null,
  faults: [],
  durationMs: 1,
  isReplayed: false,
  times: 1,
  ...values,
})

type Written = Pick<RequestEntry, 'id' | 'keyId' | 'times'>

function open(query: (batch: Written[]) => Promise<void>) {
  const warned: string[] = []
  let dropped = 0
  const sql = {
    query: async ({ values }: { values: [string] }) => {
      const rows: [number, number, string, string, ...unknown[]][] = JSON.parse(values[0])
      await query(rows.map((row) => ({ id: row[2], keyId: row[3], times: Number(row[12]) })))
      return { rows: [] }
    },
  } as unknown as Sql
  const queue = createRequestQueue({
    sql,
    log: { warn: (_, message) => warned.push(message) },
    onDropped: (count) => (dropped += count),
  })
  return { queue, warned, dropped: () => dropped }
}

it('writes in batches, in the order in which requests ended', async () => {
  const batches: number[] = []
  const ids: string[] = []
  const { queue } = open(async (batch) => {
    batches.push(batch.length)
    ids.push(...batch.map(({ id }) => id))
  })
  for (let id = 0; id < 2500; id += 1) queue.put(entry(id))
  await queue.writeAll()
  expect(batches).toEqual([1000, 1000, 500])
  expect(ids).toEqual(Array.from({ length: 2500 }, (_, id) => `req_${id}`))
})

it('entries that come while a batch is written wait for the next turn, and are not written one by one', async () => {
  const batches: number[] = []
  const { queue } = open(async (batch) => {
    batches.push(batch.length)
    if (batches.length < 9) queue.put(entry(batches.length))
  })
  queue.put(entry(0))
  // Two turns: that of entries that are being written, and one more.
  await queue.writeAll()
  expect(batches).toEqual([1, 1])
})

it('while the database does not answer, it keeps what it can, counts the rest, and goes on after it', async () => {
  let thaw = (): void => undefined
  const frozen = new Promise<void>((resolve) => (thaw = resolve))
  let written = 0
  const { queue } = open(async (batch) => {
    await frozen
    written += batch.length
  })
  queue.put(entry(0))
  const waiting = queue.writeAll()
  for (let id = 1; id < MOST_QUEUED + 100; id += 1) queue.put(entry(id))
  expect(queue.dropped).toBe(100)
  thaw()
  await waiting
  expect(written).toBe(MOST_QUEUED)
})

it('a database that is away gets the same batch again, and is named once', async () => {
  let isAway = true
  const ids: string[] = []
  const { queue, warned, dropped } = open(async (batch) => {
    if (isAway) throw Object.assign(new Error('away'), { code: '57P01' })
    ids.push(...batch.map(({ id }) => id))
  })
  queue.put(entry(1))
  await queue.writeAll()
  isAway = false
  queue.put(entry(2))
  await queue.writeAll()
  expect([ids, warned, dropped()]).toEqual([
    ['req_1', 'req_2'],
    ['requests could not be logged'],
    0,
  ])
})

it('a batch that the database refuses is dropped, and the next one is written', async () => {
  const ids: string[] = []
  const { queue, dropped } = open(async (batch) => {
    if (batch[0]?.id === 'req_1') throw Object.assign(new Error('no'), { code: '22P02' })
    ids.push(...batch.map(({ id }) => id))
  })
  queue.put(entry(1))
  await queue.writeAll()
  queue.put(entry(2))
  await queue.writeAll()
  expect([ids, dropped()]).toEqual([['req_2'], 1])
})

it('requests of one key that came too fast are one entry for each second', async () => {
  const rows: string[] = []
  const { queue } = open(async (batch) => {
    rows.push(...batch.map(({ id, keyId, times }) => `${id} ${keyId} ${times}`))
  })
  const slowed = (id: number, second: number, keyId = 'key_1') =>
    queue.put(entry(id, { status: 429, receivedAt: second * 1000 + id, keyId }))
  slowed(1, 50)
  slowed(2, 50)
  slowed(3, 50, 'key_2')
  slowed(4, 51)
  queue.put(entry(5))
  await queue.writeAll()
  expect(rows.toSorted()).toEqual([
    'req_1 key_1 2',
    'req_3 key_2 1',
    'req_4 key_1 1',
    'req_5 key_1 1',
  ])
})
