/** The demo clinic can be made at any moment of any day, and has free time in the daytime at each hour of a week. */
import { addDays, formatInstant, localTimeOf } from '@scheduling/availability'
import { describe, expect, it } from 'vitest'
import { startTestApi } from '../support/api.ts'
import { demoMaker, printedStart } from '../support/demo-world.ts'
import { exampleRequests } from '../support/document-examples.ts'
import { sample, triesAll } from '../support/sample.ts'

const HOUR_MS = 3_600_000
const ZONE = 'America/Sao_Paulo'

const MOMENTS = [
  ['at midnight', '2026-11-23T00:00:00-03:00'],
  ['a moment after midnight', '2026-11-23T00:00:03-03:00'],
  ['a moment before midnight', '2026-11-22T23:59:58-03:00'],
  ['late on a Saturday', '2026-11-21T23:50:00-03:00'],
  ['on a Sunday', '2026-11-22T12:00:00-03:00'],
  ['on a Friday afternoon', '2026-11-27T15:10:00-03:00'],
  ['on the eve of a holiday and of the new year', '2026-12-24T10:00:00-03:00'],
  ['at the end of February', '2027-02-28T18:30:00-03:00'],
] as const

describe('the demo', () => {
  it.each(sample('moments of the demo', MOMENTS, 1))(
    'is made %s, has free time whenever it is asked, and accepts the examples of the docs',
    async (_, moment) => {
      const madeAt = Date.parse(moment)
      const api = await startTestApi({ now: madeAt })
      const { make, remove } = await demoMaker()
      try {
        const demo = await make(api.service)
        const where = { organizationId: demo.organization_id }
        const states = async (rows: Promise<readonly { status: string }[]>) =>
          new Set((await rows).map(({ status }) => status)).size
        const { db } = api
        expect(await states(db.appointment.findMany({ where }))).toBe(6)
        expect(await states(db.queueEntry.findMany({ where }))).toBe(7)
        expect(await states(db.deposit.findMany({ where }))).toBe(4)
        expect(await db.blockedTime.count({ where })).toBe(2)
        for (const { startsAt, endsAt } of await db.appointment.findMany({ where })) {
          expect(localTimeOf(startsAt.getTime(), ZONE).minute).toBeGreaterThanOrEqual(8 * 60)
          expect(localTimeOf(endsAt.getTime(), ZONE).minute).toBeLessThanOrEqual(17 * 60)
        }
        const reply = await api.call('GET', '/v1/queue/entries', { key: demo.api_keys.full })
        expect(reply.body.data).toHaveLength(8)
        expect(await make(api.service)).toMatchObject(demo)

        // The docs are read at any hour of the days after it was made.
        for (let hour = 0; hour < 7 * 24; hour += 1) {
          const now = madeAt + hour * HOUR_MS
          const start = await printedStart({ ...api.service, now: () => now }, demo.organization_id)
          const { date } = localTimeOf(now, ZONE)
          const nextOpen = [1, 2, 3].map((days) => addDays(date, days)).find(isOpen) ?? ''
          expect(start, `asked at ${formatInstant(now, ZONE)}`).toMatch(`${nextOpen}T`)
          expect(start).toMatch(/T(?:08|09|10|11):/)
        }
        // At the present moment, each run tries them with the SDK and with Postman's library.
        if (!triesAll) return
        const document = await (await fetch(`${api.url}/v1/openapi.json`)).json()
        for (const { name, method, path: where, ...call } of exampleRequests(document)) {
          // What is read is there at any moment. Events are as old as the database says, which no test moves. The demo is live.
          if (method === 'GET' || /^\/v1\/(?:webhooks\/.*deliveries|test-clock)/.test(where))
            continue
          const example = await api.call(method, where, { ...call, key: demo.api_keys.full })
          expect(Math.floor(example.status / 100), `${name}\n${example.text}`).toBe(2)
        }
      } finally {
        await api.close()
        remove()
      }
    },
    240_000,
  )
})

/** The clinic is closed on Sundays and at Christmas. */
function isOpen(date: string): boolean {
  return new Date(`${date}T00:00Z`).getUTCDay() !== 0 && !date.endsWith('-12-25')
}
