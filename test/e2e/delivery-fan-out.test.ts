import { createFanOut, fanOut } from '@scheduling/delivery/testing'
import { setImmediate as nextTick } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi, type TestOrganization } from '../support/api.ts'
import { HOOK } from '../support/webhooks.ts'

let api: TestApi
let organization: TestOrganization

const DAY = 86_400_000
/** Noon, so that minutes before it are of the same day. */
const NOON = new Date(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`).getTime()

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  organization = await api.organization()
})
afterAll(() => api.close())

let sequence = 1000
type EventValues = {
  readonly type?: string
  readonly appointment?: number
  readonly at?: number
  readonly sequence?: number
  readonly owner?: TestOrganization
}

/** An event as a change wrote it; its id. Of appointment 1, at noon, unless said otherwise. */
async function written(values: EventValues = {}): Promise<string> {
  sequence += 1
  const createdAt = new Date(values.at ?? NOON)
  const { id } = await api.db.event.create({
    data: {
      eventDay: createdAt,
      organizationId: (values.owner ?? organization).row.id,
      sequence: values.sequence ?? sequence,
      id: api.service.newId('evt'),
      type: values.type ?? 'appointment.confirmed',
      livemode: true,
      createdAt,
      payload: {
        object: { object: 'appointment', id: values.appointment ?? 1 },
        changes: null,
        batch_id: null,
      },
      context: {
        actor: { type: 'system', id: null, name: null },
        source: 'system',
        request_id: 'req_1',
      },
    },
  })
  return id
}

/** A webhook for everything, made and last changed a day before noon; its id. */
async function subscribed(
  values: {
    readonly owner?: TestOrganization
    readonly format?: string
    readonly createdAt?: number
    readonly updatedAt?: number
  } = {},
): Promise<string> {
  const { id } = await api.db.webhook.create({
    data: {
      id: api.service.newId('whk'),
      organizationId: (values.owner ?? organization).row.id,
      name: 'CRM',
      url: HOOK,
      urlHash: new Uint8Array(32),
      events: ['*'],
      format: values.format ?? 'generic',
      apiVersion: '2026-11-01',
      createdAt: new Date(values.createdAt ?? NOON - DAY),
      updatedAt: new Date(values.updatedAt ?? NOON - DAY),
    },
  })
  return id
}

/** Fans out as a job does, and wakes no lane. */
async function fannedOut(...ids: string[]): Promise<void> {
  await fanOut(api.service, api.connection.pool, ids)
}

/** Ids of the events that a webhook has deliveries of. */
async function eventsFor(webhookId: string): Promise<string[]> {
  const rows = await api.db.delivery.findMany({
    where: { webhookId },
    orderBy: { eventId: 'asc' },
    select: { eventId: true },
  })
  return rows.map(({ eventId }) => eventId)
}

describe('Fan-out', () => {
  it('of several jobs together delivers each event, the last of each job too, to the webhooks of its own organization', async () => {
    const others = await api.organization()
    const [mine, theirs] = [await subscribed(), await subscribed({ owner: others })]
    const jobs = [
      [await written(), await written(), await written()],
      [await written({ owner: others })],
      [await written(), await written()],
      [await written({ owner: others }), await written({ owner: others })],
    ] as const
    const woken: string[] = []
    const inBatches = createFanOut(api.service, api.connection.pool, {
      async wake(wakes) {
        woken.push(...wakes.map(({ webhookId, due }) => `${webhookId} ${due}`))
      },
    })
    const first = inBatches(jobs[0])
    await nextTick()
    await Promise.all([first, ...jobs.slice(1).map((ids) => inBatches(ids))])
    expect(await eventsFor(mine)).toEqual([...jobs[0], ...jobs[2]].toSorted())
    expect(await eventsFor(theirs)).toEqual([...jobs[1], ...jobs[3]].toSorted())
    // As one batch of all, or one of the first and one of the others.
    expect(woken.filter((wake) => wake.startsWith(theirs))).toEqual([`${theirs} 3`])
  })

  it('leaves out what came before a webhook was made, to the millisecond', async () => {
    const event = await written()
    const [before, then, after] = [
      await subscribed({ createdAt: NOON - 1 }),
      await subscribed({ createdAt: NOON }),
      await subscribed({ createdAt: NOON + 1 }),
    ]
    await fannedOut(event)
    expect([await eventsFor(before), await eventsFor(then), await eventsFor(after)]).toEqual([
      [event],
      [event],
      [],
    ])
  })

  it('again changes nothing', async () => {
    const [event, webhook] = [await written(), await subscribed()]
    await fannedOut(event)
    const { attemptId } = await api.db.delivery.findFirstOrThrow({ where: { webhookId: webhook } })
    await fannedOut(event)
    expect(await api.db.delivery.findMany({ where: { webhookId: webhook } })).toMatchObject([
      { attemptId },
    ])
  })
})

describe('For a chat channel, fan-out takes along events of the same appointment that came just before', () => {
  type Case = {
    what: string
    earlier: EventValues
    webhook?: { updatedAt: number }
    isTaken: boolean
  }
  const LATE = 5000
  const cases: Case[] = [
    { what: 'right before', earlier: {}, isTaken: true },
    { what: 'just within a minute', earlier: { at: NOON - 59_999 }, isTaken: true },
    { what: 'a minute before', earlier: { at: NOON - 60_000 }, isTaken: false },
    { what: 'of another appointment', earlier: { appointment: 2 }, isTaken: false },
    { what: 'of another kind', earlier: { type: 'client.updated' }, isTaken: false },
    { what: 'the 500th before it', earlier: { sequence: LATE - 500 }, isTaken: true },
    { what: 'the 501st before it', earlier: { sequence: LATE - 501 }, isTaken: false },
    { what: 'after it', earlier: { sequence: LATE + 1 }, isTaken: false },
    {
      what: 'since the last change of the webhook',
      earlier: { at: NOON - 1000 },
      webhook: { updatedAt: NOON - 1001 },
      isTaken: true,
    },
    {
      what: 'before the last change of the webhook',
      earlier: { at: NOON - 1000 },
      webhook: { updatedAt: NOON - 1000 },
      isTaken: false,
    },
  ]
  it.each(cases)('$what: $isTaken', async ({ earlier, webhook, isTaken }) => {
    const chat = await subscribed({ format: 'chat_format_1', ...webhook })
    const plain = await subscribed()
    const before = await written({ sequence: LATE - 1, ...earlier })
    const event = await written({ sequence: LATE })
    await fannedOut(event)
    expect(await eventsFor(chat)).toEqual((isTaken ? [before, event] : [event]).toSorted())
    expect(await eventsFor(plain)).toEqual([event])
  })

  it('over midnight, too', async () => {
    const midnight = NOON - DAY / 2
    const chat = await subscribed({
      format: 'chat_format_1',
      createdAt: NOON - 2 * DAY,
      updatedAt: NOON - 2 * DAY,
    })
    const before = await written({ at: midnight - 1000, sequence: 1 })
    const event = await written({ at: midnight + 1000, sequence: 2 })
    await fannedOut(event)
    expect(await eventsFor(chat)).toEqual([before, event].toSorted())
  })

  it('of another organization none, though its appointment has the same number', async () => {
    const others = await api.organization()
    const [mine, theirs] = [
      await subscribed({ format: 'chat_format_1' }),
      await subscribed({ format: 'chat_format_1', owner: others }),
    ]
    const before = await written({ owner: others, sequence: 1 })
    const event = await written({ sequence: 2 })
    // In one round with an event of theirs, about another appointment.
    const elsewhere = await written({ owner: others, sequence: 2, appointment: 2 })
    await fannedOut(event, elsewhere)
    expect([await eventsFor(mine), await eventsFor(theirs)]).toEqual([[event], [elsewhere]])
    const own = await written({ owner: others, sequence: 3 })
    await fannedOut(own)
    expect(await eventsFor(theirs)).toEqual([before, elsewhere, own].toSorted())
  })

  it('puts them in one line, and what is no appointment in none', async () => {
    const [chat, plain] = [await subscribed({ format: 'chat_format_1' }), await subscribed()]
    await fannedOut(
      await written(),
      await written({ appointment: 2 }),
      await written({ type: 'client.created' }),
    )
    const linesOf = async (webhookId: string) =>
      (await api.db.delivery.findMany({ where: { webhookId }, orderBy: { line: 'asc' } })).map(
        ({ line }) => line,
      )
    expect(await linesOf(chat)).toEqual(['1', '2', null])
    expect(await linesOf(plain)).toEqual([null, null, null])
  })
})
