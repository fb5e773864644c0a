/** A copy that the SDK keeps: complete, whatever happens on either side, and wherever its owner stops. */
import { Scheduling, type SyncedList, type SyncOptions, type SyncStep } from '@scheduling/sdk'
import { afterAll, assert, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, TEST_NOW, type TestApi } from '../../support/api.ts'
import { at, openClinic } from '../../support/booking.ts'
import { openQueue } from '../../support/queue.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const DAY_MS = 86_400_000
const LISTS = ['clients', 'services', 'appointments'] as const satisfies readonly SyncedList[]

/** What the owner of a copy keeps: records by kind and id, and the bookmark beside them. */
type Copy = { bookmark: string | null; records: Map<string, object> }

const emptyCopy = (): Copy => ({ bookmark: null, records: new Map() })

/** Applies a step and keeps its bookmark, as one transaction would. */
function keep(copy: Copy, step: SyncStep): void {
  if (step.kind === 'began') copy.records.clear()
  if (step.kind === 'record')
    copy.records.set(`${step.record.object} ${step.record.id}`, step.record)
  if (step.kind === 'event') {
    const { object } = step.event.data
    if ('object' in object && 'id' in object)
      copy.records.set(`${object.object} ${object.id}`, object)
  }
  copy.bookmark = step.bookmark
}

async function run(client: Scheduling, copy: Copy, options: Partial<SyncOptions> = {}) {
  const steps: SyncStep[] = []
  for await (const step of client.sync({ lists: LISTS, bookmark: copy.bookmark, ...options })) {
    steps.push(step)
    keep(copy, step)
  }
  return steps
}

/** Goes on until a step is lost, before or after it was kept: then the process is gone. */
async function runAndDie(
  client: Scheduling,
  copy: Copy,
  stepCount: number,
  when: 'before' | 'after',
) {
  let count = 0
  for await (const step of client.sync({ lists: LISTS, bookmark: copy.bookmark, limit: 2 })) {
    count += 1
    if (count === stepCount && when === 'before') return
    keep(copy, step)
    if (count === stepCount) return
  }
}

async function truth(client: Scheduling): Promise<Map<string, object>> {
  const records = new Map<string, object>()
  for await (const one of client.clients.list()) records.set(`client ${one.id}`, one)
  for await (const one of client.services.list()) records.set(`service ${one.id}`, one)
  for await (const one of client.appointments.list()) records.set(`appointment ${one.id}`, one)
  return records
}

/** Without references: the name in one is that of now, and is no change of the record that refers. */
const sorted = (records: Map<string, object>) =>
  Object.fromEntries(
    [...records]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, record]) => [name, { ...record, client: null, professional: null }]),
  )

async function clinic() {
  const opened = await openClinic(api)
  const client = new Scheduling({ baseUrl: api.url, apiKey: opened.organization.key })
  let people = 0
  const register = () =>
    client.clients.create({ firstName: 'Ana', email: `ana${(people += 1)}@example.com` })
  const book = async (clock: string) =>
    client.appointments.create({
      serviceIds: [opened.service.id],
      start: at(clock),
      clientId: (await register()).id,
    })
  return { ...opened, client, register, book }
}

describe('sync', () => {
  it('begins, hands over every record, and has caught up', async () => {
    const { client, book } = await clinic()
    await book('09:00')
    const copy = emptyCopy()
    const steps = await run(client, copy)
    expect(steps.map(({ kind }) => kind)).toEqual([
      'began',
      ...Array.from({ length: steps.length - 2 }, () => 'record'),
      'caught_up',
    ])
    expect(sorted(copy.records)).toEqual(sorted(await truth(client)))
    const later = await run(client, copy)
    expect(later).toEqual([{ kind: 'caught_up', bookmark: copy.bookmark }])
  })

  it('goes on with what happened since, and with nothing else', async () => {
    const { client, book, register } = await clinic()
    const copy = emptyCopy()
    await run(client, copy)
    const { id } = await book('09:00')
    await client.appointments.confirm(id)
    const steps = await run(client, copy, { limit: 1 })
    const types = steps.map((step) => (step.kind === 'event' ? step.event.type : step.kind))
    expect(types).toEqual([
      'client.created',
      'appointment.created',
      'client.first_appointment',
      'appointment.confirmed',
      'caught_up',
    ])
    await register()
    expect(await run(client, emptyCopy(), { lists: ['appointments'] })).toHaveLength(3)
    const onlyAppointments = await run(client, { ...copy }, { lists: ['appointments'] })
    expect(onlyAppointments.map(({ kind }) => kind)).toEqual(['caught_up'])
  })

  it('loses nothing, wherever it is stopped, while everything changes', async () => {
    const { client, book, register } = await clinic()
    const appointments = [await book('09:00'), await book('10:00'), await book('11:00')]
    const starts = ['13:00', '14:00', '15:00', '16:00']
    let moves = 0
    /** Also moves an appointment to before what was read, or after it. */
    const change = async () => {
      await register()
      const moved = appointments[moves % appointments.length]
      assert(moved !== undefined)
      const start = at(starts[moves % starts.length] ?? '')
      moves += 1
      await client.appointments.reschedule(moved.id, { start })
      await client.clients.update(moved.clientId, { lastName: `Lima ${moves}` })
    }
    let longest = 0
    for (const when of ['before', 'after'] as const) {
      for (let stepCount = 1; stepCount <= longest || stepCount <= 16; stepCount += 1) {
        const copy = emptyCopy()
        await runAndDie(client, copy, stepCount, when)
        await change()
        // It dies once more on its way, and goes on.
        await runAndDie(client, copy, 2, when)
        const steps = await run(client, copy, { limit: 2 })
        longest = Math.max(longest, Math.min(steps.length, 30))
        expect(sorted(copy.records), `stopped ${when} step ${stepCount}`).toEqual(
          sorted(await truth(client)),
        )
      }
    }
    expect(longest).toBeGreaterThan(16)
  }, 120_000)

  it('reads changes that come while it reads', async () => {
    const { client, book, register } = await clinic()
    await book('09:00')
    await book('10:00')
    const copy = emptyCopy()
    let steps = 0
    for await (const step of client.sync({ lists: LISTS, limit: 1 })) {
      keep(copy, step)
      steps += 1
      if (steps <= 8) await register()
    }
    expect(sorted(copy.records)).toEqual(sorted(await truth(client)))
  })

  it('reads a list that is added later, before the feed goes on', async () => {
    const { client, book } = await clinic()
    await book('09:00')
    const copy = emptyCopy()
    await run(client, copy, { lists: ['clients'] })
    await book('10:00')
    const steps = await run(client, copy)
    const kinds = steps.map((step) => (step.kind === 'record' ? step.list : step.kind))
    expect(kinds.slice(0, 4)).toEqual(['services', 'appointments', 'appointments', 'event'])
    expect(sorted(copy.records)).toEqual(sorted(await truth(client)))
  })

  it('copies every list that it offers', async () => {
    const { client } = await clinic()
    const lists: SyncedList[] = ['professionals', 'services', 'deposits', 'queueEntries']
    const steps = await run(client, emptyCopy(), { lists })
    expect(steps.flatMap((step) => (step.kind === 'record' ? step.list : []))).toEqual([
      'professionals',
      'services',
    ])
  })

  it('copies the queue of today, also while somebody writes', async () => {
    const { organization, service } = await openQueue(api)
    const client = new Scheduling({ baseUrl: api.url, apiKey: organization.key })
    const writer = await api.connection.pool.connect()
    try {
      await writer.query('BEGIN')
      await writer.query('SELECT pg_current_xact_id()')
      const entry = await client.queue.createEntry({
        serviceId: service.id,
        client: { firstName: 'Ana', email: 'ana@example.com' },
      })
      const copy = emptyCopy()
      await run(client, copy, { lists: ['queueEntries'] })
      expect([...copy.records.keys()]).toEqual([`queue_entry ${entry.id}`])
    } finally {
      await writer.query('ROLLBACK')
      writer.release()
    }
  })

  it('follows the feed until it is stopped', async () => {
    const { client, register } = await clinic()
    const ending = new AbortController()
    const seen: string[] = []
    const follow = async () => {
      const options = { lists: LISTS, followEverySeconds: 0.05, signal: ending.signal }
      for await (const step of client.sync(options)) {
        if (step.kind === 'caught_up' && seen.length === 0) await register()
        if (step.kind === 'event') {
          seen.push(step.event.type)
          ending.abort()
        }
      }
    }
    await expect(follow()).rejects.toMatchObject({ code: 'aborted' })
    expect(seen).toEqual(['client.created'])
  })

  it('ends for a caller who breaks out of it', async () => {
    const { client } = await clinic()
    for await (const step of client.sync({ lists: LISTS, followEverySeconds: 3600 })) {
      if (step.kind === 'caught_up') break
    }
  })
})

describe('a bookmark', () => {
  it.each([
    ['older than the events that are kept', 1],
    ['of a time before the first event, which is not kept any more', 0],
  ])('%s begins anew', async (_, eventsBefore) => {
    const { client, register, organization } = await clinic()
    const copy = emptyCopy()
    for (let count = 0; count < eventsBefore; count += 1) await register()
    await run(client, copy)
    await register()
    const { id } = await register()
    // As retention does it, a day at a time.
    await api.db.$executeRaw`DELETE FROM event WHERE organization_id = ${organization.row.id}
        AND sequence < (SELECT max(sequence) FROM event WHERE organization_id = ${organization.row.id})`
    const steps = await run(client, copy)
    expect(steps[0]?.kind).toBe('began')
    expect(copy.records.has(`client ${id}`)).toBe(true)
    expect(sorted(copy.records)).toEqual(sorted(await truth(client)))
    expect(await run(client, copy)).toHaveLength(1)
  })

  it('of the newest event stays good, however long nothing happens', async () => {
    const { client, register } = await clinic()
    const copy = emptyCopy()
    try {
      await register()
      await run(client, copy)
      api.setNow(TEST_NOW + 40 * DAY_MS)
      expect(await run(client, copy)).toHaveLength(1)
    } finally {
      api.setNow(TEST_NOW)
    }
  })

  it('with a cursor of somebody else begins anew', async () => {
    const [one, other] = [await clinic(), await clinic()]
    for (let count = 0; count < 3; count += 1) await one.register()
    const copy = emptyCopy()
    await runAndDie(one.client, copy, 3, 'after')
    expect(copy.bookmark).toContain('cursor')
    const steps = await run(other.client, copy)
    expect(steps[0]?.kind).toBe('began')
    expect(sorted(copy.records)).toEqual(sorted(await truth(other.client)))
  })

  it.each([
    ['no JSON', 'evt_1'],
    ['other JSON', '{"v":1}'],
    ['null', 'null'],
    ['a newer version', '{"v":2,"after":null,"done":[],"at":null}'],
    ['a place that is none', '{"v":1,"after":null,"done":[],"at":{"list":1}}'],
    ['empty text', ''],
  ])('that is %s is refused', async (_, bookmark) => {
    const { client } = await clinic()
    await expect(run(client, { ...emptyCopy(), bookmark })).rejects.toMatchObject({
      code: 'bookmark_invalid',
    })
  })

  it('is refused before anything is asked, like options that make no sense', async () => {
    const client = new Scheduling({ baseUrl: 'http://127.0.0.1:9', apiKey: 'svc_x', maxRetries: 0 })
    const wrong = ['nothing', 'constructor'] as unknown as SyncedList[]
    for (const lists of [[], wrong]) {
      await expect(run(client, emptyCopy(), { lists })).rejects.toThrow('`lists` must name some of')
    }
    await expect(run(client, emptyCopy(), { followEverySeconds: 0 })).rejects.toThrow(TypeError)
  })
})
