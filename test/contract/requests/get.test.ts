import { fanOut } from '@scheduling/delivery/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { useOwnApi } from '../../support/api.ts'
import { askedRoutes } from '../../support/asked-routes.ts'
import { createRequestRow } from '../../support/requests.ts'
import { createdWebhook, resolveNames } from '../../support/webhooks.ts'

// The day of an event is that of the database.
const api = useOwnApi({ now: Date.now() })
beforeAll(() => resolveNames(api))

describe('GET /v1/requests/{request_id}', () => {
  it('200: with its events, and their deliveries for a key that may see them', async () => {
    const organization = await api.organization()
    const { get, post } = askedRoutes(api, () => organization)
    const webhook = await createdWebhook(api, organization, { events: ['client.created'] })
    const made = await post('/clients', { first_name: 'Ana', phone: '(11) 98765-4321' })
    const id = made.headers.get('x-request-id') ?? ''
    await post('/clients', { first_name: 'Bia', phone: '(11) 98765-4322' })
    const events = await api.db.event.findMany({ where: { organizationId: organization.row.id } })
    await fanOut(
      api.service,
      api.connection.pool,
      events.map((event) => event.id),
    )
    await createRequestRow(api, organization, {
      id,
      method: 'POST',
      route: '/v1/clients',
      status: 201,
    })
    const { body } = await get(`/requests/${id}`)
    expect(body).toMatchObject({
      object: 'request',
      id,
      route: '/v1/clients',
      status: 201,
      events: [{ type: 'client.created', deliveries: [{ webhook_id: webhook.id }] }],
      events_truncated: false,
    })
    // Another key made no such request. The key that made it, without the scope, sees no deliveries.
    const key = await organization.keyWith(['read'])
    const path = `/v1/requests/${id}`
    expect((await api.call('GET', path, { key })).body.code).toBe('not_found')
    await api.db.apiKey.updateMany({
      where: { organizationId: organization.row.id },
      data: { scopes: ['read'] },
    })
    const unscoped = (await get(`/requests/${id}`)).body
    expect(unscoped.events).toMatchObject([{ type: 'client.created', deliveries: null }])
  })

  it('404 not_found: no such request, or of another organization', async () => {
    const [organization, other] = [await api.organization(), await api.organization()]
    const { get } = askedRoutes(api, () => organization)
    const { id } = await createRequestRow(api, other)
    for (const unknown of [id, 'req_0', 'x'.repeat(99), '%00']) {
      const { status, problem } = await get(`/requests/${unknown}`)
      expect([unknown, status, problem.code]).toEqual([unknown, 404, 'not_found'])
    }
  })
})
