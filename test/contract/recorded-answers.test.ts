/** The answers that the docs show: those of a fresh demo clinic to the printed calls. `-u` records them again. */
import {
  EXAMPLE_IDS,
  exampleDays,
  RECORDED_AT,
  RECORDED_FILE,
  routeTable,
  sampleCall,
} from '@scheduling/api'
import { appRouter } from '@scheduling/core'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { useOwnApi } from '../support/api.ts'
import { demoMaker } from '../support/demo-world.ts'
import { openReceiver } from '../support/receiver.ts'

/** What is deleted is asked for first. */
const ORDER = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE']
/** Of a list that takes no limit, or none so small. */
const SHOWN_RECORDS = 2

const api = useOwnApi({ now: RECORDED_AT })

it('are what a fresh demo clinic answers to the printed calls', async () => {
  const { make, remove } = await demoMaker()
  const demo = await make(api.service)
  remove()
  const receiver = await openReceiver()
  try {
    const days = exampleDays(RECORDED_AT)
    const routes = routeTable(appRouter).routes.toSorted(
      (a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method),
    )
    const answers: [procedure: string, answer: unknown][] = []
    const made = madeUp()
    const moveWebhook = async (url: string): Promise<{ url: string }> => {
      const path = `/v1/webhooks/${EXAMPLE_IDS.webhook}`
      const before = await api.call('GET', path, { key: demo.api_keys.full })
      await api.call('PATCH', path, { key: demo.api_keys.full, body: { url } })
      return before.body
    }
    for (const route of routes) {
      const isTest = route.procedure === 'webhooks.test'
      // The receiver of the demo is on no machine.
      const { url } = isTest ? await moveWebhook(receiver.url) : { url: '' }
      const { path, query, body } = sampleCall(route, days)
      const { api_keys: keys, test_organization: test } = demo
      const key = path.startsWith('/v1/test-clock') ? test.api_key : keys.full
      const sent = body === null ? { key } : { key, body }
      const reply = await api.call(route.method, `${path}${query}`, sent)
      expect(Math.floor(reply.status / 100), `${route.name}\n${reply.text}`).toBe(2)
      if (isTest) await moveWebhook(url)
      const measured = isTest ? { ...reply.body, duration_ms: 84 } : reply.body
      const answer = { status: reply.status, body: shown(measured, '', made) }
      answers.push([route.procedure, answer])
    }
    answers.sort(([a], [b]) => (a < b ? -1 : 1))
    const text = `${JSON.stringify(Object.fromEntries(answers), null, 1)}\n`
    const recorded = text.replaceAll(WRITTEN, (moment) =>
      Date.parse(moment) > RECORDED_AT ? RECORDED_TEXT : moment,
    )
    await expect(recorded).toMatchFileSnapshot(fileURLToPath(RECORDED_FILE))
  } finally {
    await receiver.close()
  }
})

/** Ids that are made by chance, each by the place in which it was first answered. */
function madeUp(): (value: string) => string {
  const known = new Map<string, string>(Object.values(EXAMPLE_IDS).map((id) => [id, id]))
  return (value) => {
    const name = known.get(value) ?? `${value.slice(0, 14)}${`${known.size}`.padStart(16, '0')}`
    known.set(value, name)
    return name
  }
}

const IDS = /\b(?:evt|whk|dlv|req|key|bat)_[0-9a-z]{26}\b/g
/** When a record was written, in an answer or in the text of a message that it holds. The database has a clock of its own, which no test moves. */
const WRITTEN = /(?<=(?:created|updated)_at\\?": ?\\?")[\dT:-]{25}/g
const RECORDED_TEXT = '2026-11-23T09:00:00-03:00'
/** Each cursor, token and secret is another one at each run. */
const BY_CHANCE: readonly (readonly [field: RegExp, value: RegExp, shown: string])[] = [
  [/^(?:next|next_cursor)$/, /(?<=cursor=|^)[\w-]+$/, 'IzhNAX6I_zcZCZc36oj4_lsiMjAyNiIsNDNd'],
  [/^ical_uid$/, /^\w+/, '01m844dzg08fb25bx1zz0m2qqk'],
  [/^tracking_url$/, /[\w-]+$/, 'Nq3sTM1WvJhZ3x-nITcVToyui2R0f2o1'],
  [/^secret$/, /.+/, 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfJJHVeWLg='],
  [/^version$/, /.+/, 'q9X2v7Tq1rB3n5M8w0K4s6Z2p1L7d3Fj'],
]

function shown(value: unknown, name: string, made: (value: string) => string): unknown {
  if (typeof value === 'string') return steady(value, name, made)
  if (Array.isArray(value)) {
    const kept = name === 'data' ? value.slice(0, SHOWN_RECORDS) : value
    return kept.map((one) => shown(one, name, made))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shown(one, key, made)]))
}

function steady(text: string, name: string, made: (value: string) => string): string {
  const [, value = null, replaced = ''] = BY_CHANCE.find(([field]) => field.test(name)) ?? []
  const fixed = value === null ? text : text.replace(value, replaced)
  return fixed.replaceAll(IDS, made)
}
