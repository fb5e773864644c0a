import { LIMITS } from '@scheduling/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { times } from '../../support/at-once.ts'
import { createService, createSpecialty } from '../../support/clinic.ts'
import { signIn, type Dashboard } from '../../support/dashboard.ts'
import { overtaken } from '../../support/overtaking.ts'

const api = useSharedApi()
let organization: TestOrganization
let owner: Dashboard

beforeEach(async () => {
  organization = await api.organization()
  owner = await signIn(api, organization)
})

const list = async (who = owner) => (await who.query('specialties.list', { limit: 200 })).body.data
const create = (name: unknown, who = owner) => who.mutate('specialties.create', { name })
const rename = (id: number, name: string, who = owner) =>
  who.mutate('specialties.rename', { specialty_id: id, name })
const remove = (id: number, who = owner) => who.mutate('specialties.delete', { specialty_id: id })
const entries = async () =>
  (
    await api.db.auditEntry.findMany({
      where: { organizationId: organization.row.id },
      orderBy: { id: 'asc' },
    })
  ).map(({ action, recordId, changes }) => ({ action, recordId, changes }))
const taken = { status: 400, problem: { errors: [{ field: 'name', code: 'already_in_use' }] } }
const notFound = { status: 404, problem: { code: 'not_found' } }

describe('specialties.list', () => {
  it('200: by id, with the services of each; those of others are not there', async () => {
    const physio = await createSpecialty(api.db, organization.row, 'Fisioterapia')
    const dental = await createSpecialty(api.db, organization.row, 'acupuntura')
    await createService(api.db, organization.row, { specialtyId: physio.id })
    await createService(api.db, organization.row, { specialtyId: physio.id, isActive: false })
    await createSpecialty(api.db, (await api.organization()).row, 'Cardiologia')
    expect(await list()).toEqual([
      { object: 'specialty', id: physio.id, name: 'Fisioterapia', service_count: 2 },
      { object: 'specialty', id: dental.id, name: 'acupuntura', service_count: 0 },
    ])
  })
})

describe('specialties.create', () => {
  it('200: also by a collaborator, and it is noted', async () => {
    const collaborator = await signIn(api, organization, 'manager')
    const { status, body } = await create('  Pilates ', collaborator)
    expect([status, body]).toEqual([
      200,
      { object: 'specialty', id: body.id, name: 'Pilates', service_count: 0 },
    ])
    expect(await entries()).toEqual([
      {
        action: 'specialty.created',
        recordId: String(body.id),
        changes: { name: { from: null, to: 'Pilates' } },
      },
    ])
    expect(await list()).toEqual([body])
  })

  it.each(['fisioterapia', 'FISIOTERAPÍA', 'Fisio-terapia', 'Físioterapia'])(
    '400 already_in_use: %s is the same name',
    async (name) => {
      await create('Fisioterapia')
      expect(await create(name)).toMatchObject(taken)
      expect((await create(name, await signIn(api, await api.organization()))).status).toBe(200)
      expect(await list()).toHaveLength(1)
    },
  )

  it('400: of 20 that create one name at once, one does', async () => {
    const replies = await times(20, (index) => create(index % 2 === 0 ? 'Podologia' : 'podología'))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const reply of replies.filter(({ status }) => status !== 200)) {
      expect(reply).toMatchObject(taken)
    }
    expect(await list()).toHaveLength(1)
    expect(await entries()).toHaveLength(1)
  })

  it.each([
    ['', 'too_short'],
    ['x'.repeat(121), 'too_long'],
    ['a\u0000b', 'invalid_format'],
    ['a\nb', 'invalid_format'],
    [null, 'invalid_type'],
    [undefined, 'required'],
    [{}, 'invalid_type'],
  ])('400: %j', async (name, code) => {
    expect(await create(name)).toMatchObject({
      status: 400,
      problem: { errors: [{ field: 'name', code }] },
    })
  })

  it('409 action_not_allowed: beyond the bound, for many at once too', async () => {
    await api.db.specialty.createMany({
      data: Array.from({ length: LIMITS.specialtiesPerOrganization - 2 }, (_, index) => ({
        organizationId: organization.row.id,
        name: `Old ${index}`,
      })),
    })
    const replies = await times(6, (index) => create(`New ${index}`))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409, 409])
    const refused = replies.find(({ status }) => status === 409)
    expect(refused?.problem.code).toBe('action_not_allowed')
    expect(await list()).toHaveLength(LIMITS.specialtiesPerOrganization)
  })
})

describe('specialties.rename', () => {
  it('200: services show the new name, and their updated_at stays', async () => {
    const { id } = (await create('Fisio')).body
    const service = await createService(api.db, organization.row, { specialtyId: id })
    const read = async () =>
      (await api.call('GET', `/v1/services/${service.id}`, { key: organization.key })).body
    const before = await read()
    expect((await rename(id, 'Fisioterapia')).body).toMatchObject({
      name: 'Fisioterapia',
      service_count: 1,
    })
    const after = await read()
    expect(after.specialty).toEqual({ id, name: 'Fisioterapia' })
    expect(after.updated_at).toBe(before.updated_at)
    expect((await entries()).at(-1)).toEqual({
      action: 'specialty.updated',
      recordId: String(id),
      changes: { name: { from: 'Fisio', to: 'Fisioterapia' } },
    })
  })

  it('200: its own name can be written in another way; the same name is not noted', async () => {
    const { id } = (await create('fisioterapia')).body
    expect((await rename(id, 'Fisioterápia')).status).toBe(200)
    expect((await rename(id, 'Fisioterápia')).status).toBe(200)
    expect(await entries()).toHaveLength(2)
  })

  it('400 already_in_use: of two that are renamed to one name at once, one is', async () => {
    const ids = [(await create('One')).body.id, (await create('Two')).body.id]
    const replies = await Promise.all(ids.map((id) => rename(id, 'Three')))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(replies.find(({ status }) => status === 400)).toMatchObject(taken)
  })

  it('404 not_found: one of another organization, and one that is being deleted', async () => {
    const { id } = (await create('Fisio')).body
    const stranger = await signIn(api, await api.organization())
    // Not found comes before what is wrong with the name.
    await create('Taken', stranger)
    expect(await rename(id, 'Taken', stranger)).toMatchObject(notFound)
    const [renamed, removed] = await Promise.all([rename(id, 'Other'), remove(id)])
    expect([removed.status, [200, 404].includes(renamed.status)]).toEqual([200, true])
    expect(await rename(id, 'Other')).toMatchObject(notFound)
    expect(await rename(2_000_000_000, 'Other')).toMatchObject(notFound)
  })
})

describe('specialties.delete', () => {
  it('200: one that no service belongs to', async () => {
    const { id } = (await create('Pilates')).body
    const collaborator = await signIn(api, organization, 'manager')
    const reply = await remove(id, collaborator)
    expect([reply.status, reply.body]).toEqual([200, null])
    expect(await list()).toEqual([])
    expect((await entries()).at(-1)).toEqual({
      action: 'specialty.deleted',
      recordId: String(id),
      changes: { name: { from: 'Pilates', to: null } },
    })
    expect(await remove(id)).toMatchObject(notFound)
  })

  it('409 action_not_allowed: it says how many services use it, inactive ones too', async () => {
    const { id } = (await create('Pilates')).body
    await createService(api.db, organization.row, { specialtyId: id, isActive: false })
    expect((await remove(id)).problem).toMatchObject({
      code: 'action_not_allowed',
      detail: expect.stringMatching(/^1 service belongs to this specialty/),
    })
    await createService(api.db, organization.row, { specialtyId: id })
    expect((await remove(id)).problem.detail).toMatch(/^2 services belong to this specialty/)
    expect(await list()).toHaveLength(1)
  })

  it('409 action_not_allowed: waits for a service that is being created with it', async () => {
    const { id } = (await create('Pilates')).body
    let isAnswered = false
    const { problem } = await overtaken(api, {
      lock: (session) =>
        session.query(
          `INSERT INTO service (organization_id, specialty_id, name, duration_minutes) VALUES ($1, $2, 'New', 30)`,
          [organization.row.id, id],
        ),
      slow: () => remove(id).finally(() => (isAnswered = true)),
      change: async () => expect(isAnswered).toBe(false),
    })
    expect(problem.detail).toMatch(/^1 service belongs/)
  })

  it('404 not_found: one of another organization', async () => {
    const { id } = (await create('Pilates')).body
    expect(await remove(id, await signIn(api, await api.organization()))).toMatchObject(notFound)
    expect(await list()).toHaveLength(1)
  })
})
