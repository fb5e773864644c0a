/** A copy that the SDK keeps: complete, whatever happens on either side, and wherever its owner stops. */
import { Scheduling, type SyncedList } from '@scheduling/sdk'
import { assert, describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { at } from '../../support/booking.ts'
import { openQueue } from '../../support/queue.ts'
import {
  copiedClinic,
  emptyCopy,
  keep,
  LISTS,
  runAndDie,
  runSync,
  sorted,
  truth,
} from '../../support/synced-copy.ts'

const api = useSharedApi()

const clinic = () => copiedClinic(api)

describe('sync', () => {
  it('begins, hands over every record, and has caught up', async () => {
    const { client, book } = await clinic()
    await book('09:00')
    const copy = emptyCopy()
    const steps = await runSync(client, copy)
    expect(steps.map(({ kind }) => kind)).toEqual([
      'began',
      ...Array.from({ length: steps.length - 2 }, () => 'record'),
      'caught_up',
    ])
    expect(sorted(copy.records)).toEqual(sorted(await truth(client)))
    const later = await runSync(client, copy)
    expect(later).toEqual([{ kind: 'caught_up', bookmark: copy.bookmark }])
  })

  it('goes on with what happened since, and with nothing else', async () => {
    const { client, book, register } = await clinic()
    const copy = emptyCopy()
    await runSync(client, copy)
    const { id } = await book('09:00')
    await client.appointments.confirm(id)
    const steps = await runSync(client, copy, { limit: 1 })
    const types = steps.map((step) => (step.kind === 'event' ? step.event.type : step.kind))
    expect(types).toEqual([
      'client.created',
      'appointment.created',
      'client.first_appointment',
      'appointment.confirmed',
      'caught_up',
    ])
    await register()
    expect(await runSync(client, emptyCopy(), { lists: ['appointments'] })).toHaveLength(3)
    const onlyAppointments = await runSync(client, { ...copy }, { lists: ['appointments'] })
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
        const steps = await runSync(client, copy, { limit: 2 })
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

  it('misses nothing of several who write at the same time', async () => {
    const { client, book, register } = await clinic()
    const appointments = [await book('09:00'), await book('10:00'), await book('11:00')]
    const slots = ['13:00', '14:00', '15:00']
    const write = async (writer: number) => {
      for (let count = 0; count < 12; count += 1) {
        const person = await register()
        await client.clients.update(person.id, { lastName: `Lima ${count}` })
        const { id = 0 } = appointments[writer] ?? {}
        const start = at(count % 2 === 0 ? (slots[writer] ?? '') : `0${9 + writer}:00`.slice(-5))
        await client.appointments.reschedule(id, { start })
      }
    }
    const writing = Promise.all([write(0), write(1), write(2)]).then(() => 'written')
    const copy = emptyCopy()
    for (let isWritten = false; ;) {
      await runSync(client, copy, { limit: 3 })
      if (isWritten) break
      isWritten = (await Promise.race([writing, Promise.resolve('not yet')])) === 'written'
    }
    expect(copy.records.size).toBeGreaterThan(36)
    expect(sorted(copy.records)).toEqual(sorted(await truth(client)))
  }, 60_000)

  it('reads a list that is added later, before the feed goes on', async () => {
    const { client, book } = await clinic()
    await book('09:00')
    const copy = emptyCopy()
    await runSync(client, copy, { lists: ['clients'] })
    await book('10:00')
    const steps = await runSync(client, copy)
    const kinds = steps.map((step) => (step.kind === 'record' ? step.list : step.kind))
    expect(kinds.slice(0, 4)).toEqual(['services', 'appointments', 'appointments', 'event'])
    expect(sorted(copy.records)).toEqual(sorted(await truth(client)))
  })

  it('copies every list that it offers', async () => {
    const { client } = await clinic()
    const lists: SyncedList[] = ['professionals', 'services', 'deposits', 'queueEntries']
    const steps = await runSync(client, emptyCopy(), { lists })
    expect(steps.flatMap((step) => (step.kind === 'record' ? step.list : []))).toEqual([
      'professionals',
      'services',
    ])
  })

  it('copies the queue of today, also while someone writes', async () => {
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
      await runSync(client, copy, { lists: ['queueEntries'] })
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
