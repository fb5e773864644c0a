import { expect, describe, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { askedRoutes } from '../../support/asked-routes.ts'
import { openBrowser, signIn } from '../../support/dashboard.ts'
import { createRequestRow } from '../../support/requests.ts'

const api = useSharedApi()

async function open() {
  const organization = await api.organization()
  const { get } = askedRoutes(api, () => organization)
  const log = (values: object = {}) => createRequestRow(api, organization, values)
  const ids = async (query = {}) =>
    (await get('/requests', query)).body.data.map(({ id }: any) => id)
  return { organization, get, log, ids }
}

describe('GET /v1/requests', () => {
  it('200: newest first, page by page, by all that one looks for', async () => {
    const { log, ids, get } = await open()
    const made = (at: number, values: object) => {
      const receivedAt = new Date(TEST_NOW - at * 60_000)
      return log({ id: `req_${10 - at}`, receivedAt, requestDay: receivedAt, ...values })
    }
    await made(3, { route: '/v1/appointments', status: 409, code: 'slot_unavailable' })
    await made(2, { status: 404, code: 'not_found' })
    await made(1, { status: 503, code: 'service_unavailable' })
    await made(0, {})
    expect(await ids()).toEqual(['req_10', 'req_9', 'req_8', 'req_7'].toSorted().toReversed())
    expect(await ids({ status: '4xx' })).toEqual(['req_8', 'req_7'])
    expect(await ids({ status: '404' })).toEqual(['req_8'])
    expect(await ids({ status: '5xx' })).toEqual(['req_9'])
    expect(await ids({ code: 'slot_unavailable' })).toEqual(['req_7'])
    expect(await ids({ route: '/v1/appointments' })).toEqual(['req_7'])
    const since = new Date(TEST_NOW - 2 * 60_000).toISOString()
    expect(await ids({ since })).toHaveLength(3)
    const { body } = await get('/requests', { limit: 3 })
    expect(await ids({ limit: 3, cursor: body.next_cursor })).toHaveLength(1)
    for (const [query, field] of [
      [{ status: '3xx' }, 'status'],
      [{ status: 'failed' }, 'status'],
      [{ code: 'not_fond' }, 'code'],
      [{ since: 'monday' }, 'since'],
    ] as const) {
      expect((await get('/requests', query)).problem.errors).toMatchObject([{ field }])
    }
  })

  it('200: a key sees its own requests, and the owner those of every key', async () => {
    const { organization, log, ids, get } = await open()
    const own = await log()
    const other = await log({ keyId: 'key_of_another' })
    const stranger = await open()
    await stranger.log()
    expect(await ids()).toEqual([own.id])
    expect(await ids({ api_key_id: 'key_of_another' })).toEqual([])
    const [record] = (await get('/requests')).body.data
    expect(record).toMatchObject({ api_key: { name: 'Test key' }, path_ids: { client_id: 7 } })
    const owner = await signIn(api, organization)
    const seen = async (input = {}) =>
      (await owner.query('requests.list', input)).body.data.map(({ id }: any) => id)
    expect((await seen()).toSorted()).toEqual([own.id, other.id].toSorted())
    expect(await seen({ api_key_id: 'key_of_another' })).toEqual([other.id])
    expect((await openBrowser(api).query('requests.list')).status).toBe(401)
    const collaborator = await signIn(api, organization, 'manager')
    expect((await collaborator.query('requests.list')).status).toBe(403)
  })
})
