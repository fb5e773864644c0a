import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { createService, eventsOf, performs } from '../../support/clinic.ts'
import { expectOk, faultsOf, openChangingClinic } from '../../support/impact.ts'
import { testEveryImpact } from '../../support/impact-tests.ts'

const api = useSharedApi()

describe('professionals.update', () => {
  it('200: tells what changed, and the services tell who performs them', async () => {
    const clinic = await openChangingClinic(api)
    const { professional, service, organization } = clinic
    const next = await createService(api.db, organization.row, { name: 'Retorno' })
    const off = await createService(api.db, organization.row, { isActive: false })
    await performs(api.db, organization.row, professional, off)
    const before = await clinic.call('GET', `/v1/professionals/${professional.id}`)
    const reply = await clinic.owner.mutate('professionals.update', {
      professional_id: professional.id,
      name: 'Outro nome',
      email: 'outro@example.com',
      service_ids: [next.id],
    })
    expect(expectOk(reply).body).toMatchObject({
      professional: { name: 'Outro nome', email: 'outro@example.com', service_ids: [next.id] },
      impact: { total: 0 },
    })
    const events = await eventsOf(api.db, organization.row)
    const ids = (from: number[], to: number[]) => ({ professional_ids: { from, to } })
    expect(
      events.map(({ type, payload }) => [type, payload.object['id'], payload.changes]),
    ).toEqual([
      [
        'professional.updated',
        professional.id,
        {
          name: { from: before.body.name, to: 'Outro nome' },
          email: { from: null, to: 'outro@example.com' },
          service_ids: { from: [service.id], to: [next.id] },
        },
      ],
      ['service.updated', service.id, ids([professional.id], [])],
      ['service.updated', next.id, ids([], [professional.id])],
    ])
    expect(new Set(events.map(({ payload }) => payload.batch_id)).size).toBe(1)
    expect(events[0]?.payload.batch_id).toMatch(/^bat_/)
    const row = await api.db.professional.findUniqueOrThrow({ where: { id: professional.id } })
    expect(row.updatedAt.getTime()).toBeGreaterThan(Date.parse(before.body.updated_at))
    // What is no longer offered stays his or hers, for the day it comes back.
    const pairs = await api.db.professionalService.findMany({
      where: { professionalId: professional.id },
      orderBy: { serviceId: 'asc' },
    })
    expect(pairs.map(({ serviceId }) => serviceId)).toEqual([next.id, off.id])
  })

  it('200: the same again changes nothing; null clears', async () => {
    const clinic = await openChangingClinic(api)
    const input = {
      professional_id: clinic.professional.id,
      email: 'a@example.com',
      service_ids: [clinic.service.id],
    }
    await clinic.owner.mutate('professionals.update', input)
    const before = await clinic.everything()
    expectOk(await clinic.owner.mutate('professionals.update', input))
    expect(await clinic.everything()).toBe(before)
    const cleared = await clinic.owner.mutate('professionals.update', { ...input, email: null })
    expect(expectOk(cleared).body.professional.email).toBeNull()
    expect((await clinic.told()).map(([type]) => type)).toEqual([
      'professional.updated',
      'professional.updated',
    ])
  })

  it('400: what is not valid is named; a role is changed elsewhere', async () => {
    const clinic = await openChangingClinic(api)
    const other = await openChangingClinic(api)
    const before = await clinic.everything()
    const update = async (input: object) =>
      clinic.owner.mutate('professionals.update', {
        professional_id: clinic.professional.id,
        ...input,
      })
    expect(faultsOf(await update({ name: null }))).toEqual(['name:invalid_type'])
    expect(faultsOf(await update({ service_ids: [other.service.id] }))).toEqual([
      'service_ids[0]:not_found',
    ])
    expectOk(await update({ role: 'owner', is_active: false }))
    expect(await clinic.everything()).toBe(before)
  })

  it('404 not_found: another organization’s professional', async () => {
    const [clinic, other] = [await openChangingClinic(api), await openChangingClinic(api)]
    const before = await other.everything()
    const input = { professional_id: other.professional.id, name: 'Minha' }
    const reply = await clinic.owner.mutate('professionals.update', input)
    expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
    expect(await other.everything()).toBe(before)
  })

  testEveryImpact(() => api, {
    procedure: 'professionals.update',
    input: ({ professional }) => ({ professional_id: professional.id, service_ids: [] }),
    other: ({ professional }) => ({
      professional_id: professional.id,
      service_ids: [],
      name: 'Nova',
    }),
    reason: 'professional_cannot_perform',
    canMove: true,
    events: ['professional.updated', 'service.updated'],
  })
})
