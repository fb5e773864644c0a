import { beforeAll, describe, expect, it } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { feedOfClients } from '../../support/feed.ts'

const api = useSharedApi({ now: Date.now() })
let clinic: TestOrganization
let stranger: TestOrganization

beforeAll(async () => {
  clinic = await feedOfClients(api, 1)
  stranger = await api.organization()
})

const list = () => api.call('GET', '/v1/events', { key: clinic.key })

describe('GET /v1/events/{event_id}', () => {
  it('200: the same record as in the list', async () => {
    const [first] = (await list()).body.data
    const { status, body } = await api.call('GET', `/v1/events/${first.id}`, { key: clinic.key })
    expect(status).toBe(200)
    expect(body).toEqual(first)
  })

  it('404 not_found: an unknown id, and an id of a stranger', async () => {
    const [first] = (await list()).body.data
    expect((await api.call('GET', '/v1/events/evt_nothing', { key: clinic.key })).body.code).toBe(
      'not_found',
    )
    expect((await api.call('GET', `/v1/events/${first.id}`, { key: stranger.key })).body.code).toBe(
      'not_found',
    )
  })
})
