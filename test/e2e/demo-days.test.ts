/** The demo clinic can be made at any moment of any day. */
import { describe, expect, it } from 'vitest'
import { startTestApi } from '../support/api.ts'
import { demoMaker } from '../support/demo-world.ts'
import { exampleRequests } from '../support/document-examples.ts'

describe('the demo', () => {
  it.each([
    ['at midnight', '2026-11-23T00:00:00-03:00'],
    ['a moment after midnight', '2026-11-23T00:03:20-03:00'],
    ['a moment before midnight', '2026-11-22T23:59:58-03:00'],
    ['on a Sunday', '2026-11-22T12:00:00-03:00'],
    ['on the eve of a holiday and of the new year', '2026-12-24T10:00:00-03:00'],
    ['at the end of February', '2027-02-28T18:30:00-03:00'],
  ])('is made %s, and accepts the examples of the docs', async (_, moment) => {
    const api = await startTestApi({ now: Date.parse(moment) })
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
      const reply = await api.call('GET', '/v1/queue/entries', { key: demo.api_keys.full })
      expect(reply.body.data).toHaveLength(8)
      expect(await make(api.service)).toMatchObject(demo)
      const document = await (await fetch(`${api.url}/v1/openapi.json`)).json()
      for (const { name, method, path: where, ...call } of exampleRequests(document)) {
        // Events are as old as the database says, which no test moves.
        if (/^\/v1\/(?:events|webhooks\/.*deliveries)/.test(where)) continue
        const example = await api.call(method, where, { ...call, key: demo.api_keys.full })
        expect(Math.floor(example.status / 100), `${name}\n${example.text}`).toBe(2)
      }
    } finally {
      await api.close()
      remove()
    }
  })
})
