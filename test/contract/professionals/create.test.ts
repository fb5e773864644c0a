import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { eventsOf } from '../../support/clinic.ts'
import { openBrowser, signIn } from '../../support/dashboard.ts'
import { expectOk, faultsOf, openChangingClinic } from '../../support/impact.ts'

const api = useSharedApi()

describe('professionals.create', () => {
  it('200: joins the team, and the services tell who performs them, in one batch', async () => {
    const clinic = await openChangingClinic(api)
    const collaborator = await signIn(api, clinic.organization, 'manager')
    const input = {
      name: '  Dra. Renata ',
      email: ' Renata@Example.com',
      registry: 'CRM-SP 123456',
      service_ids: [clinic.service.id],
    }
    const reply = await collaborator.mutate('professionals.create', input)
    expect(expectOk(reply).body).toEqual({
      object: 'professional',
      id: expect.any(Number),
      name: 'Dra. Renata',
      email: 'renata@example.com',
      role: 'collaborator',
      is_active: true,
      registry: 'CRM-SP 123456',
      service_ids: [clinic.service.id],
      services: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    const [created, updated, ...others] = await eventsOf(api.db, clinic.organization.row)
    expect(others).toEqual([])
    expect(created).toMatchObject({
      type: 'professional.created',
      payload: { object: reply.body, changes: null, batch_id: expect.stringMatching(/^bat_/) },
    })
    expect(updated).toMatchObject({
      type: 'service.updated',
      payload: {
        batch_id: created?.payload.batch_id,
        changes: {
          professional_ids: {
            from: [clinic.professional.id],
            to: [clinic.professional.id, reply.body.id],
          },
        },
      },
    })
    const [row] = await api.db.event.findMany({
      where: { organizationId: clinic.organization.row.id, type: 'professional.created' },
      orderBy: { sequence: 'asc' },
    })
    expect(row).toMatchObject({ professionalIds: [reply.body.id] })
    // Without hours no one can book yet.
    expect((await clinic.book({ professional_id: reply.body.id })).status).toBe(409)
  })

  it('200: a name is enough', async () => {
    const clinic = await openChangingClinic(api)
    const reply = await clinic.owner.mutate('professionals.create', { name: 'Rui', email: '' })
    expect(expectOk(reply).body).toMatchObject({ email: null, registry: null, service_ids: [] })
    expect(await clinic.told()).toEqual([['professional.created', null]])
  })

  it('400: what is not valid is named, and nothing is written', async () => {
    const clinic = await openChangingClinic(api)
    const other = await openChangingClinic(api)
    const off = await api.db.service.create({
      data: {
        organizationId: clinic.organization.row.id,
        name: 'Fim',
        durationMinutes: 30,
        isActive: false,
      },
    })
    const before = await clinic.everything()
    const create = async (input: object) =>
      faultsOf(await clinic.owner.mutate('professionals.create', { name: 'Rui', ...input }))
    expect(await create({ name: '' })).toEqual(['name:too_short'])
    expect(await create({ email: 'rui' })).toEqual(['email:invalid_format'])
    expect(await create({ registry: 'x'.repeat(61) })).toEqual(['registry:too_long'])
    expect(await create({ service_ids: [off.id, other.service.id] })).toEqual([
      'service_ids[0]:inactive',
      'service_ids[1]:not_found',
    ])
    expect(await create({ service_ids: [1, 1] })).toEqual(['service_ids[1]:duplicate_item'])
    expect(await clinic.everything()).toBe(before)
    expect((await openBrowser(api).mutate('professionals.create', {})).status).toBe(401)
  })
})
