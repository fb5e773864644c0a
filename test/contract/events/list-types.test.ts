import { EVENT_TYPES, SUBSCRIBABLE_EVENT_TYPES } from '@scheduling/events'
import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'

const api = useSharedApi()

describe('GET /v1/event-types', () => {
  it('200: every type with what causes it and a sample, before there is an event', async () => {
    const organization = await api.organization({ timeZone: 'America/Manaus' })
    const key = await organization.keyWith(['webhooks:manage'])
    const { body } = await api.call('GET', '/v1/event-types', { key })
    expect(body.data.map(({ type }: any) => type)).toEqual(SUBSCRIBABLE_EVENT_TYPES)
    const [first] = body.data
    expect(first).toMatchObject({
      object: 'event_type',
      description: EVENT_TYPES['appointment.created'].when,
      changed_fields: null,
      sample: {
        type: 'appointment.created',
        organization_id: organization.row.id,
        created_at: expect.stringMatching(/-04:00$/),
      },
    })
  })

  it('403 forbidden_scope: a key that only writes', async () => {
    const { keyWith } = await api.organization()
    const { status, body } = await api.call('GET', '/v1/event-types', {
      key: await keyWith(['write']),
    })
    expect([status, body.code]).toEqual([403, 'forbidden_scope'])
  })

  it('400 validation_error: an expansion that is none', async () => {
    const { key } = await api.organization()
    const { status } = await api.call('GET', '/v1/event-types?expand=client', { key })
    expect(status).toBe(400)
  })
})
