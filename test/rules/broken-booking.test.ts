/** A booking whose connection breaks at each of its statements, before the server hears of it and after. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type Reply, type TestApi } from '../support/api.ts'
import { clientsOf, expectSoundCalendar, tally, times } from '../support/at-once.ts'
import { at, openClinic, type BookableClinic } from '../support/booking.ts'
import { openDatabaseProxy, type DatabaseProxy } from '../support/database-proxy.ts'
import { sample } from '../support/sample.ts'

let proxy: DatabaseProxy
/** Its database is behind the proxy; `beside` looks at the same one directly. */
let api: TestApi
let beside: TestApi
let clinic: BookableClinic

beforeAll(async () => {
  beside = await startTestApi()
  proxy = await openDatabaseProxy(beside.databaseUrl)
  api = await startTestApi({ beside: { databaseUrl: proxy.url } })
  clinic = await openClinic(api, { professionals: 2 })
})
afterAll(async () => {
  await api.close()
  await proxy.close()
  await beside.close()
})

const HOURS = ['09', '10', '11', '13', '14', '15', '16', '17']
const DAYS = { unsent: ['2026-11-23', '2026-11-24'], answered: ['2026-11-25', '2026-11-26'] }

/** A new client, at a start of its own, with anyone: the booking of the most statements. */
const bookingOf = (when: 'unsent' | 'answered', index: number) => ({
  client_id: null,
  client: { first_name: 'Ana', email: `${when}${index}@example.com` },
  professional_id: null,
  start: at(`${HOURS[index % 8]}:00`, DAYS[when][Math.floor(index / 8)]),
})

/** As the wire has it, whatever stands in it. */
const exactly = (text: string) => new RegExp(`^${text.replaceAll(/[^\w\s]/g, String.raw`\$&`)}$`)

const state = async (): Promise<unknown> => {
  const where = { organizationId: clinic.organization.row.id }
  return [
    await beside.db.client.count({ where }),
    await beside.db.appointment.count({ where }),
    await beside.db.calendarHold.count({ where }),
    await beside.db.event.count({ where }),
    await beside.db.idempotencyRecord.count(),
  ]
}

describe('a connection that breaks under a booking', () => {
  it.each(['unsent', 'answered'] as const)(
    '503: at each statement, %s; nothing was saved before COMMIT, and the same request again books once',
    async (when) => {
      const key = () => ({ headers: { 'Idempotency-Key': randomUUID() } })
      const { statements } = await proxy.tallyOf(async () => {
        expect((await clinic.book(bookingOf(when, 15), key())).status).toBe(201)
      })
      const texts = statements.slice(statements.findIndex((text) => text.startsWith('BEGIN')))
      expect(texts.length).toBeGreaterThan(11)
      for (const [index, text] of sample(`booking ${when}`, [...texts.entries()], 5)) {
        const before = await state()
        const call = key()
        const body = bookingOf(when, index)
        proxy.cutAt({ at: exactly(text), when })
        const { cuts } = proxy
        const broken = await clinic.book(body, call)
        proxy.cutAt(null)
        const isCommit = text === 'COMMIT'
        expect([text, proxy.cuts - cuts, broken.status, broken.body.code]).toEqual([
          text,
          1,
          503,
          isCommit ? 'outcome_unknown' : 'service_unavailable',
        ])
        if (!isCommit || when === 'unsent') expect(await state(), text).toEqual(before)
        const again = await clinic.book(body, call)
        expect([text, again.status]).toEqual([text, 201])
        expect((await clinic.book(body, call)).text).toBe(again.text)
      }
      await expectSoundCalendar(beside, clinic)
    },
  )
})

describe('bookings of one start at the same time', () => {
  it('201 and 409 slot_unavailable: one of sixteen, with and without an Idempotency-Key', async () => {
    const clients = await clientsOf(beside, clinic, 16)
    const replies: Reply[] = await times(16, (index) =>
      clinic.book(
        { start: at('11:00', '2026-11-27'), client_id: clients[index] },
        index % 2 === 0 ? {} : { headers: { 'Idempotency-Key': randomUUID() } },
      ),
    )
    expect(tally(replies)).toEqual({ '201': 1, '409 slot_unavailable': 15 })
    await expectSoundCalendar(beside, clinic)
  })

  it('one Idempotency-Key for a booking that is refused: each gets the same answer', async () => {
    const refused = () =>
      clinic.book({ start: at('11:00', '2026-11-27') }, { headers: { 'Idempotency-Key': 'late' } })
    const replies = await times(16, refused)
    expect(tally(replies)).toEqual({ '409 slot_unavailable': 16 })
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(
      replies.filter((reply) => reply.headers.get('idempotent-replayed') !== 'true'),
    ).toHaveLength(1)
  })
})
