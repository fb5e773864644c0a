import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { eventsOf } from '../../support/clinic.ts'
import { expectOk, openChangingClinic, shown } from '../../support/impact.ts'
import { testEveryImpact } from '../../support/impact-tests.ts'

const api = useSharedApi()

describe('services.deactivate', () => {
  it('200: no one offers it any more; a second time nothing happens', async () => {
    const clinic = await openChangingClinic(api)
    const { service, professional } = clinic
    const input = { service_id: service.id }
    const reply = await clinic.owner.mutate('services.deactivate', input)
    expect(expectOk(reply).body).toMatchObject({
      service: { id: service.id, is_active: false },
      impact: { total: 0 },
    })
    const [event, performer] = await eventsOf(api.db, clinic.organization.row)
    expect(event).toMatchObject({
      type: 'service.deactivated',
      payload: {
        object: reply.body.service,
        changes: { is_active: { from: true, to: false } },
        batch_id: expect.stringMatching(/^bat_/),
      },
    })
    expect(performer).toMatchObject({
      type: 'professional.updated',
      payload: { changes: { service_ids: { from: [service.id], to: [] } } },
    })
    const own = await clinic.call('GET', `/v1/professionals/${professional.id}`)
    expect(own.body.service_ids).toEqual([])
    const before = await clinic.everything()
    expectOk(await clinic.owner.mutate('services.deactivate', input))
    expect(await clinic.everything()).toBe(before)
  })

  it('200: a basket that contains it is concerned too, also of who performs it no longer', async () => {
    const clinic = await openChangingClinic(api)
    const { service, professional } = clinic
    const more = await clinic.owner.mutate('services.create', {
      name: 'Segunda parte',
      duration_minutes: 30,
      professional_ids: [professional.id],
    })
    const basket = await clinic.bookAt('09:00', { service_ids: [more.body.id, service.id] })
    const orphan = await clinic.bookAt('14:00')
    const alone = await clinic.bookAt('15:00', { service_ids: [more.body.id] })
    await clinic.owner.mutate('services.update', {
      service_id: service.id,
      professional_ids: [],
      appointments: 'keep',
    })
    const reply = await clinic.owner.mutate('services.deactivate', {
      service_id: service.id,
      appointments: 'cancel',
    })
    expect(shown(expectOk(reply))).toEqual([
      [basket, 'service_not_offered', 'cancelled', null],
      [orphan, 'service_not_offered', 'cancelled', null],
    ])
    const left = await api.db.appointment.findMany({
      where: { organizationId: clinic.organization.row.id, status: 'PENDING' },
    })
    expect(left.map(({ id }) => id)).toEqual([alone])
  })

  it('404 not_found: another organization’s service', async () => {
    const [clinic, other] = [await openChangingClinic(api), await openChangingClinic(api)]
    const input = { service_id: other.service.id }
    const reply = await clinic.owner.mutate('services.deactivate', input)
    expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
    expect((await other.book()).status).toBe(201)
  })

  testEveryImpact(() => api, {
    procedure: 'services.deactivate',
    input: ({ service }) => ({ service_id: service.id }),
    reason: 'service_not_offered',
    canMove: false,
    events: ['service.deactivated', 'professional.updated', 'professional.updated'],
  })
})
